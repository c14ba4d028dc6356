//! A coverage buffer with one bit per pixel of a strip, which is set once an opaque face has been drawn there. In
//! front-to-back drawing, faces fill only open pixels, and everything behind a fully covered area can be skipped.

use std::ops::Range;

/// The covered pixels in some rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Coverage {
    /// Number of words per row.
    stride: usize,
    /// Bit i of word w of a row is set if pixel 64 w + i is covered.
    words: Vec<u64>,
    /// Number of open pixels.
    open: u32,
}

impl Coverage {
    /// Resizes the buffer and marks all pixels as open.
    pub(super) fn clear(&mut self, width: u32, rows: u32) {
        self.stride = width.div_ceil(64) as usize;
        self.words.clear();
        self.words.resize(self.stride * rows as usize, 0);
        self.open = width * rows;
    }

    /// Returns whether all pixels are covered.
    pub(super) fn is_full(&self) -> bool {
        self.open == 0
    }

    /// Returns whether all pixels in these columns and rows are covered.
    pub(super) fn covers(&self, columns: &Range<u32>, rows: Range<u32>) -> bool {
        rows.into_iter().all(|row| {
            let words = self.row(row);
            masks(columns).all(|(word, mask)| words[word] & mask == mask)
        })
    }

    /// Calls `draw` for each run of open pixels in these columns of a row, from left to right.
    pub(super) fn open_runs(&self, row: u32, columns: &Range<u32>, mut draw: impl FnMut(Range<u32>)) {
        let words = self.row(row);
        for (word, mask) in masks(columns) {
            runs(word, mask & !words[word], &mut draw);
        }
    }

    /// Covers these columns of a row. Calls `draw` for each run of pixels that were open before, from left to right.
    pub(super) fn cover(&mut self, row: u32, columns: &Range<u32>, mut draw: impl FnMut(Range<u32>)) {
        let first = row as usize * self.stride;
        for (word, mask) in masks(columns) {
            let covered = &mut self.words[first + word];
            let new = mask & !*covered;
            *covered |= mask;
            self.open -= new.count_ones();
            runs(word, new, &mut draw);
        }
    }

    fn row(&self, row: u32) -> &[u64] {
        &self.words[row as usize * self.stride..][..self.stride]
    }
}

/// Returns the words that contain these columns, each with a mask of the columns in it.
fn masks(columns: &Range<u32>) -> impl Iterator<Item = (usize, u64)> + use<> {
    let Range { start, end } = *columns;
    let words = if start < end {
        start / 64..end.div_ceil(64)
    } else {
        0..0
    };
    words.map(move |word| {
        let first = word * 64;
        let low = u64::MAX << start.saturating_sub(first).min(63);
        let high = u64::MAX >> (first + 64).saturating_sub(end).min(63);
        (word as usize, low & high)
    })
}

/// Calls `draw` with the column range of each run of set bits.
fn runs(word: usize, mut bits: u64, draw: &mut impl FnMut(Range<u32>)) {
    let first = word as u32 * 64;
    while bits != 0 {
        let start = bits.trailing_zeros();
        let length = (!(bits >> start)).trailing_zeros();
        draw(first + start..first + start + length);
        bits &= !(u64::MAX >> (64 - length) << start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the buffer with a list of flags for random spans in a row.
    #[test]
    fn each_pixel_is_drawn_once() {
        let mut random = fastrand::Rng::with_seed(3);
        for width in [1, 63, 64, 65, 128, 200] {
            let mut coverage = Coverage::default();
            coverage.clear(width, 3);
            let mut flags = vec![false; width as usize];
            for _ in 0..200 {
                let start = random.u32(0..=width);
                let columns = start..random.u32(start..=width);
                let is_open = |&column: &u32| !flags[column as usize];
                let expected: Vec<u32> = columns.clone().filter(is_open).collect();
                assert_eq!(coverage.covers(&columns, 1..2), expected.is_empty());
                let (mut open, mut drawn) = (Vec::new(), Vec::new());
                coverage.open_runs(1, &columns, |run| open.extend(run));
                assert_eq!(open, expected);
                if random.bool() {
                    coverage.cover(1, &columns, |run| drawn.extend(run));
                    assert_eq!(drawn, expected);
                    columns.for_each(|column| flags[column as usize] = true);
                }
            }
            let covered = flags.iter().filter(|&&flag| flag).count() as u32;
            assert_eq!(coverage.open, 3 * width - covered);
            coverage.cover(1, &(0..width), |_| {});
            assert!(coverage.covers(&(0..width), 1..2) && !coverage.is_full());
            for row in [0, 2] {
                coverage.cover(row, &(0..width), |_| {});
            }
            assert!(coverage.is_full());
        }
    }
}
