//! Unpacking of LZ4 blocks that can be cancelled, as one block may be as large as a file.
//!
//! A block is a run of sequences. Each has a byte with two lengths, literal bytes, and the distance back to a match that is
//! repeated (<https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md>).

use crate::progress::{CheckError, Progress};

/// Bytes between two checks of whether the operation was cancelled.
pub(super) const BYTES_A_CHECK: usize = 4 << 20;

/// A half byte of this value means that the length goes on in the bytes that follow.
const LENGTH_GOES_ON: usize = 15;

/// The shortest match.
const LEAST_MATCH: usize = 4;

/// Short copies are this long where there is room: one fixed length is faster, and the excess is overwritten.
const WIDE: usize = 16;

/// Unpacks a block to exactly `length` bytes.
pub(super) fn unpack(block: &[u8], length: usize, progress: &Progress) -> Result<Vec<u8>, CheckError> {
    let cut_short = || CheckError::from("it cannot be unpacked: it ends within a sequence");
    let too_long = || CheckError::from("it cannot be unpacked: it has more bytes than it should");
    let mut out = vec![0; length];
    let (mut at, mut end) = (0, 0);
    let mut next_check = 0;
    loop {
        if end >= next_check {
            progress.check()?;
            next_check = end + BYTES_A_CHECK;
        }
        let token = usize::from(*block.get(at).ok_or_else(cut_short)?);
        at += 1;
        let count = length_of(block, &mut at, token >> 4).ok_or_else(cut_short)?;
        let rest = &block[at..];
        let literals = rest.get(..count).ok_or_else(cut_short)?;
        let room = &mut out[end..];
        if count > room.len() {
            return Err(too_long());
        }
        match (room.first_chunk_mut::<WIDE>(), rest.first_chunk::<WIDE>()) {
            (Some(room), Some(rest)) if count <= WIDE => *room = *rest,
            _ => room[..count].copy_from_slice(literals),
        }
        (at, end) = (at + count, end + count);
        if at == block.len() {
            break;
        }
        let Some(&[low, high]) = block.get(at..at + 2) else {
            return Err(cut_short());
        };
        let back = usize::from(u16::from_le_bytes([low, high]));
        at += 2;
        let count = LEAST_MATCH + length_of(block, &mut at, token & 15).ok_or_else(cut_short)?;
        if back == 0 || back > end {
            return Err("it cannot be unpacked: it repeats what is not there".into());
        }
        if count > length - end {
            return Err(too_long());
        }
        let (start, stop) = (end - back, end + count);
        if back >= WIDE && count <= WIDE && length - end >= WIDE {
            out.copy_within(start..start + WIDE, end);
            end = stop;
        }
        // A match may overlap its own copy. Each copy doubles what can be copied next, always whole periods.
        while end < stop {
            let part = (end - start).min(stop - end);
            out.copy_within(start..start + part, end);
            end += part;
        }
    }
    if end == length {
        Ok(out)
    } else {
        Err(format!("it unpacks to {end} bytes and should to {length}").into())
    }
}

/// A length whose half byte is `first`; `None` where the block ends within it.
fn length_of(block: &[u8], at: &mut usize, first: usize) -> Option<usize> {
    let mut length = first;
    if first == LENGTH_GOES_ON {
        loop {
            let more = *block.get(*at)?;
            *at += 1;
            length = length.checked_add(usize::from(more))?;
            if more != u8::MAX {
                break;
            }
        }
    }
    Some(length)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn unpacked(block: &[u8], length: usize) -> Result<Vec<u8>, CheckError> {
        unpack(block, length, &Progress::default())
    }

    /// Bytes with repetitions of every length and distance.
    fn contents() -> impl Strategy<Value = Vec<u8>> {
        let part = (prop::collection::vec(any::<u8>(), 1..40), 1..300_usize);
        prop::collection::vec(part, 0..12).prop_map(|parts| {
            parts
                .into_iter()
                .flat_map(|(bytes, times)| bytes.repeat(times))
                .collect()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_packed_comes_back(content in contents(), other in 0..100_000_usize) {
            let block = lz4_flex::block::compress(&content);
            prop_assert_eq!(unpacked(&block, content.len()), Ok(content.clone()));
            if other != content.len() {
                prop_assert!(unpacked(&block, other).is_err());
            }
        }

        /// As the other decoder has it: the same bytes, or refused by both.
        #[test]
        fn damage_is_told_as_by_others(content in contents(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
            let mut block = lz4_flex::block::compress(&content);
            let at = at.index(block.len());
            block[at] = byte;
            let mut expected = vec![0; content.len()];
            let count = lz4_flex::block::decompress_into(&block, &mut expected);
            let found = unpacked(&block, content.len());
            if found.is_ok() || count.is_ok_and(|count| count == content.len()) {
                prop_assert_eq!(found.as_deref(), Ok(&expected[..]));
            }
        }
    }

    #[test]
    fn a_long_repetition_of_any_period_comes_back() {
        for period in [1, 3, 7, 64, 1000, 65_000] {
            let content: Vec<u8> = (0..period)
                .map(|i| (i % 251) as u8)
                .cycle()
                .take(9 << 20)
                .collect();
            let block = lz4_flex::block::compress(&content);
            assert!(
                unpacked(&block, content.len()).as_deref() == Ok(&content[..]),
                "{period}"
            );
        }
    }

    #[test]
    fn it_is_cancelled() {
        let progress = Progress::default();
        progress.cancel();
        let block = lz4_flex::block::compress(&[0; 100]);
        assert!(matches!(
            unpack(&block, 100, &progress),
            Err(CheckError::Cancelled(_))
        ));
    }
}
