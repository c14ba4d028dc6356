//! Planes that the user can pick for the root of the tree.

use bevy::prelude::*;
use bspwalk_geometry::Plane;
use bspwalk_trees::recording::Candidate;

/// Three planes for the root, and the one that the user picked.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct RootPlanes {
    /// The planes. Empty until the division of the root is found.
    pub planes: Vec<Candidate>,
    /// Index of the picked plane.
    pub picked: Option<usize>,
}

impl RootPlanes {
    /// Picks a plane. Returns `None` if there is no such plane.
    pub(super) fn pick(&mut self, place: usize) -> Option<Plane> {
        let plane = self.planes.get(place)?.plane;
        self.picked = Some(place);
        Some(plane)
    }

    /// Returns the picked plane with its index.
    pub(super) fn picked(&self) -> Option<(usize, &Candidate)> {
        let place = self.picked?;
        Some((place, self.planes.get(place)?))
    }
}
