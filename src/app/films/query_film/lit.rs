//! Nodes that the tree dock highlights for the current step of the query film.

use std::{collections::HashSet, sync::Arc};

use crate::app::host::prelude::*;
use bevy::prelude::*;
use bspwalk_trees::{NodeRange, node_storing::NodeId};

/// State of a node at the current step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum NodeLight {
    /// The current step processes this node.
    Now,
    /// The node was visited.
    Visited,
    /// The node was skipped.
    Skipped,
    /// The query has not reached the node yet.
    Ahead,
}

/// Nodes highlighted for the current step.
#[derive(Resource, Default)]
pub(in crate::app) struct LitNodes {
    /// Address of the film and index of the step, or `None` if no film is open.
    of: Option<(usize, u32)>,
    now: Option<NodeId>,
    /// Visited nodes, in visiting order.
    pub(in crate::app) visited: Vec<NodeId>,
    known: HashSet<NodeId>,
    /// Skipped nodes, as disjoint ranges in ascending order.
    skipped: Vec<NodeRange>,
}

impl LitNodes {
    /// Returns whether a film is open.
    pub(in crate::app) fn is_on(&self) -> bool {
        self.of.is_some()
    }

    /// Returns the state of a node.
    pub(in crate::app) fn light(&self, node: NodeId) -> NodeLight {
        let after = self.skipped.partition_point(|range| range.start <= node);
        let is_skipped = after > 0 && self.skipped[after - 1].contains(&node);
        match node {
            _ if self.now == Some(node) => NodeLight::Now,
            _ if self.known.contains(&node) => NodeLight::Visited,
            _ if is_skipped => NodeLight::Skipped,
            _ => NodeLight::Ahead,
        }
    }
}

/// Updates the highlighted nodes for the current step.
pub(super) fn light(current: Shown<OpenedLevel>, program: Res<ProgramState>, mut lit: ResMut<LitNodes>) {
    let player = &program.query;
    let film = player.film(&current.tree);
    let of = film.map(|film| (Arc::as_ptr(film) as usize, player.step));
    if lit.of == of {
        return;
    }
    let step = film.map(|film| film.highlights_at(&current.tree, player.step as usize));
    let step = step.unwrap_or_default();
    let mut skipped = step.skipped;
    skipped.sort_unstable_by_key(|range| range.start);
    *lit = LitNodes {
        of,
        now: step.now,
        known: step.visited.iter().copied().collect(),
        visited: step.visited,
        skipped,
    };
}
