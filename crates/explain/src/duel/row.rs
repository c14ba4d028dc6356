//! The results of one contestant.

use bspwalk_geometry::Aabb;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{
    LeafObstacles, LeafTree, NodeTree, TriangleList,
    node_storing::{Measure, SubtreeSums},
    solid_leaf::Child,
};
use serde::{Deserialize, Serialize};

use super::{
    contestant::{Contestant, TreeKind},
    measure::Measured,
    split_costs::SplitKinds,
};
use crate::other_trees::SpatialTree;

/// Statistics of a tree that require no queries. The command `info` reports the same values for the statistics that it
/// shares with this table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Number of solid triangles in the level.
    pub triangles: u32,
    /// Number of nodes.
    pub nodes: u32,
    /// Number of pieces of triangles or, in a solid-leaf tree, of merged convex polygons. In a tree that is not a BSP
    /// tree, it is the number of references from leaves to triangles; without a tree, the number of triangles.
    pub fragments: u32,
    /// Fragments per triangle: above 1 if planes split triangles or if leaves share triangles, below 1 if triangles
    /// were merged.
    pub growth: f64,
    /// Number of nodes on the longest path from the root.
    pub depth: u32,
    /// Mean depth of the nodes.
    pub mean_depth: f64,
    /// Number of nodes at each depth, starting with the root.
    pub depths: Vec<u32>,
    /// Mean fraction of descendants on the smaller side, over all inner nodes. It is 0.5 for a balanced tree and 0 for
    /// a linear list. `None` for an octree and without a tree.
    pub balance: Option<f64>,
    /// Memory usage of the tree, in bytes.
    pub bytes: u64,
    /// Build time, in milliseconds. For a solid-leaf tree, it excludes portals and PVS. For a file's own tree, it is
    /// the time taken to convert the tree.
    pub build_ms: f64,
    /// Expected cost of a query according to the surface area heuristic, in node visits.
    pub cost: f64,
    /// Orientation of the planes in a node-storing tree and of the faces that they cut.
    pub kinds: Option<SplitKinds>,
}

/// The results of one contestant, for JSON and tables. Keys may be added to the serialised format, but never removed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Name of the contestant; see [`Contestant`].
    pub rule: String,
    /// Kind of tree.
    pub tree: TreeKind,
    /// Weight of each cut face in a plane's score, if the rule uses this weight.
    pub cut_weight: Option<f64>,
    /// Weight of the imbalance between the two sides in a plane's score, if the rule uses this weight.
    pub unbalance_weight: Option<f64>,
    /// Statistics of the tree.
    #[serde(flatten)]
    pub figures: Figures,
    /// Measurements of casts.
    pub casts: Measured,
    /// Measurements of contact queries.
    pub contacts: Measured,
    /// Measurements of sweeps.
    pub sweeps: Measured,
    /// The contestant.
    #[serde(skip)]
    pub contestant: Contestant,
    /// Boxes of the nodes at the first depths, in metres, starting with the root. Empty unless the contestant is a tree
    /// other than a BSP tree.
    #[serde(skip)]
    pub levels: Vec<Vec<Aabb>>,
}

impl Row {
    /// Creates the row of a contestant from its tree's statistics and its measurements.
    #[must_use]
    pub fn new(contestant: Contestant, figures: Figures, [casts, contacts, sweeps]: [Measured; 3]) -> Self {
        let weights = contestant.weights();
        Self {
            rule: contestant.to_string(),
            tree: contestant.kind(),
            cut_weight: weights.map(|[cut, _]| cut),
            unbalance_weight: weights.map(|[_, unbalance]| unbalance),
            figures,
            casts,
            contacts,
            sweeps,
            contestant,
            levels: Vec::new(),
        }
    }

    /// Returns the row with the boxes of the nodes at the tree's first depths.
    #[must_use]
    pub fn with_levels(self, levels: Vec<Vec<Aabb>>) -> Self {
        Self { levels, ..self }
    }

    /// Returns whether the contestant has a tree.
    #[must_use]
    pub fn has_tree(&self) -> bool {
        self.tree != TreeKind::None
    }

    /// Returns whether the tree was built, rather than imported from the file.
    #[must_use]
    pub fn is_built(&self) -> bool {
        !matches!(self.tree, TreeKind::Own | TreeKind::None)
    }
}

