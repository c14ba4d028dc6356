//! The tree of a compiled level of Quake, Half-Life or Quake II, as its compilers left it: nodes, leaves with their
//! contents, the potentially visible set, and the clip hulls, which are trees for bodies of a fixed size.
//!
//! Sources: id Software's `bspfile.h`, `world.c` and `model.c` of Quake (GPL), and `qfiles.h` of Quake II (GPL). Planes are
//! in metres in the level's own axes, front where n·x + d > 0, as in all trees here.
//!
//! `query` locates, `trace` moves a body as a point through a clip hull, `visibility` is the PVS of the file,
//! `contents` what fills a leaf, `check` is for trees from files.

mod check;
mod contents;
mod query;
mod trace;
mod visibility;

use bspwalk_geometry::{Aabb, Plane};
use glam::DVec3;

pub use self::{contents::Contents, trace::HullHit};
use super::node::NONE;

/// The number of a leaf in the file; 0 is the solid that all solid space shares.
pub type OwnLeafId = u32;

/// The number of a hull: 0 for points, others for bodies of [`QuakeTree::hulls`].
pub type HullId = usize;

/// What is on one side of a node's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum QuakeChild {
    /// Another node.
    Node(u32),
    /// A leaf.
    Leaf(OwnLeafId),
}

/// What is on one side of a clip node's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum ClipChild {
    /// Another clip node.
    Node(u32),
    /// Space of one kind.
    Contents(Contents),
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeNode {
    /// Index into [`QuakeParts::planes`].
    pub plane: u32,
    /// What is in front of it and what is behind.
    pub children: [QuakeChild; 2],
}

/// A node of a clip hull.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ClipNode {
    /// Index into [`QuakeParts::planes`].
    pub plane: u32,
    /// What is in front of it and what is behind.
    pub children: [ClipChild; 2],
}

/// A leaf.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeLeaf {
    /// What fills it.
    pub contents: Contents,
    /// Its bit in the rows of the PVS, and its row; `None` where it has neither and counts as seen from everywhere.
    pub cluster: Option<u32>,
}

/// The world, or a part of the level that moves as one: a door, a lift.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeModel {
    /// Where the nodes of hull 0 begin.
    pub root: QuakeChild,
    /// Where those of hulls 1 and up begin.
    pub clip_roots: Vec<ClipChild>,
    /// How far it is moved from where its planes are, in metres.
    pub offset: DVec3,
    /// Its bounds where its planes are, in metres.
    pub bounds: Aabb,
    /// Whether it stops bodies: a door does, a trigger does not.
    pub solid: bool,
}

/// The parts of a tree, as a reader finds them.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeParts {
    /// Metres a unit of the file.
    pub unit: f64,
    /// Planes, in metres.
    pub planes: Vec<Plane>,
    /// Nodes of all models.
    pub nodes: Vec<QuakeNode>,
    /// Leaves of all models; the first is solid.
    pub leaves: Vec<QuakeLeaf>,
    /// Nodes of the clip hulls of all models.
    pub clip_nodes: Vec<ClipNode>,
    /// The body of each clip hull, about the point that stands for it, in metres; the first is that of hull 1.
    pub hulls: Vec<Aabb>,
    /// The world, then the others.
    pub models: Vec<QuakeModel>,
    /// Where the row of each cluster begins in `visibility`; `None` for a cluster that sees everything.
    pub rows: Vec<Option<u32>>,
    /// The rows: bits, in which a zero byte is followed by the number of zero bytes.
    pub visibility: Vec<u8>,
}

/// The tree of a compiled level. Its indices are in range and it has no circles, so that every query ends.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeTree {
    parts: QuakeParts,
}

/// Figures of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct QuakeStatistics {
    /// Nodes of the world.
    pub nodes: u32,
    /// Leaves of the world, the one that solid space shares once.
    pub leaves: u32,
    /// Leaves of the world in which an eye can be.
    pub empty: u32,
    /// Places where the world's nodes have solid on one side.
    pub solid: u32,
    /// Nodes on the longest path from the root.
    pub depth: u32,
    /// Mean number of nodes from the root to a leaf.
    pub mean_depth: f64,
    /// Clip hulls.
    pub hulls: u32,
    /// Nodes of the clip hulls, of all models.
    pub clip_nodes: u32,
    /// Models beside the world.
    pub models: u32,
    /// Clusters of the PVS; 0 where the file has none.
    pub clusters: u32,
}

impl QuakeTree {
    /// The parts.
    #[must_use]
    pub fn parts(&self) -> &QuakeParts {
        &self.parts
    }

    /// The body of each clip hull about the point that stands for it, in metres; the first is that of hull 1.
    #[must_use]
    pub fn hulls(&self) -> &[Aabb] {
        &self.parts.hulls
    }

    /// A leaf by its number in the file.
    #[must_use]
    pub fn leaf(&self, id: OwnLeafId) -> Option<&QuakeLeaf> {
        self.parts.leaves.get(id as usize)
    }

    /// Metres a unit of the file: the sizes of Quake's bodies and steps are in units.
    #[must_use]
    pub fn unit(&self) -> f64 {
        self.parts.unit
    }

    /// The world.
    ///
    /// # Panics
    /// Never: a tree without models is refused.
    #[must_use]
    pub fn world(&self) -> &QuakeModel {
        &self.parts.models[0]
    }

    /// The same tree with every point mapped: `turn` turns vectors, then they are multiplied by `scale`.
    #[must_use]
    pub fn converted(mut self, turn: impl Fn(DVec3) -> DVec3, scale: f64) -> Self {
        let boxed = |bounds: Aabb| Aabb::from_points([bounds.min, bounds.max].map(|p| turn(p) * scale));
        self.parts.unit *= scale;
        for plane in &mut self.parts.planes {
            plane.normal = turn(plane.normal);
            plane.d *= scale;
        }
        for hull in &mut self.parts.hulls {
            *hull = boxed(*hull);
        }
        for model in &mut self.parts.models {
            model.offset = turn(model.offset) * scale;
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
