//! The tree of a compiled level of Quake, Half-Life or Quake II, as the file has it: nodes, leaves with their contents, the
//! potentially visible set (PVS), and the clip hulls, which are trees for bodies of a fixed size.
//!
//! Sources: id Software's `bspfile.h`, `world.c` and `model.c` of Quake (GPL), and `qfiles.h` of Quake II (GPL). Planes are
//! in metres in the level's own axes, front where n·x + d > 0, as in all trees here.
//!
//! `query` locates points, `trace` traces bodies through clip hulls and sightlines through leaves, `visibility` reads the
//! PVS, `contents` is what fills a leaf, `check` refuses invalid files.

mod check;
mod contents;
mod query;
mod trace;
mod visibility;

use bspwalk_geometry::{Aabb, Plane};
use glam::DVec3;

pub use self::{contents::Contents, trace::HullHit};
use super::node::NONE;

/// The index of a leaf in the file. Leaf 0 is solid; all solid space shares it.
pub type QuakeLeafId = u32;

/// The number of a hull: 0 traces points, hull `i` the body `i − 1` of [`QuakeTree::hulls`].
pub type HullId = usize;

/// What is on one side of a node's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum QuakeChild {
    /// Another node, as an index of [`QuakeParts::nodes`].
    Node(u32),
    /// A leaf, as an index of [`QuakeParts::leaves`].
    Leaf(QuakeLeafId),
}

/// What is on one side of a clip node's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum ClipChild {
    /// Another clip node, as an index of [`QuakeParts::clip_nodes`].
    Node(u32),
    /// A convex cell with these contents.
    Contents(Contents),
}

/// A node of the tree of leaves.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeNode {
    /// Index into [`QuakeParts::planes`].
    pub plane: u32,
    /// The child in front of the plane, and the child behind it.
    pub children: [QuakeChild; 2],
}

/// A node of a clip hull.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ClipNode {
    /// Index into [`QuakeParts::planes`].
    pub plane: u32,
    /// The child in front of the plane, and the child behind it.
    pub children: [ClipChild; 2],
}

/// A convex leaf.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeLeaf {
    /// What fills it.
    pub contents: Contents,
    /// Its cluster: its row of the PVS, and its bit in every row. A leaf without a cluster counts as visible from everywhere.
    pub cluster: Option<u32>,
}

/// The world, or a brush model: a part of the level that moves as a whole, as a door or a lift.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeModel {
    /// The root of hull 0.
    pub root: QuakeChild,
    /// The roots of hulls 1 and up.
    pub clip_roots: Vec<ClipChild>,
    /// The translation from the position at which its planes are stored to its place in the level, in metres.
    pub offset: DVec3,
    /// Its bounds at the position at which its planes are stored, in metres.
    pub bounds: Aabb,
    /// Whether it stops bodies: a door does, a trigger does not.
    pub solid: bool,
}

/// The arrays of a tree, as a reader of a file fills them.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeParts {
    /// The length of a unit of the file, in metres.
    pub unit: f64,
    /// The planes of all nodes and clip nodes, in metres.
    pub planes: Vec<Plane>,
    /// The nodes of all models.
    pub nodes: Vec<QuakeNode>,
    /// The leaves of all models; the first is solid.
    pub leaves: Vec<QuakeLeaf>,
    /// The nodes of the clip hulls of all models.
    pub clip_nodes: Vec<ClipNode>,
    /// The box of each clip hull from hull 1 on, relative to the origin of the body, in metres.
    pub hulls: Vec<Aabb>,
    /// The world, then the brush models.
    pub models: Vec<QuakeModel>,
    /// The byte of `visibility` at which the row of each cluster begins; `None` for a cluster that sees everything.
    pub rows: Vec<Option<u32>>,
    /// The rows of the PVS, a bit for each cluster, run-length encoded: a zero byte is followed by the number of zero bytes.
    pub visibility: Vec<u8>,
}

/// The tree of a compiled level. Its indices are in range and its nodes form no cycle, so that every query ends.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeTree {
    parts: QuakeParts,
}

