//! Columns of the view that are already covered by solid walls.

use super::projection::COLUMNS;

/// Ranges of covered columns, in ascending order. Adjacent ranges are merged. The first and the last range are the
/// columns to the left and to the right of the view.
#[derive(Debug)]
pub(super) struct CoveredColumns {
    ranges: Vec<[i32; 2]>,
    /// Largest number of ranges since the last [`CoveredColumns::clear`].
    pub(super) most: u32,
}

impl Default for CoveredColumns {
    fn default() -> Self {
        let mut covered = Self {
            ranges: Vec::new(),
            most: 0,
        };
        covered.clear();
        covered
    }
}

impl CoveredColumns {
    /// Uncovers all columns of the view.
    pub(super) fn clear(&mut self) {
        self.ranges.clear();
        self.ranges.extend([[i32::MIN / 2, -1], [COLUMNS, i32::MAX / 2]]);
        self.most = 2;
    }

    /// Returns the uncovered parts of a range of columns, from left to right.
    pub(super) fn gaps(&self, [first, last]: [i32; 2]) -> impl Iterator<Item = [i32; 2]> {
        let gaps = self
            .ranges
            .windows(2)
            .map(|pair| [pair[0][1] + 1, pair[1][0] - 1]);
        gaps.map(move |[start, end]| [start.max(first), end.min(last)])
            .filter(|[start, end]| start <= end)
    }

    /// Covers a range of columns.
    pub(super) fn cover(&mut self, [first, last]: [i32; 2]) {
        let start = self.ranges.partition_point(|range| range[1] < first - 1);
        let end = self.ranges.partition_point(|range| range[0] <= last + 1);
        let touched = &self.ranges[start..end];
        let merged = touched.iter().fold([first, last], |[first, last], range| {
            [first.min(range[0]), last.max(range[1])]
        });
        self.ranges.splice(start..end, [merged]);
        self.most = self.most.max(self.ranges.len() as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_ranges_merge_and_gaps_remain() {
        let mut covered = CoveredColumns::default();
        let gaps = |covered: &CoveredColumns| covered.gaps([0, COLUMNS - 1]).collect::<Vec<_>>();
        covered.cover([10, 19]);
        covered.cover([30, 39]);
        assert_eq!((covered.ranges.len(), covered.most), (4, 4));
        assert_eq!(gaps(&covered), [[0, 9], [20, 29], [40, 319]]);
        // A range that fills the gap exactly joins both neighbours.
        covered.cover([20, 29]);
        assert_eq!(covered.ranges[1], [10, 39]);
        covered.cover([0, 4]);
        assert_eq!(gaps(&covered), [[5, 9], [40, 319]]);
        covered.cover([2, 319]);
        assert_eq!((covered.ranges.len(), covered.most), (1, 4));
        assert_eq!(gaps(&covered), <[[i32; 2]; 0]>::default());
    }
}
