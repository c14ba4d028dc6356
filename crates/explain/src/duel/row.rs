//! The figures of one that took part.

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

/// The figures of a tree that can be told without asking it. Those that `info` reports too are the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Solid triangles of the level.
    pub triangles: u32,
    /// Nodes.
    pub nodes: u32,
    /// Pieces of triangles, or of the convex polygons that a solid-leaf tree merges them into; without a tree the triangles.
    pub fragments: u32,
    /// Fragments a triangle: more than 1 where planes cut, less where triangles were merged.
    pub growth: f64,
    /// Nodes on the longest path from the root.
    pub depth: u32,
    /// Mean length of the paths from the root.
    pub mean_depth: f64,
    /// Nodes at each depth, the root's first.
    pub depths: Vec<u32>,
    /// Mean over all nodes with nodes below of the share of the smaller side: 0.5 is even, 0 a list. `None` without a tree.
    pub balance: Option<f64>,
    /// Memory of the tree in bytes.
    pub bytes: u64,
    /// How long it took to build, in milliseconds: of a solid-leaf tree without its portals and PVS, of a file's own tree the
    /// conversion.
    pub build_ms: f64,
    /// Expected cost of a query by the surface area heuristic, in visits of a node.
    pub cost: f64,
    /// How the planes of a node-storing tree lie, and what they cut.
    pub kinds: Option<SplitKinds>,
}

/// One that took part, as JSON and the tables show it. Keys are only ever added.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its name, see [`Contestant`].
    pub rule: String,
    /// The kind of its tree.
    pub tree: TreeKind,
    /// What each cut face added to the score of a plane, where the rule reads it.
    pub cut_weight: Option<f64>,
    /// What each face more on one side than on the other added.
    pub unbalance_weight: Option<f64>,
    /// The figures of its tree.
    #[serde(flatten)]
    pub figures: Figures,
    /// What casts took.
    pub casts: Measured,
    /// What contacts took.
    pub contacts: Measured,
    /// What sweeps took.
    pub sweeps: Measured,
    /// Who it is.
    #[serde(skip)]
    pub contestant: Contestant,
}

impl Row {
    /// That of one with the figures of its tree, and what casts, contacts and sweeps took.
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
        }
    }

    /// Whether it has a tree.
    #[must_use]
    pub fn has_tree(&self) -> bool {
        self.tree != TreeKind::None
    }

    /// Whether its tree was built, rather than taken from the file.
    #[must_use]
    pub fn is_built(&self) -> bool {
        matches!(self.tree, TreeKind::NodeStoring | TreeKind::SolidLeaf)
    }
}

impl Figures {
    /// Of a node-storing tree that took so long to build.
    pub(super) fn of_nodes(tree: &NodeTree, build_ms: f64, progress: &Progress) -> Result<Self, Cancelled> {
        let statistics = tree.statistics();
        let cost = SubtreeSums::new(tree, Measure::Cost, progress)?.whole();
        let depths = (0..tree.node_count()).filter_map(|id| Some(tree.node(id)?.depth));
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

    /// Of a solid-leaf tree with the triangles that bodies collide with, of which the level has so many.
    pub(super) fn of_leaves(
        obstacles: &LeafObstacles<'_>,
        triangles: u32,
        build_ms: f64,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let tree = obstacles.tree();
        let statistics = tree.statistics();
        let depths = (0..tree.node_count()).filter_map(|id| Some(tree.node(id)?.depth));
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

    /// Without a tree.
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

/// How many nodes are at each depth.
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

/// The balance of a solid-leaf tree, as [`bspwalk_trees::Statistics::balance`] is of the node-storing tree.
fn balance(tree: &LeafTree, progress: &Progress) -> Result<f64, Cancelled> {
    let mut below = vec![1_u32; tree.node_count() as usize];
    let (mut sum, mut forks) = (0.0, 0_u32);
    // Children follow their parents.
    for id in (0..tree.node_count()).rev() {
        progress.check_at(id as usize)?;
        let Some(node) = tree.node(id) else { continue };
        let [front, back] = [node.front, node.back].map(|child| match child {
            Child::Node(child) => below[child as usize],
            Child::Leaf(_) => 0,
        });
        if front + back > 0 {
            sum += f64::from(front.min(back)) / f64::from(front + back);
            forks += 1;
        }
        below[id as usize] += front + back;
    }
    Ok(sum / f64::from(forks.max(1)))
}
