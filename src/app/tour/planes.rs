//! Planes that the user can choose for the root of the tree.

use bevy::prelude::*;
use bspwalk_geometry::Plane;
use bspwalk_trees::recording::Candidate;

/// Three planes for the root, and the user's choice.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct RootPlanes {
    /// The planes; empty until the division of the root is known.
    pub planes: Vec<Candidate>,
    /// Index of the chosen plane, if any.
    pub picked: Option<usize>,
}

impl RootPlanes {
    /// Chooses the plane with the given index. Returns `None` if there is no such plane.
    pub(super) fn pick(&mut self, place: usize) -> Option<Plane> {
        let plane = self.planes.get(place)?.plane;
        self.picked = Some(place);
        Some(plane)
    }

    /// Returns the chosen plane and its index.
    pub(super) fn picked(&self) -> Option<(usize, &Candidate)> {
        let place = self.picked?;
        Some((place, self.planes.get(place)?))
    }
}
