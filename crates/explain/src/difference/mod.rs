//! What came and went between two levels with their trees: two saves of a map, or two compilations.
//!
//! Everything is matched by where it is, never by its number: a node by its plane and the bounds of its faces, a leaf by its cell, a
//! portal and a face by its polygon, a brush by its sides. So a level beside itself differs in nothing, and of a level with one
//! more brush it is seen what that brush did.
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
mod visible;
mod words;

use bspwalk_compile::fill::source_brushes;
use bspwalk_geometry::Aabb;
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::Pvs};
use glam::DVec3;

pub use self::{
    matching::{Counts, Matching},
    visible::VisiblePairs,
    words::change,
};
use crate::outlines::{NEAR, Outline, Outlines, Overlap};

/// A level with its trees.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The level.
    pub level: &'a Level,
    /// Its node-storing tree.
    pub nodes: &'a NodeTree,
    /// Its solid-leaf tree.
    pub leaves: &'a LeafTree,
    /// What can be seen from where, if that is compared.
    pub pvs: Option<&'a Pvs>,
}

/// What came and went from one level to another.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The nodes of the node-storing trees.
    pub nodes: Matching,
    /// The planes of the solid-leaf trees.
    pub planes: Matching,
    /// The leaves of the solid-leaf trees.
    pub leaves: Matching,
    /// The portals of the solid-leaf trees, in their order.
    pub portals: Outlines,
    /// The faces: triangles, in the order of [`Level::triangles`].
    pub faces: Outlines,
    /// The brushes of the sources, where both have some.
    pub brushes: Option<Matching>,
    /// What sees each other, where both have a PVS.
    pub visible: Option<VisiblePairs>,
    /// Where the origin of the second level is in the space of the first, in metres.
    pub offset: DVec3,
    /// How far places may be apart that are the same, in metres.
    pub near: f64,
}

impl Difference {
    /// Compares two levels.
    ///
    /// # Errors
    /// [`Cancelled`].
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

    /// Whether nothing came and nothing is gone.
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

/// How many polygons of a side are not the same, but are covered by others all the same: they are only divided otherwise.
#[must_use]
pub fn redivided(polygons: &Outlines, side: usize) -> u64 {
    polygons.sides[side]
        .iter()
        .filter(|beside| beside.is_redivided())
        .count() as u64
}

/// How many polygons there are before and after, and how many of them the other has not, or in other parts.
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

/// How many of these leaves or portals touch a box, with `near` metres to spare.
pub fn touching(boxes: impl IntoIterator<Item = Aabb>, wanted: &Aabb, near: f64) -> u64 {
    let wanted = Aabb {
        min: wanted.min - near,
        max: wanted.max + near,
    };
    boxes
        .into_iter()
        .filter(|bounds| bounds.intersects(&wanted))
        .count() as u64
}

fn portals_of(tree: &LeafTree, by: DVec3) -> Vec<Outline> {
    let portals = (0..tree.portal_count()).filter_map(|id| tree.portal(id));
    portals
        .map(|portal| Outline::new(portal.polygon.iter().map(|&corner| corner + by)))
        .collect()
}

fn faces_of(level: &Level, by: DVec3) -> Vec<Outline> {
    let triangles = level.triangles.iter();
    triangles
        .map(|triangle| Outline::new(triangle.corners.map(|corner| corner + by)))
        .collect()
}
