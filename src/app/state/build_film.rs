//! The film of the build: which division it shows.

use crate::app::state::TreeId;
use bevy::prelude::*;
use bspwalk_trees::node_storing::NodeId;

/// Divisions a second: the least, the greatest, and those at first.
pub const FILM_SPEEDS: [f32; 3] = [0.2, 50.0, 0.7];

/// A division that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownStep {
    /// The tree.
    pub tree_id: TreeId,
    /// The node that is divided.
    pub node: NodeId,
    /// Its depth.
    pub depth: u32,
    /// Its place among the divisions, counted from 0.
    pub step: u32,
}

/// The film of the build of the node-storing tree. Its steps are the divisions of nodes, by depth, and at one depth by the
/// number of the node.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct BuildFilm {
    /// Whether it is shown.
    pub open: bool,
    /// Whether the camera was in the eyes before, to which it goes back.
    pub from_eyes: bool,
    /// The division that the user asks for, counted from 0. It is shown as soon as it was found.
    pub step: u32,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// Divisions a second.
    pub speed: f32,
    /// The division that is shown.
    pub shown: Option<ShownStep>,
    /// The node of `step` while its division is still being found and drawn.
    pub next: Option<NodeId>,
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
            next: None,
        }
    }
}

impl BuildFilm {
    /// The node that is divided, where the film is shown.
    #[must_use]
    pub fn node(&self) -> Option<NodeId> {
        self.shown.as_ref().filter(|_| self.open).map(|shown| shown.node)
    }

    /// Whether a step is still being found or drawn, in a tree of so many nodes.
    #[must_use]
    pub fn is_waiting(&self, nodes: u32) -> bool {
        self.open && nodes > 0 && (self.next.is_some() || self.shown.is_none())
    }

    /// Whether a node, given with its depth, has been divided so far; all have where the film is not shown.
    #[must_use]
    pub fn is_divided(&self, node: NodeId, depth: u32) -> bool {
        match self.shown.as_ref().filter(|_| self.open) {
            Some(last) => (depth, node) <= (last.depth, last.node),
            None => true,
        }
    }
}
