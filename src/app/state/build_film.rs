//! The film of the build: which division it shows.

use bevy::prelude::*;

use crate::bsp::node_storing::NodeId;

/// Divisions a second: the least, the greatest, and those at first.
pub const FILM_SPEEDS: [f32; 3] = [0.2, 50.0, 0.7];

/// The film of the build of the node-storing tree. Its steps are the divisions of nodes, by depth, and at one depth by the
/// number of the node.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct BuildFilm {
    /// Whether it is shown.
    pub open: bool,
    /// Whether the camera was in the eyes before, to which it goes back.
    pub from_eyes: bool,
    /// The division that is shown, counted from 0.
    pub step: u32,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// Divisions a second.
    pub speed: f32,
    /// The node that is divided, with its depth and the tree's revision.
    pub shown: Option<(u64, NodeId, u32)>,
}

impl Default for BuildFilm {
    fn default() -> Self {
        Self {
            open: false,
            from_eyes: false,
            step: 0,
            playing: false,
            speed: FILM_SPEEDS[2],
            shown: None,
        }
    }
}

impl BuildFilm {
    /// The node that is divided, where the film is shown.
    #[must_use]
    pub fn node(&self) -> Option<NodeId> {
        self.shown.filter(|_| self.open).map(|(_, node, _)| node)
    }

    /// Whether a node, given with its depth, has been divided so far; all have where the film is not shown.
    #[must_use]
    pub fn is_divided(&self, node: NodeId, depth: u32) -> bool {
        match self.shown.filter(|_| self.open) {
            Some((_, last, last_depth)) => (depth, node) <= (last_depth, last),
            None => true,
        }
    }
}