impl Figures {
    /// Returns the statistics of a node-storing tree. `build_ms` is its build time in milliseconds.
    pub(super) fn of_nodes(tree: &NodeTree, build_ms: f64, progress: &Progress) -> Result<Self, Cancelled> {
        let statistics = tree.statistics();
        let cost = SubtreeSums::new(tree, Measure::Cost, progress)?.whole();
        let depths = tree.node_ids().filter_map(|id| Some(tree.node(id)?.depth));
        Ok(Self {
            triangles: statistics.triangles,
            nodes: statistics.nodes,
            fragments: statistics.fragments,
            growth: growth(statistics.fragments, statistics.triangles),
            depth: statistics.depth,
            mean_depth: statistics.mean_depth,
            depths: histogram(depths, progress)?,
            balance: Some(statistics.balance),
            bytes: statistics.bytes,
            build_ms,
            cost,
            kinds: None,
        })
    }

    /// Returns the statistics of a solid-leaf tree with collision triangles. `triangles` is the number of triangles in
    /// the level.
    pub(super) fn of_leaves(
        obstacles: &LeafObstacles<'_>,
        triangles: u32,
        build_ms: f64,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let tree = obstacles.tree();
        let statistics = tree.statistics();
        let depths = tree.node_ids().filter_map(|id| Some(tree.node(id)?.depth));
        Ok(Self {
            triangles,
            nodes: statistics.nodes,
            fragments: statistics.leaf_faces,
            growth: growth(statistics.leaf_faces, triangles),
            depth: statistics.depth,
            mean_depth: statistics.mean_depth,
            depths: histogram(depths, progress)?,
            balance: Some(balance(tree, progress)?),
            bytes: statistics.bytes,
            build_ms,
            cost: obstacles.expected_cost(progress)?,
            kinds: None,
        })
    }

    /// Returns the statistics of a tree that is not a BSP tree.
    pub(super) fn of_other(tree: &SpatialTree, build_ms: f64) -> Self {
        let (shape, triangles) = (tree.shape(), tree.triangle_count());
        Self {
            triangles,
            nodes: shape.nodes,
            fragments: shape.references,
            growth: growth(shape.references, triangles),
            depth: shape.depth,
            mean_depth: shape.mean_depth,
            depths: shape.depths.clone(),
            balance: shape.balance,
            bytes: shape.bytes,
            build_ms,
            cost: shape.cost,
            kinds: None,
        }
    }

    /// Returns the statistics of a plain list of triangles.
    pub(super) fn of_list(list: &TriangleList, build_ms: f64) -> Self {
        let triangles = list.triangle_count();
        Self {
            triangles,
            fragments: triangles,
            growth: growth(triangles, triangles),
            bytes: list.bytes(),
            build_ms,
            cost: list.expected_cost(),
            ..Self::default()
        }
    }
}

fn growth(fragments: u32, triangles: u32) -> f64 {
    f64::from(fragments) / f64::from(triangles.max(1))
}

/// Returns the number of nodes at each depth.
fn histogram(depths: impl Iterator<Item = u32>, progress: &Progress) -> Result<Vec<u32>, Cancelled> {
    let mut histogram = Vec::new();
    for (turn, depth) in depths.enumerate() {
        progress.check_at(turn)?;
        let depth = depth as usize;
        if histogram.len() <= depth {
            histogram.resize(depth + 1, 0);
        }
        histogram[depth] += 1;
    }
    Ok(histogram)
}

/// Returns the balance of a solid-leaf tree, defined in the same way as [`bspwalk_trees::Statistics::balance`] for the
/// node-storing tree.
fn balance(tree: &LeafTree, progress: &Progress) -> Result<f64, Cancelled> {
    let mut below = vec![1_u32; tree.node_count() as usize];
    let (mut sum, mut forks) = (0.0, 0_u32);
    // Children come after their parents.
    for id in tree.node_ids().rev() {
        progress.check_at(id.index())?;
        let Some(node) = tree.node(id) else { continue };
        let [front, back] = [node.front, node.back].map(|child| match child {
            Child::Node(child) => below[child.index()],
            Child::Leaf(_) => 0,
        });
        if front + back > 0 {
            sum += f64::from(front.min(back)) / f64::from(front + back);
            forks += 1;
        }
        below[id.index()] += front + back;
    }
    Ok(sum / f64::from(forks.max(1)))
}
