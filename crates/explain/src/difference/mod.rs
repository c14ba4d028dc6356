//! Compares two levels and their trees, for example two saves of a map or two compilations.
//!
//! Everything is matched by geometry rather than by number: nodes by their plane and the bounds of their faces, leaves
//! by cell, portals and faces by polygon, and brushes by their sides. A level compared with itself therefore has no
//! differences. If one level has an additional brush, the comparison shows the effects of that brush.
//!
//! ```
//! use bspwalk_compile::{CompileParams, leaf_tree, node_tree};
//! use bspwalk_explain::difference::{ComparedLevel, Difference};
//! use bspwalk_levels::{LoadOptions, builtin};
//! use bspwalk_progress::Progress;
//! use std::sync::Arc;
//!
//! let progress = Arc::<Progress>::default();
//! let level = Arc::new(builtin::load("three_rooms", &LoadOptions::default(), &progress)?);
//! let params = CompileParams::quick();
//! let (nodes, _) = node_tree(&level, &params.nodes, &progress)?;
//! let leaves = leaf_tree(&level, &params, &progress)?;
//! let side = ComparedLevel { level: &level, nodes: &nodes, leaves: &leaves.tree, pvs: None };
//! let difference = Difference::new(side, side, &progress)?;
//! assert!(difference.is_nothing());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod matching;
mod parts;
mod sentence;
mod visible;

use bspwalk_compile::fill::source_brushes;
use bspwalk_geometry::Aabb;
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::Pvs};
use glam::DVec3;

pub(crate) use self::sentence::format_signed_change;
pub use self::{
    matching::{ChangeCounts, Matching},
    sentence::{SideFigures, change},
    visible::VisiblePairs,
};
use crate::outlines::{NEAR, Outline, OutlineComparison, Overlap};

/// A level with its trees.
#[derive(Clone, Copy, Debug)]
pub struct ComparedLevel<'a> {
    /// The level.
    pub level: &'a Level,
    /// Node-storing tree of the level.
    pub nodes: &'a NodeTree,
    /// Solid-leaf tree of the level.
    pub leaves: &'a LeafTree,
    /// The level's PVS, if it is to be compared.
    pub pvs: Option<&'a Pvs>,
}

/// The differences between two levels.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Comparison of the nodes of the node-storing trees.
    pub nodes: Matching,
    /// Comparison of the planes of the solid-leaf trees.
    pub planes: Matching,
    /// Comparison of the leaves of the solid-leaf trees.
    pub leaves: Matching,
    /// Comparison of the portals of the solid-leaf trees, in index order.
    pub portals: OutlineComparison,
    /// Comparison of the faces, which are triangles in the order of [`Level::triangles`].
    pub faces: OutlineComparison,
    /// Comparison of the source brushes, if both levels have any.
    pub brushes: Option<Matching>,
    /// Comparison of the visible pairs, if both levels have a PVS.
    pub visible: Option<VisiblePairs>,
    /// Origin of the second level in the coordinates of the first, in metres.
    pub offset: DVec3,
    /// Maximum distance between positions that count as identical, in metres.
    pub near: f64,
}

impl Difference {
    /// Compares two levels.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn new(
        before: ComparedLevel<'_>,
        after: ComparedLevel<'_>,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let sides = [before, after];
        let offset = after.level.origin - before.level.origin;
        let thickness = sides
            .map(|side| side.leaves.tolerances().on_plane)
            .into_iter()
            .fold(0.0, f64::max);
        let near = NEAR.max(2.0 * thickness);
        let trees = sides.map(|side| side.leaves);
        let leaves = parts::match_leaves(trees, offset, near, progress)?;
        let moves = [DVec3::ZERO, offset];
        let portals = [0, 1].map(|side| portals_of(trees[side], moves[side]));
        let faces = [0, 1].map(|side| faces_of(sides[side].level, moves[side]));
        let brushes = sides.map(|side| source_brushes(side.level));
        let have_brushes = brushes.iter().all(|brushes| !brushes.is_empty());
        let visible = match (before.pvs, after.pvs) {
            (Some(first), Some(second)) => Some(VisiblePairs::new(
                (before.leaves, first),
                (after.leaves, second),
                &leaves,
                progress,
            )?),
            _ => None,
        };
        Ok(Self {
            nodes: parts::match_nodes(sides.map(|side| side.nodes), offset, near, progress)?,
            planes: parts::match_planes(trees, offset, near, progress)?,
            leaves,
            portals: OutlineComparison::new([&portals[0], &portals[1]], thickness, progress)?,
            faces: OutlineComparison::new([&faces[0], &faces[1]], thickness, progress)?,
            brushes: have_brushes
                .then(|| parts::match_brushes(brushes, offset, near, progress))
                .transpose()?,
            visible,
            offset,
            near,
        })
    }

    /// Returns whether nothing was added or removed.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        [&self.nodes, &self.planes, &self.leaves]
            .into_iter()
            .chain(&self.brushes)
            .all(|matching| matching.counts().is_nothing())
            && [&self.portals, &self.faces]
                .into_iter()
                .all(|polygons| change_counts(polygons).is_nothing())
            && self.visible.is_none_or(|pairs| pairs.is_nothing())
    }
}

/// Returns the number of polygons on a side that have no identical counterpart but are covered by other polygons. Only
/// the division of these polygons differs.
#[must_use]
pub fn count_redivided(polygons: &OutlineComparison, side: usize) -> u64 {
    polygons.sides[side]
        .iter()
        .filter(|beside| beside.is_redivided())
        .count() as u64
}

/// Returns the number of polygons before and after, and how many of them have no identical counterpart.
#[must_use]
pub fn change_counts(polygons: &OutlineComparison) -> ChangeCounts {
    let [gone, came] =
        [0, 1].map(|side| (polygons.sides[side].len() - polygons.count(side, Overlap::Same)) as u64);
    ChangeCounts {
        before: polygons.sides[0].len() as u64,
        after: polygons.sides[1].len() as u64,
        gone,
        came,
    }
}

/// Returns the number of boxes that touch the box `wanted`, within `near` metres.
pub fn count_touching_boxes(boxes: impl IntoIterator<Item = Aabb>, wanted: &Aabb, near: f64) -> u64 {
    let wanted = wanted.inflated(near);
    boxes
        .into_iter()
        .filter(|bounds| bounds.intersects(&wanted))
        .count() as u64
}

/// Returns the portals of a tree, translated by a vector.
pub(crate) fn portals_of(tree: &LeafTree, by: DVec3) -> Vec<Outline> {
    let portals = tree.portal_ids().filter_map(|id| tree.portal(id));
    portals
        .map(|portal| Outline::new(portal.polygon.iter().map(|&corner| corner + by)))
        .collect()
}

/// Returns the triangles of a level, translated by a vector.
pub(crate) fn faces_of(level: &Level, by: DVec3) -> Vec<Outline> {
    let triangles = level.triangles.iter();
    triangles
        .map(|triangle| Outline::new(triangle.corners.map(|corner| corner + by)))
        .collect()
}
