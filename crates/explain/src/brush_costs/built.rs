//! A map that is built from its text in memory.

use std::sync::Arc;

use bspwalk_compile::{
    BuiltLeafTree, CompileParams,
    fill::{leak_start, remove_unreachable},
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
use crate::difference::ComparedLevel;

/// The text of a map, with the options for building it.
#[derive(Clone, Copy, Debug)]
pub struct MapInput<'a> {
    /// Name used in error messages.
    pub name: &'a str,
    /// Text of the map.
    pub text: &'a [u8],
    /// Load options. Images are not loaded, because they do not affect the trees.
    pub options: &'a LoadOptions,
    /// Parameters for building the trees and the PVS.
    pub params: &'a CompileParams,
}

/// A level with its trees and its PVS.
#[derive(Clone, Debug)]
pub struct BuiltMap {
    /// The level.
    pub level: Arc<Level>,
    /// Node-storing tree of the level.
    pub nodes: Arc<NodeTree>,
    /// Solid-leaf tree of the level.
    pub leaves: BuiltLeafTree,
    /// Potentially visible set of the level.
    pub pvs: Arc<Pvs>,
    /// Computation time of the PVS, in milliseconds.
    pub pvs_ms: f64,
    /// Whether there is a path from the inside to the outside.
    pub leaks: bool,
    /// Whether walls separate some rooms from the outside.
    pub is_sealed: bool,
}

/// Statistics of a map's trees. Keys may be added to the serialised format, but never removed. Times are in
/// milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MapFigures {
    /// Number of empty leaves inside the level.
    pub leaves: u32,
    /// Number of solid leaves.
    pub solid: u32,
    /// Number of faces that the solid-leaf tree split.
    pub cuts: u32,
    /// Number of portals.
    pub portals: u32,
    /// Mean fraction of the level's empty volume that is visible from a position in it according to the PVS, from 0 to
    /// 1.
    ///
    /// This depends little on how the space is divided.
    pub seen_share: f64,
    /// Number of steps taken to compute the PVS.
    pub pvs_steps: u64,
    /// Number of directed portals whose search reached the step limit.
    pub pvs_cut_short: u32,
    /// Build time of the solid-leaf tree, including its portals.
    pub leaf_ms: f64,
    /// Computation time of the PVS.
    pub pvs_ms: f64,
}

impl BuiltMap {
    /// Builds a map from `text`, which may differ from the input's text. If `record` is set, the decisions of the
    /// solid-leaf tree are kept.
    pub(super) fn build(
        input: &MapInput<'_>,
        text: &[u8],
        record: bool,
        progress: &Arc<Progress>,
    ) -> Result<Self, SurveyError> {
        let level = load_from_memory(input.name, text, &(), input.options, progress)?;
        let level = Arc::new(remove_unreachable(level, progress)?);
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

    /// Returns the level, trees and PVS for a comparison.
    #[must_use]
    pub fn side(&self) -> ComparedLevel<'_> {
        ComparedLevel {
            level: &self.level,
            nodes: &self.nodes,
            leaves: &self.leaves.tree,
            pvs: Some(&self.pvs),
        }
    }

    /// Returns the statistics of the map.
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

/// Returns the mean fraction of the empty volume that is visible from a position in it.
fn seen_share(tree: &LeafTree, pvs: &Pvs) -> f64 {
    let volumes = tree.leaf_ids().map(|leaf| match tree.leaf(leaf) {
        Some(view) if leaf != OUTSIDE && !view.solid => view.volume,
        _ => 0.0,
    });
    let volumes: Vec<f64> = volumes.collect();
    let all: f64 = volumes.iter().sum();
    let of = |leaf: LeafId| volumes.get(leaf.index()).copied().unwrap_or(0.0);
    let inside = tree.leaf_ids().filter(|&leaf| of(leaf) > 0.0);
    let seen: f64 = inside
        .map(|leaf| of(leaf) * pvs.row(leaf).map(of).sum::<f64>())
        .sum();
    if all > 0.0 { seen / (all * all) } else { 0.0 }
}
