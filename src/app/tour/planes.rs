//! Features of single stations: planes that the user can choose for the root of the tree, and the ghost.

use bevy::prelude::*;
use bspwalk_geometry::Plane;
use bspwalk_session::replay::LiveGhost;
use bspwalk_trees::{NodeId, NodeTree, recording::Candidate};

/// Ghost of the current station, which moves together with the body but uses the push-out from the ATI sample (2006).
#[derive(Resource, Debug, Default, Deref, DerefMut)]
pub struct Ghost(LiveGhost);

/// Planes for the root, and the trees that the user built with them.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct RootPlanes {
    /// The planes; empty until the division of the root is known.
    pub planes: Vec<RootPlane>,
    /// Index of the plane that the user chose last, if any.
    pub picked: Option<usize>,
}

/// A plane for the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootPlane {
    /// The plane and its costs.
    pub candidate: Candidate,
    /// Number of nodes and depth of the tree with this plane at its root, once the user has built it.
    pub tree: Option<[u32; 2]>,
}

impl RootPlanes {
    pub(super) fn new(planes: impl IntoIterator<Item = Candidate>) -> Self {
        let tree = None;
        let planes = planes.into_iter().map(|candidate| RootPlane { candidate, tree });
        Self {
            planes: planes.collect(),
            picked: None,
        }
    }

    /// Chooses the plane with the given index. Returns `None` if there is no such plane.
    pub(super) fn pick(&mut self, place: usize) -> Option<Plane> {
        let plane = self.planes.get(place)?.candidate.plane;
        self.picked = Some(place);
        Some(plane)
    }

    /// Returns the chosen plane if `tree` is the first tree that was built with it.
    pub(super) fn newly_built(&mut self, tree: &NodeTree) -> Option<&mut RootPlane> {
        let picked = self.planes.get_mut(self.picked?)?;
        let root = tree.node(NodeId::ROOT)?;
        (picked.tree.is_none() && root.plane == picked.candidate.plane).then_some(picked)
    }

    /// Returns whether the user has built a tree with each of the planes.
    pub(super) fn are_all_built(&self) -> bool {
        !self.planes.is_empty() && self.planes.iter().all(|plane| plane.tree.is_some())
    }
}
