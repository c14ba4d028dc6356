//! Unpacking LZ4 blocks so that it can be cancelled: one block may be as large as a file.
//!
//! A block is a run of sequences: a byte with two lengths, bytes that stand for themselves, and how far back and how long
//! what follows was there before (<https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md>).

use crate::progress::{CheckError, Progress};

/// Bytes that are copied between two looks at whether to go on.
pub(super) const BYTES_A_CHECK: usize = 4 << 20;

/// A length that does not fit its half byte goes on in the bytes that follow.
const LENGTH_GOES_ON: usize = 15;

/// The shortest repetition.
const LEAST_MATCH: usize = 4;

/// Short copies are made this long where there is room: what is too much is written over.
const WIDE: usize = 16;

/// Unpacks a block to exactly `length` bytes.
pub(super) fn unpack(block: &[u8], length: usize, progress: &Progress) -> Result<Vec<u8>, CheckError> {
    let cut_short = || CheckError::from("it cannot be unpacked: it ends within a sequence");
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
        let literals = length_of(block, &mut at, token >> 4).ok_or_else(cut_short)?;
        let from = block
            .get(at..)
            .and_then(|rest| rest.get(..literals))
            .ok_or_else(cut_short)?;
        let room = out
            .get_mut(end..)
            .filter(|room| literals <= room.len())
            .ok_or_else(too_long)?;
        match (
            room.first_chunk_mut::<WIDE>(),
            block.get(at..).and_then(<[u8]>::first_chunk::<WIDE>),
        ) {
            (Some(room), Some(from)) if literals <= WIDE => *room = *from,
            _ => copy(from, &mut room[..literals], progress)?,
        }
        (at, end) = (at + literals, end + literals);
        if at == block.len() {
            break;
        }
        let back = match block.get(at..at + 2) {
            Some(&[low, high]) => usize::from(u16::from_le_bytes([low, high])),
            _ => return Err(cut_short()),
        };
        at += 2;
        let count = LEAST_MATCH + length_of(block, &mut at, token & 15).ok_or_else(cut_short)?;
        if back == 0 || back > end {
            return Err("it cannot be unpacked: it repeats what is not there".into());
        }
        if count > out.len() - end {
            return Err(too_long());
        }
        if back >= WIDE && count <= WIDE && out.len() - end >= WIDE {
            out.copy_within(end - back..end - back + WIDE, end);
            end += count;
        } else {
            end = repeat(&mut out, end, back, count, progress)?;
        }
    }
    if end == length {
        Ok(out)
    } else {
        Err(format!("it unpacks to {end} bytes and should to {length}").into())
    }
}

fn too_long() -> CheckError {
    "it cannot be unpacked: it has more bytes than it should".into()
}

/// A length, of which `first` is what the half byte says; `None` where the block ends within it.
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

/// Copies, as long as the operation goes on.
pub(super) fn copy(from: &[u8], to: &mut [u8], progress: &Progress) -> Result<(), CheckError> {
    for (from, to) in from.chunks(BYTES_A_CHECK).zip(to.chunks_mut(BYTES_A_CHECK)) {
        progress.check()?;
        to.copy_from_slice(from);
    }
    Ok(())
}

/// Repeats what is `back` bytes before `end` until there are `count` more, and answers where they end.
fn repeat(
    out: &mut [u8],
    end: usize,
    back: usize,
    count: usize,
    progress: &Progress,
) -> Result<usize, CheckError> {
    let (start, stop) = (end - back, end + count);
    let mut at = end;
    while at < stop {
        progress.check()?;
        // What is there is whole periods, and so is the most that is copied at once.
        let whole = (at - start).min(BYTES_A_CHECK / back * back);
        let part = whole.min(stop - at);
        out.copy_within(start..start + part, at);
        at += part;
    }
    Ok(stop)
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
