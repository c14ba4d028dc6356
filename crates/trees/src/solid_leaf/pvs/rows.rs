//! Run-length encoded rows of bits. Runs of the bytes 0 and 255 are stored as the byte and a count.
//!
//! Quake's `CompressVis` encodes only runs of 0 in this way. Equal rows are stored once.

use std::{borrow::Borrow, collections::HashMap};

use bspwalk_progress::{Cancelled, CheckError, Progress};
use fixedbitset::FixedBitSet;

#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Rows {
    length: u32,
    first: Vec<u32>,
    bytes: Vec<u8>,
}

impl Rows {
    pub(super) fn new(
        length: u32,
        rows: impl IntoIterator<Item = impl Borrow<FixedBitSet>>,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let mut compressed = Self {
            length,
            ..Self::default()
        };
        let mut known: HashMap<Vec<u8>, u32> = HashMap::new();
        for row in rows {
            progress.check()?;
            let bytes = compress(row.borrow(), row_bytes(length));
            let first = known.get(&bytes).copied().unwrap_or_else(|| {
                let first = compressed.bytes.len() as u32;
                compressed.bytes.extend_from_slice(&bytes);
                known.insert(bytes, first);
                first
            });
            compressed.first.push(first);
        }
        Ok(compressed)
    }

    pub(super) fn count(&self) -> u32 {
        self.first.len() as u32
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes.len() + size_of_val(&self.first[..])
    }

    pub(super) fn contains(&self, row: u32, bit: u32) -> bool {
        let searched = bit as usize / 8;
        let mut at = 0;
        for (byte, run) in self.runs(self.start(row)) {
            at += run;
            if at > searched {
                return byte >> (bit % 8) & 1 != 0;
            }
        }
        false
    }

    /// Returns the start of a row. Rows with the same start are equal.
    pub(super) fn start(&self, row: u32) -> Option<u32> {
        self.first.get(row as usize).copied()
    }

    pub(super) fn decompress(&self, start: Option<u32>) -> FixedBitSet {
        const BLOCK_BYTES: usize = size_of::<usize>();
        let mut row = FixedBitSet::with_capacity(self.length as usize);
        let blocks = row.as_mut_slice();
        let mut at = 0;
        for (byte, run) in self.runs(start) {
            for index in at..at + run {
                blocks[index / BLOCK_BYTES] |= usize::from(byte) << (index % BLOCK_BYTES * 8);
            }
            at += run;
        }
        row
    }

    /// Returns the bytes of a row with their repetition counts. The total never exceeds the length of a row.
    fn runs(&self, start: Option<u32>) -> impl Iterator<Item = (u8, usize)> + '_ {
        let rest = start.and_then(|start| self.bytes.get(start as usize..));
        let mut rest = rest.unwrap_or_default().iter();
        let mut left = row_bytes(self.length);
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let byte = *rest.next()?;
            let run = if is_repeated(byte) { *rest.next()? } else { 1 };
            let run = usize::from(run).min(left);
            left -= run;
            Some((byte, run))
        })
    }

    /// Checks that each row has `length` bits, is complete and has no extra bits.
    ///
    /// A row either repeats an earlier one or starts where the last new row ends, so each byte is read only once.
    pub(super) fn check(&self, length: u32, progress: &Progress) -> Result<(), CheckError> {
        if self.length != length {
            return Err("the rows have the wrong length".into());
        }
        let bytes = row_bytes(self.length);
        let unused = bytes * 8 - self.length as usize;
        let mut end = 0;
        let mut starts = Vec::new();
        for (row, &start) in self.first.iter().enumerate() {
            let wrong = |what| {
                Err(CheckError::WrongItem {
                    kind: "PVS row",
                    number: row as u32,
                    what,
                })
            };
            if start as usize != end {
                if starts.binary_search(&start).is_err() {
                    return wrong("it starts inside another row");
                }
                continue;
            }
            starts.push(start);
            let (mut total, mut last) = (0, 0);
            progress.check_each(self.runs(Some(start)), |(byte, run)| {
                if run == 0 {
                    return wrong("a run is empty");
                }
                (total, last) = (total + run, byte);
                end += if is_repeated(byte) { 2 } else { 1 };
                Ok(())
            })?;
            if total != bytes {
                return wrong("it is truncated");
            }
            if u32::from(last) >> (8 - unused) != 0 {
                return wrong("it has more bits than clusters");
            }
        }
        Ok(())
    }
}

fn row_bytes(bits: u32) -> usize {
    (bits as usize).div_ceil(8)
}

fn is_repeated(byte: u8) -> bool {
    byte == 0 || byte == u8::MAX
}

fn compress(row: &FixedBitSet, length: usize) -> Vec<u8> {
    let blocks = row.as_slice().iter();
    let bytes: Vec<u8> = blocks
        .flat_map(|block| block.to_le_bytes())
        .take(length)
        .collect();
    let mut compressed = Vec::new();
    for run in bytes.chunk_by(|a, b| a == b) {
        let byte = run[0];
        if is_repeated(byte) {
            for part in run.chunks(usize::from(u8::MAX)) {
                compressed.extend([byte, part.len() as u8]);
            }
        } else {
            compressed.extend_from_slice(run);
        }
    }
    compressed
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn compressed(length: u32, rows: &[FixedBitSet]) -> Rows {
        Rows::new(length, rows, &Progress::default()).unwrap()
    }

    fn tables() -> impl Strategy<Value = (u32, Vec<FixedBitSet>)> {
        (1..5000_u32).prop_flat_map(|length| {
            let run = (any::<u64>(), 0..3_u8, 1..400_usize);
            let row = prop::collection::vec(run, 1..12).prop_map(move |runs| {
                let bits = runs
                    .into_iter()
                    .cycle()
                    .take(200)
                    .flat_map(|(random, kind, bytes)| {
                        (0..8 * bytes).map(move |bit| kind == 1 || kind == 2 && random >> (bit % 64) & 1 != 0)
                    });
                let mut row = FixedBitSet::with_capacity(length as usize);
                for (index, bit) in bits.take(length as usize).enumerate() {
                    row.set(index, bit);
                }
                row
            });
            (Just(length), prop::collection::vec(row, 0..6))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn decompression_inverts_compression((length, table) in tables()) {
            let twice = [table.clone(), table.clone()].concat();
            let rows = compressed(length, &twice);
            prop_assert_eq!(rows.check(length, &Progress::default()), Ok(()));
            prop_assert!(rows.check(length + 1, &Progress::default()).is_err());
            prop_assert_eq!(&rows.bytes, &compressed(length, &table).bytes);
            for (index, expected) in (0..).zip(&twice) {
                prop_assert_eq!(&rows.decompress(rows.start(index)), expected);
                for bit in (0..length).step_by(7) {
                    prop_assert_eq!(rows.contains(index, bit), expected.contains(bit as usize));
                }
            }
        }

        /// A corrupted table must be rejected or contain different rows, and must not cause a panic.
        #[test]
        fn corrupted_rows_cause_no_panic((length, table) in tables(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
            let mut rows = compressed(length, &table);
            if rows.bytes.is_empty() {
                return Ok(());
            }
            let at = at.index(rows.bytes.len());
            rows.bytes[at] = byte;
            for index in 0..=rows.count() {
                let last = rows.decompress(rows.start(index)).ones().next_back();
                if rows.check(length, &Progress::default()).is_ok() {
                    prop_assert!(last.is_none_or(|last| last < length as usize));
                }
            }
            rows.bytes.truncate(at);
            if at == 0 {
                prop_assert!(rows.check(length, &Progress::default()).is_err());
            }
        }
    }
}
