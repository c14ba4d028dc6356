//! Compares two levels with their trees, for example two saves of a map or two compilations.
//!
//! Everything is matched by geometry rather than by number: nodes by plane and bounds of their faces, leaves by cell,
//! portals and faces by polygon, brushes by their sides. A level compared with itself therefore has no differences. If
//! a level has one more brush, the comparison shows the effects of that brush.
//!
//! ```
//! use bspwalk_compile::{CompileParams, leaf_tree, node_tree};
//! use bspwalk_explain::difference::{Difference, Side};
//! use bspwalk_levels::{LoadOptions, builtin};
//! use bspwalk_progress::Progress;
//! use std::sync::Arc;
//!
//! let progress = Arc::<Progress>::default();
//! let level = Arc::new(builtin::load("three_rooms", &LoadOptions::default(), &progress)?);
//! let params = CompileParams::quick();
//! let (nodes, _) = node_tree(&level, &params.nodes, &progress)?;
//! let leaves = leaf_tree(&level, &params, &progress)?;
//! let side = Side { level: &level, nodes: &nodes, leaves: &leaves.tree, pvs: None };
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

pub(crate) use self::sentence::signed;
pub use self::{
    matching::{Counts, Matching},
    sentence::{SideFigures, change},
    visible::VisiblePairs,
};
use crate::outlines::{NEAR, Outline, Outlines, Overlap};

/// A level with its trees.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The level.
    pub level: &'a Level,
    /// Node-storing tree of the level.
    pub nodes: &'a NodeTree,
    /// Solid-leaf tree of the level.
    pub leaves: &'a LeafTree,
    /// Its PVS, if compared.
    pub pvs: Option<&'a Pvs>,
}

/// The differences between two levels.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Nodes of the node-storing trees.
    pub nodes: Matching,
    /// Planes of the solid-leaf trees.
    pub planes: Matching,
    /// Leaves of the solid-leaf trees.
    pub leaves: Matching,
    /// Portals of the solid-leaf trees, in order.
    pub portals: Outlines,
    /// Faces: triangles, in the order of [`Level::triangles`].
    pub faces: Outlines,
    /// Brushes of the sources, if both have any.
    pub brushes: Option<Matching>,
    /// Visible pairs, if both have a PVS.
    pub visible: Option<VisiblePairs>,
    /// Origin of the second level in the space of the first, in metres.
    pub offset: DVec3,
    /// Tolerance within which positions are identical, in metres.
    pub near: f64,
}

impl Difference {
    /// Compares two levels.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn new(before: Side<'_>, after: Side<'_>, progress: &Progress) -> Result<Self, Cancelled> {
        let sides = [before, after];
        let offset = after.level.origin - before.level.origin;
        let thickness = sides
            .map(|side| side.leaves.tolerances().on_plane)
            .into_iter()
            .fold(0.0, f64::max);
        let near = NEAR.max(2.0 * thickness);
        let trees = sides.map(|side| side.leaves);
        let leaves = parts::leaves(trees, offset, near, progress)?;
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
            nodes: parts::nodes(sides.map(|side| side.nodes), offset, near, progress)?,
            planes: parts::planes(trees, offset, near, progress)?,
            leaves,
            portals: Outlines::new([&portals[0], &portals[1]], thickness, progress)?,
            faces: Outlines::new([&faces[0], &faces[1]], thickness, progress)?,
            brushes: have_brushes
                .then(|| parts::brushes(brushes, offset, near, progress))
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
                .all(|polygons| counts(polygons).is_nothing())
            && self.visible.is_none_or(|pairs| pairs.is_nothing())
    }
}

/// Returns the number of polygons of a side that other polygons cover without an identical one. Only their
/// division differs.
#[must_use]
pub fn redivided(polygons: &Outlines, side: usize) -> u64 {
    polygons.sides[side]
        .iter()
        .filter(|beside| beside.is_redivided())
        .count() as u64
}

/// Returns the numbers of polygons before and after, and the numbers of polygons without an identical
/// counterpart.
#[must_use]
pub fn counts(polygons: &Outlines) -> Counts {
    let [gone, came] =
        [0, 1].map(|side| (polygons.sides[side].len() - polygons.count(side, Overlap::Same)) as u64);
    Counts {
        before: polygons.sides[0].len() as u64,
        after: polygons.sides[1].len() as u64,
        gone,
        came,
    }
}

/// Returns the number of boxes that touch `wanted`, within `near` metres.
pub fn touching(boxes: impl IntoIterator<Item = Aabb>, wanted: &Aabb, near: f64) -> u64 {
    let wanted = wanted.inflated(near);
    boxes
        .into_iter()
        .filter(|bounds| bounds.intersects(&wanted))
        .count() as u64
}

/// Returns the portals of a tree, translated by a vector.
pub(crate) fn portals_of(tree: &LeafTree, by: DVec3) -> Vec<Outline> {
    let portals = (0..tree.portal_count()).filter_map(|id| tree.portal(id));
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
