//! Planes that the user can choose for the root of the tree.

use bevy::prelude::*;
use bspwalk_geometry::Plane;
use bspwalk_trees::recording::Candidate;

/// Three planes for the root, and the user's choices.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct RootPlanes {
    /// The planes; empty until the division of the root is known.
    pub planes: Vec<Candidate>,
    /// Indices of the planes that the user has chosen so far, in that order. The last one is the current choice.
    pub picked: Vec<usize>,
}

impl RootPlanes {
    /// Chooses the plane with the given index. Returns `None` if there is no such plane.
    pub(super) fn pick(&mut self, place: usize) -> Option<Plane> {
        let plane = self.planes.get(place)?.plane;
        self.picked.push(place);
        Some(plane)
    }

    /// Returns the chosen plane and its index.
    pub(super) fn picked(&self) -> Option<(usize, &Candidate)> {
        let &place = self.picked.last()?;
        Some((place, self.planes.get(place)?))
    }

    /// Returns whether the user has chosen each plane at least once.
    pub(super) fn has_picked_all(&self) -> bool {
        !self.planes.is_empty() && (0..self.planes.len()).all(|place| self.picked.contains(&place))
    }
}
