//! Matches the elements of two sets one to one, by distance.

use bspwalk_geometry::{Aabb, BoxTree};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;

/// A one-to-one matching between two sets, by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matching {
    /// For each element of the first set, the index of its match in the second.
    pub after: Vec<Option<u32>>,
    /// For each element of the second set, the index of its match in the first.
    pub before: Vec<Option<u32>>,
}

impl Matching {
    /// Creates a matching. The closest pairs are matched first.
    ///
    /// `place` returns the reference point of an element, and `near` is the maximum distance between the reference
    /// points of a match. `distance` returns the distance between two elements, or `None` if they cannot match.
    pub(super) fn new<T>(
        [first, second]: [&[T]; 2],
        place: impl Fn(&T) -> DVec3,
        near: f64,
        distance: impl Fn(&T, &T) -> Option<f64>,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let tree = BoxTree::new(second.iter().map(|one| Aabb::from_points([place(one)])).collect());
        let mut pairs = Vec::new();
        let mut touched = Vec::new();
        for (a, own) in (0..).zip(first) {
            progress.check_at(a as usize)?;
            tree.touching(&Aabb::from_points([place(own)]).inflated(near), |b| {
                touched.push(b);
            });
            for (turn, b) in touched.drain(..).enumerate() {
                progress.check_at(turn)?;
                pairs.extend(distance(own, &second[b as usize]).map(|distance| (distance, a, b)));
            }
        }
        // Break ties by index, so that comparing a set with itself matches every element to itself.
        pairs.sort_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        let mut matching = Self {
            after: vec![None; first.len()],
            before: vec![None; second.len()],
        };
        for (_, a, b) in pairs {
            matching.join(a, b);
        }
        Ok(matching)
    }

    /// Matches two elements unless either is already matched.
    fn join(&mut self, a: u32, b: u32) {
        let places = (self.after.get_mut(a as usize), self.before.get_mut(b as usize));
        if let (Some(after @ None), Some(before @ None)) = places {
            (*after, *before) = (Some(b), Some(a));
        }
    }

    /// Returns the indices of elements in the first set that have no match in the second.
    pub fn removed_indices(&self) -> impl Iterator<Item = u32> + '_ {
        alone(&self.after)
    }

    /// Returns the indices of elements in the second set that have no match in the first.
    pub fn added_indices(&self) -> impl Iterator<Item = u32> + '_ {
        alone(&self.before)
    }

    /// Returns the sizes of both sets, and the numbers of removed and added elements.
    #[must_use]
    pub fn counts(&self) -> ChangeCounts {
        ChangeCounts {
            before: self.after.len() as u64,
            after: self.before.len() as u64,
            gone: self.removed_indices().count() as u64,
            came: self.added_indices().count() as u64,
        }
    }
}

fn alone(others: &[Option<u32>]) -> impl Iterator<Item = u32> + '_ {
    let numbered = (0..).zip(others);
    numbered.filter_map(|(number, other)| other.is_none().then_some(number))
}

/// Sizes of two sets, and the numbers of elements removed and added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct ChangeCounts {
    /// Number of elements before.
    pub before: u64,
    /// Number of elements after.
    pub after: u64,
    /// Number of elements removed.
    pub gone: u64,
    /// Number of elements added.
    pub came: u64,
}

impl ChangeCounts {
    /// Returns whether nothing was removed or added.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.gone == 0 && self.came == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matching(first: &[f64], second: &[f64]) -> Matching {
        let distance = |a: &f64, b: &f64| Some((a - b).abs()).filter(|apart| *apart <= 1.0);
        let found = Matching::new(
            [first, second],
            |&x| DVec3::X * x,
            1.0,
            distance,
            &Progress::default(),
        );
        found.expect("nobody cancels")
    }

    #[test]
    fn nearest_values_match_first_and_once() {
        let found = matching(&[0.0, 10.0, 20.0], &[0.9, 0.1, 10.0]);
        assert_eq!(found.after, [Some(1), Some(2), None]);
        assert_eq!(found.before, [None, Some(0), Some(1)]);
        let counts = found.counts();
        assert_eq!(
            [counts.before, counts.after, counts.gone, counts.came],
            [3, 3, 1, 1]
        );
    }

    #[test]
    fn set_matches_itself_despite_equal_values() {
        let set = [5.0, 5.0, 5.0, 5.5, 6.0];
        let found = matching(&set, &set);
        assert_eq!(found.after, [Some(0), Some(1), Some(2), Some(3), Some(4)]);
        assert!(found.counts().is_nothing());
    }
}
