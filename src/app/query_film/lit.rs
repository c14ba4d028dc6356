//! The nodes that the step of the film lights up in the tree's picture.

use std::{collections::HashSet, ops::Range, sync::Arc};

use crate::app::{
    shown::Shown,
    state::{OpenedLevel, QueryPlayer},
};
use bevy::prelude::*;
use bspwalk_trees::node_storing::NodeId;

/// What a node is in the step that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum NodeLight {
    /// The step is about it.
    Now,
    /// It was visited.
    Visited,
    /// It was left out.
    Skipped,
    /// The query has not come to it.
    Ahead,
}

/// The nodes that the step lights up.
#[derive(Resource, Default)]
pub(in crate::app) struct LitNodes {
    /// The film by its place in memory, and the step; none where no film is shown.
    of: Option<(usize, u32)>,
    now: Option<NodeId>,
    /// In the order in which they were visited.
    pub(in crate::app) visited: Vec<NodeId>,
    known: HashSet<NodeId>,
    /// Ascending, and apart from each other.
    skipped: Vec<Range<NodeId>>,
}

impl LitNodes {
    /// Whether a film is shown.
    pub(in crate::app) fn is_on(&self) -> bool {
        self.of.is_some()
    }

    /// What a node is.
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

/// Follows the film.
pub(super) fn light(current: Shown<OpenedLevel>, player: Res<QueryPlayer>, mut lit: ResMut<LitNodes>) {
    let film = player.film(&current.tree);
    let of = film.map(|film| (Arc::as_ptr(film) as usize, player.step));
    if lit.of == of {
        return;
    }
    let step = film.map(|film| film.lit(&current.tree, player.step as usize));
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
