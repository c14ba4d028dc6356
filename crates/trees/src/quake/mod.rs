//! The tree of a compiled level of Quake, Half-Life or Quake II, as stored in its file: nodes, leaves with their
//! contents, the potentially visible set (PVS), and the clip hulls, which are trees for bodies of a fixed size.
//!
//! Sources: id Software's `bspfile.h`, `world.c` and `model.c` of Quake (GPL), and `qfiles.h` of Quake II (GPL). Planes
//! are in metres and use the level's own axes. As in all trees of this crate, the front is where n·x + d > 0.
//!
//! - `query` locates points and reads the PVS.
//! - `trace` traces bodies through clip hulls and sightlines through leaves.
//! - `contents` defines the contents of leaves.
//! - `cells` computes the convex cells of hulls.
//! - `check` rejects invalid files.

mod cells;
mod check;
mod contents;
mod query;
mod trace;

use bspwalk_geometry::{Aabb, Plane, id};
use glam::DVec3;

pub use self::{contents::Contents, trace::HullHit};
use super::{node::Branch, tolerance::COMPILED_UNITS, traversal::Shape};

id! {
    /// Index of a node of hull 0 in the file.
    QuakeNodeId
}

id! {
    /// Index of a node of a clip hull in the file.
    ClipNodeId
}

id! {
    /// Index of a leaf in the file. Leaf 0 is solid and is shared by all solid space.
    QuakeLeafId
}

id! {
    /// Number of a hull. Hull 0 traces points; hull `i` traces a body whose box is entry `i − 1` of
    /// [`QuakeTree::hulls`].
    HullId
}

impl HullId {
    /// The hull of a point.
    pub const POINT: Self = Self(0);

    /// Returns the index of the hull's box in [`QuakeTree::hulls`], or `None` for [`HullId::POINT`].
    #[must_use]
    pub fn clip_hull(self) -> Option<usize> {
        self.index().checked_sub(1)
    }
}

/// A child on one side of a node's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum QuakeChild {
    /// Another node, as an index into [`QuakeParts::nodes`].
    Node(QuakeNodeId),
    /// A leaf, as an index into [`QuakeParts::leaves`].
    Leaf(QuakeLeafId),
}

/// A child on one side of a clip node's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum ClipChild {
    /// Another clip node, as an index into [`QuakeParts::clip_nodes`].
    Node(ClipNodeId),
    /// A convex cell with these contents.
    Contents(Contents),
}

/// A node of hull 0, whose tree leads to the leaves.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeNode {
    /// Index into [`QuakeParts::planes`].
    pub plane: u32,
    /// Child in front of the plane, then child behind it.
    pub children: [QuakeChild; 2],
}

/// A node of a clip hull.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ClipNode {
    /// Index into [`QuakeParts::planes`].
    pub plane: u32,
    /// Child in front of the plane, then child behind it.
    pub children: [ClipChild; 2],
}

/// A convex leaf.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeLeaf {
    /// Contents of the leaf.
    pub contents: Contents,
    /// Cluster: the leaf's row in the PVS, and its bit in each row. A leaf without a cluster is visible from
    /// everywhere.
    pub cluster: Option<u32>,
}

/// The world, or a brush model, which is a part of the level that moves as a whole, such as a door or a lift.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeModel {
    /// Root of hull 0.
    pub root: QuakeChild,
    /// Roots of hull 1 and the following hulls.
    pub clip_roots: Vec<ClipChild>,
    /// Translation from the model's stored position to its position in the level, in metres.
    pub offset: DVec3,
    /// Bounds at the stored position, in metres.
    pub bounds: Aabb,
    /// Whether the model stops bodies. A door does, but a trigger does not.
    pub solid: bool,
}

