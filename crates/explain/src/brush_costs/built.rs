//! A map that is built from its text in memory.

use std::sync::Arc;

use bspwalk_compile::{
    CompileParams, Leaves,
    fill::{leak_start, reachable},
    leaf_tree, node_tree, pvs, recorded_leaf_tree,
};
use bspwalk_levels::{Level, LoadOptions, load_from_memory};
use bspwalk_progress::Progress;
use bspwalk_trees::{
    LeafTree, NodeTree,
    solid_leaf::{Inside, LeafId, OUTSIDE, Pvs, portals::find_leak_with_progress},
};
use serde::Serialize;

use super::error::SurveyError;
use crate::difference::Side;

/// The text of a map, and how it is built.
#[derive(Clone, Copy, Debug)]
pub struct MapInput<'a> {
    /// What errors call it.
    pub name: &'a str,
    /// The text.
    pub text: &'a [u8],
    /// How it is read. Images are not looked for: they do not change the trees.
    pub options: &'a LoadOptions,
    /// How the trees and the PVS are built.
    pub params: &'a CompileParams,
}

/// A level with its trees and what can be seen from where.
#[derive(Clone, Debug)]
pub struct BuiltMap {
    /// The level.
    pub level: Arc<Level>,
    /// Its node-storing tree.
    pub nodes: Arc<NodeTree>,
    /// Its solid-leaf tree.
    pub leaves: Leaves,
    /// Its PVS.
    pub pvs: Arc<Pvs>,
    /// How long the PVS took, in milliseconds.
    pub pvs_ms: f64,
    /// Whether walls close it against the outside, and a way leads out all the same.
    pub leaks: bool,
    /// Whether it has rooms that walls close against the outside.
    pub is_sealed: bool,
}

/// Figures of a map's trees. Keys are only ever added; times in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MapFigures {
    /// Empty leaves within the level.
    pub leaves: u32,
    /// Solid leaves.
    pub solid: u32,
    /// How many times the solid-leaf tree cut a face in two.
    pub cuts: u32,
    /// Portals.
    pub portals: u32,
    /// How much of the empty space within the level is seen from the mean place in it, by the PVS: from 0 to 1. It depends little on
    /// how the space is divided.
    pub seen_share: f64,
    /// Steps of the PVS.
    pub pvs_steps: u64,
    /// Portals, each in one direction, whose search ran out of steps.
    pub pvs_cut_short: u32,
    /// How long the solid-leaf tree took, with its portals.
    pub leaf_ms: f64,
    /// How long the PVS took.
    pub pvs_ms: f64,
}

impl BuiltMap {
    /// Builds a map from this text, which may be another than that of the input; `record` keeps the decisions of the solid-leaf tree.
    pub(super) fn build(
        input: &MapInput<'_>,
        text: &[u8],
        record: bool,
        progress: &Arc<Progress>,
    ) -> Result<Self, SurveyError> {
        let level = load_from_memory(input.name, text, &(), input.options, progress)?;
        let level = Arc::new(reachable(level, progress)?);
        let (nodes, _) = node_tree(&level, &input.params.nodes, progress)?;
        let leaves = if record {
            recorded_leaf_tree(&level, input.params, progress)?
        } else {
            leaf_tree(&level, input.params, progress)?
        };
        let (pvs, pvs_ms) = pvs(&leaves.tree, &input.params.pvs, progress, |_| {})?;
        let (start, _) = leak_start(&level, &leaves.tree);
        let graph = leaves.tree.portal_graph();
        let leak = find_leak_with_progress(graph, leaves.tree.locate(start), start, progress)?;
        Ok(Self {
            is_sealed: leaves.tree.inside() == Inside::Rooms && leak.is_none(),
            leaks: leak.is_some(),
            level,
            nodes,
            leaves,
            pvs,
            pvs_ms,
        })
    }

    /// What is compared of it.
    #[must_use]
    pub fn side(&self) -> Side<'_> {
        Side {
            level: &self.level,
            nodes: &self.nodes,
            leaves: &self.leaves.tree,
            pvs: Some(&self.pvs),
        }
    }

    /// Its figures.
    #[must_use]
    pub fn figures(&self) -> MapFigures {
        let (leaves, pvs) = (self.leaves.tree.statistics(), self.pvs.statistics());
        let timings = self.leaves.timings;
        MapFigures {
            leaves: self.leaves.tree.empty_leaves().len() as u32,
            solid: leaves.solid,
            cuts: leaves.splits,
            portals: leaves.portals,
            seen_share: seen_share(&self.leaves.tree, &self.pvs),
            pvs_steps: pvs.steps,
            pvs_cut_short: pvs.cut_short,
            leaf_ms: timings.structure + timings.leaves + timings.portals,
            pvs_ms: self.pvs_ms,
        }
    }
}

/// How much of the empty space is seen from the mean place in it.
fn seen_share(tree: &LeafTree, pvs: &Pvs) -> f64 {
    let volumes = (0..tree.leaf_count()).map(|leaf| match tree.leaf(leaf) {
        Some(view) if leaf != OUTSIDE && !view.solid => view.volume,
        _ => 0.0,
    });
    let volumes: Vec<f64> = volumes.collect();
    let all: f64 = volumes.iter().sum();
    let of = |leaf: LeafId| volumes.get(leaf as usize).copied().unwrap_or(0.0);
    let inside = (0..tree.leaf_count()).filter(|&leaf| of(leaf) > 0.0);
    let seen: f64 = inside
        .map(|leaf| of(leaf) * pvs.row(leaf).map(of).sum::<f64>())
        .sum();
    if all > 0.0 { seen / (all * all) } else { 0.0 }
}
