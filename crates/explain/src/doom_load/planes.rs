//! Visplanes: the floors and ceilings that DOOM's renderer collects before it draws them.

use bspwalk_trees::doom::{FlatName, SKY_FLAT};

use super::projection::COLUMNS;

/// Properties that two floors or ceilings must share to become one visplane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlaneKey {
    height: i64,
    flat: FlatName,
    light: u8,
}

impl PlaneKey {
    /// Creates the key of a floor or ceiling. All parts of the sky are one plane.
    pub(super) fn new(height: i64, flat: FlatName, light: u8) -> Self {
        let (height, light) = if flat == SKY_FLAT { (0, 0) } else { (height, light) };
        Self { height, flat, light }
    }
}

/// Number of words of a set of columns.
const WORDS: usize = (COLUMNS as usize).div_ceil(64);

struct Visplane {
    key: PlaneKey,
    /// First and last column; in descending order if there are none.
    range: [i32; 2],
    /// Columns that show the plane.
    filled: [u64; WORDS],
}

/// The visplanes of a view. Their number only grows.
#[derive(Default)]
pub(super) struct Visplanes(Vec<Visplane>);

impl Visplanes {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn count(&self) -> u32 {
        self.0.len() as u32
    }

    /// Returns the first plane with a key, or adds one without columns (`R_FindPlane`).
    pub(super) fn find(&mut self, key: PlaneKey) -> usize {
        self.0
            .iter()
            .position(|plane| plane.key == key)
            .unwrap_or_else(|| self.add(key, [COLUMNS, -1]))
    }

    /// Extends a plane to these columns, or adds another plane with the same key if one of the columns that both share
    /// is already filled (`R_CheckPlane`).
    pub(super) fn extend(&mut self, plane: usize, [first, last]: [i32; 2]) -> usize {
        let known = &mut self.0[plane];
        let [start, end] = known.range;
        let mut shared = first.max(start)..=last.min(end);
        if shared.any(|column| known.is_filled(column)) {
            let key = known.key;
            return self.add(key, [first, last]);
        }
        known.range = [first.min(start), last.max(end)];
        plane
    }

    /// Marks a column that shows a plane.
    pub(super) fn fill(&mut self, plane: usize, column: i32) {
        self.0[plane].filled[column as usize / 64] |= 1 << (column % 64);
    }

    fn add(&mut self, key: PlaneKey, range: [i32; 2]) -> usize {
        self.0.push(Visplane {
            key,
            range,
            filled: [0; WORDS],
        });
        self.0.len() - 1
    }
}

impl Visplane {
    fn is_filled(&self, column: i32) -> bool {
        self.filled[column as usize / 64] >> (column % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plane_is_split_only_by_filled_columns() {
        let key = |height| PlaneKey::new(height, *b"FLOOR\0\0\0", 160);
        let mut planes = Visplanes::default();
        let floor = planes.find(key(0));
        assert_eq!(
            (planes.find(key(0)), planes.find(key(8)), planes.count()),
            (0, 1, 2)
        );
        assert_eq!(planes.extend(floor, [10, 20]), floor);
        planes.fill(floor, 15);
        // Columns next to the filled one are free.
        assert_eq!(planes.extend(floor, [16, 40]), floor);
        assert_eq!(planes.extend(floor, [0, 15]), 2);
        assert_eq!((planes.count(), planes.find(key(0))), (3, floor));
        let sky = |height, light| PlaneKey::new(height, SKY_FLAT, light);
        assert_eq!(planes.find(sky(128, 255)), planes.find(sky(64, 96)));
    }
}