/// The arrays that define a tree, as read from a file.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeParts {
    /// Length of a file unit, in metres.
    pub unit: f64,
    /// Planes of all nodes and clip nodes, in metres.
    pub planes: Vec<Plane>,
    /// Nodes of all models.
    pub nodes: Vec<QuakeNode>,
    /// Leaves of all models. The first leaf is solid.
    pub leaves: Vec<QuakeLeaf>,
    /// Nodes of the clip hulls of all models.
    pub clip_nodes: Vec<ClipNode>,
    /// Box of each clip hull, starting with hull 1, relative to the origin of the body (in metres).
    pub hulls: Vec<Aabb>,
    /// The world, followed by the brush models.
    pub models: Vec<QuakeModel>,
    /// Offset of each cluster's row in `visibility`, or `None` for a cluster that sees everything.
    pub rows: Vec<Option<u32>>,
    /// PVS rows with one bit per cluster, run-length encoded: a zero byte is followed by the number of zero bytes.
    pub visibility: Vec<u8>,
}

/// The tree of a compiled level. Its indices are in range and its nodes form no cycles, so all queries terminate.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct QuakeTree {
    parts: QuakeParts,
}

/// Statistics of a [`QuakeTree`].
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct QuakeStatistics {
    /// Number of nodes in the world.
    pub nodes: u32,
    /// Number of leaves in the world. The leaf shared by all solid space is counted once.
    pub leaves: u32,
    /// Number of leaves in the world that are not [opaque](Contents::is_opaque).
    pub empty: u32,
    /// Number of children of the world's nodes that are opaque leaves.
    pub solid: u32,
    /// Number of nodes on the longest path from the root.
    pub depth: u32,
    /// Mean number of nodes on the path from the root to a leaf.
    pub mean_depth: f64,
    /// Number of clip hulls.
    pub hulls: u32,
    /// Number of clip nodes, over the clip hulls of all models.
    pub clip_nodes: u32,
    /// Number of brush models, excluding the world.
    pub models: u32,
    /// Number of PVS clusters, or 0 if the file has no PVS.
    pub clusters: u32,
}

impl QuakeTree {
    /// Returns the arrays of the tree.
    #[must_use]
    pub fn parts(&self) -> &QuakeParts {
        &self.parts
    }

    /// Returns the box of each clip hull, starting with hull 1, relative to the origin of the body (in metres).
    #[must_use]
    pub fn hulls(&self) -> &[Aabb] {
        &self.parts.hulls
    }

    /// Returns the leaf with the given index in the file, or `None` if it does not exist.
    #[must_use]
    pub fn leaf(&self, id: QuakeLeafId) -> Option<&QuakeLeaf> {
        self.parts.leaves.get(id.index())
    }

    /// Returns the length of a file unit, in metres. Quake specifies the sizes of bodies and steps in these units.
    #[must_use]
    pub fn unit(&self) -> f64 {
        self.parts.unit
    }

    /// Returns the thickness of planes, in metres. Compilers merge corners that are this close.
    #[must_use]
    pub fn plane_thickness(&self) -> f64 {
        COMPILED_UNITS * self.parts.unit
    }

    /// Returns the world model, which every tree has.
    #[must_use]
    pub fn world(&self) -> &QuakeModel {
        &self.parts.models[0]
    }

    /// Converts the tree to other axes and units. `rotate` maps a vector from the old axes to the new ones. It must be
    /// linear, preserve lengths and map axes to axes, so that boxes stay axis-aligned. After that, lengths are
    /// multiplied by `scale`.
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

    /// Computes the statistics of the tree.
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
        let shape = Shape::of(&parts.nodes[..], self.world().root, Branch::Front, |id| {
            if parts.leaves[id.index()].contents.is_opaque() {
                statistics.solid += 1;
                solid_leaves.insert(id);
            } else {
                statistics.empty += 1;
            }
        });
        statistics.nodes = shape.nodes;
        statistics.depth = shape.depth;
        statistics.mean_depth = shape.mean_depth;
        statistics.leaves = statistics.empty + solid_leaves.len() as u32;
        statistics
    }
}