/// The figures of a [`QuakeTree`].
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct QuakeStatistics {
    /// Nodes of the world.
    pub nodes: u32,
    /// Leaves of the world. The leaf that all solid space shares counts once.
    pub leaves: u32,
    /// Leaves of the world that are not [opaque](Contents::is_opaque).
    pub empty: u32,
    /// Children of the world's nodes that are opaque leaves.
    pub solid: u32,
    /// Nodes on the longest path from the root.
    pub depth: u32,
    /// Mean number of nodes from the root to a leaf.
    pub mean_depth: f64,
    /// Clip hulls.
    pub hulls: u32,
    /// Nodes of the clip hulls, of all models.
    pub clip_nodes: u32,
    /// Brush models; the world is not counted.
    pub models: u32,
    /// Clusters of the PVS; 0 where the file has none.
    pub clusters: u32,
}

impl QuakeTree {
    /// The arrays of the tree.
    #[must_use]
    pub fn parts(&self) -> &QuakeParts {
        &self.parts
    }

    /// The box of each clip hull from hull 1 on, relative to the origin of the body, in metres.
    #[must_use]
    pub fn hulls(&self) -> &[Aabb] {
        &self.parts.hulls
    }

    /// A leaf by its index in the file; `None` where there is none.
    #[must_use]
    pub fn leaf(&self, id: QuakeLeafId) -> Option<&QuakeLeaf> {
        self.parts.leaves.get(id as usize)
    }

    /// The length of a unit of the file, in metres. Quake gives the sizes of bodies and steps in units.
    #[must_use]
    pub fn unit(&self) -> f64 {
        self.parts.unit
    }

    /// The world, which every tree has.
    #[must_use]
    pub fn world(&self) -> &QuakeModel {
        &self.parts.models[0]
    }

    /// The tree in other axes and units. `rotate` maps a vector of the old axes to the new ones: it must be linear, keep
    /// lengths and map axes to axes, as boxes stay axis-aligned. Then lengths are multiplied by `scale`.
    #[must_use]
    pub fn transformed(mut self, rotate: impl Fn(DVec3) -> DVec3, scale: f64) -> Self {
        let boxed = |bounds: Aabb| Aabb::from_points([bounds.min, bounds.max].map(|p| rotate(p) * scale));
        self.parts.unit *= scale;
        for plane in &mut self.parts.planes {
            plane.normal = rotate(plane.normal);
            plane.d *= scale;
        }
        for hull in &mut self.parts.hulls {
            *hull = boxed(*hull);
        }
        for model in &mut self.parts.models {
            model.offset = rotate(model.offset) * scale;
            model.bounds = boxed(model.bounds);
        }
        self
    }

    /// The figures of the tree.
    #[must_use]
    pub fn statistics(&self) -> QuakeStatistics {
        let parts = &self.parts;
        let mut statistics = QuakeStatistics {
            hulls: parts.hulls.len() as u32,
            clip_nodes: parts.clip_nodes.len() as u32,
            models: parts.models.len() as u32 - 1,
            clusters: parts.rows.len() as u32,
            ..QuakeStatistics::default()
        };
        let mut solid_leaves = std::collections::BTreeSet::new();
        let (mut depths, mut ends) = (0_u64, 0_u64);
        let mut stack = vec![(self.world().root, 0_u32)];
        while let Some((child, depth)) = stack.pop() {
            match child {
                QuakeChild::Node(id) => {
                    statistics.nodes += 1;
                    stack.extend(parts.nodes[id as usize].children.map(|child| (child, depth + 1)));
                }
                QuakeChild::Leaf(id) => {
                    depths += u64::from(depth);
                    ends += 1;
                    statistics.depth = statistics.depth.max(depth);
                    if parts.leaves[id as usize].contents.is_opaque() {
                        statistics.solid += 1;
                        solid_leaves.insert(id);
                    } else {
                        statistics.empty += 1;
                    }
                }
            }
        }
        statistics.leaves = statistics.empty + solid_leaves.len() as u32;
        statistics.mean_depth = depths as f64 / ends.max(1) as f64;
        statistics
    }
}
