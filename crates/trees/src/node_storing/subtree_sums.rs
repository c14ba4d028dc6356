//! Measures of nodes, summed over every subtree: how much of the tree hangs below each node.

use bspwalk_geometry::Aabb;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use glam::Vec3;

use super::{Node, NodeId, NodeTree};
use crate::scoring::{HitProbabilities, TRIANGLE_COST};

/// What is summed over subtrees, see [`SubtreeSums`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The fragments that the nodes store.
    #[default]
    Faces,
    /// The nodes.
    Nodes,
    /// The faces that have pieces on both sides of a node's plane, within its cell.
    Cuts,
    /// The area of the faces, in square metres.
    Area,
    /// The expected cost of a query, in visits of a node: by the surface area heuristic (`MacDonald` and Booth, "Heuristics
    /// for ray tracing using space subdivision", 1990), a random segment that meets the bounds of the tree meets those of
    /// a node with the probability that the ratio of their surfaces is.
    Cost,
}

impl Measure {
    /// All measures.
    pub const ALL: [Self; 5] = [Self::Faces, Self::Nodes, Self::Cuts, Self::Area, Self::Cost];

    /// Its name for the user.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Faces => text!("trees-measure-faces"),
            Self::Nodes => text!("trees-measure-nodes"),
            Self::Cuts => text!("trees-measure-cuts"),
            Self::Area => text!("trees-measure-area"),
            Self::Cost => text!("trees-measure-cost"),
        }
    }

    /// A sentence for the user that says what it counts.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Faces => text!("trees-measure-faces-are"),
            Self::Nodes => text!("trees-measure-nodes-are"),
            Self::Cuts => text!("trees-measure-cuts-are"),
            Self::Area => text!("trees-measure-area-is"),
            Self::Cost => {
                text!("trees-measure-cost-is")
            }
        }
    }
}

/// A measure summed over every subtree of one tree.
///
/// Nodes are in depth-first order, so that a subtree is a range of numbers that begins with its root.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SubtreeSums {
    measure: Measure,
    /// The sum over the subtree of each node.
    pub(super) totals: Vec<f64>,
    /// The number of nodes in the subtree of each node.
    sizes: Vec<u32>,
    by_depth: Vec<f64>,
}

impl SubtreeSums {
    /// Sums a measure over every subtree.
    ///
    /// # Errors
    /// [`Cancelled`] once `progress` is cancelled.
    pub fn new(tree: &NodeTree, measure: Measure, progress: &Progress) -> Result<Self, Cancelled> {
        let sizes = sizes(tree, progress)?;
        let mut totals = match measure {
            Measure::Faces => own(tree, progress, |node| f64::from(node.fragment_count))?,
            Measure::Nodes => own(tree, progress, |_| 1.0)?,
            Measure::Cuts => cuts(tree, &sizes, progress)?,
            Measure::Area => own(tree, progress, |node| tree.area_of(node))?,
            Measure::Cost => {
                let whole = tree.nodes.first().map_or(0.0, surface);
                own(tree, progress, |node| cost(node, whole))?
            }
        };
        let deepest = tree.nodes.iter().map(|node| node.depth as usize + 1);
        let mut by_depth = vec![0.0; deepest.max().unwrap_or(0)];
        // From the last up, since children follow their parents.
        for (id, node) in tree.nodes.iter().enumerate().rev() {
            progress.check_at(id)?;
            by_depth[node.depth as usize] += totals[id];
            let below =
                [node.front, node.back].map(|child| totals.get(child as usize).copied().unwrap_or(0.0));
            totals[id] += below[0] + below[1];
        }
        Ok(Self {
            measure,
            totals,
            sizes,
            by_depth,
        })
    }

    /// The measure that is summed.
    #[must_use]
    pub fn measure(&self) -> Measure {
        self.measure
    }

    /// The sum over the subtree of a node; 0 for a node that does not exist.
    #[must_use]
    pub fn total(&self, id: NodeId) -> f64 {
        self.totals.get(id as usize).copied().unwrap_or(0.0)
    }

    /// The sum over the whole tree.
    #[must_use]
    pub fn whole(&self) -> f64 {
        self.total(0)
    }

    /// The share of a subtree in the sum over the whole tree, 0 to 1. Where that sum is 0, the share of the root is 1 and that of
    /// other nodes is 0.
    #[must_use]
    pub fn share(&self, id: NodeId) -> f64 {
        let whole = self.whole();
        if whole > 0.0 {
            self.total(id) / whole
        } else if id == 0 && !self.totals.is_empty() {
            1.0
        } else {
            0.0
        }
    }

    /// The number of nodes in the subtree of a node; 0 for a node that does not exist.
    #[must_use]
    pub fn node_count(&self, id: NodeId) -> u32 {
        self.sizes.get(id as usize).copied().unwrap_or(0)
    }

    /// The sum over the nodes at each depth, indexed by the depth; the root is at depth 0.
    #[must_use]
    pub fn by_depth(&self) -> &[f64] {
        &self.by_depth
    }
}

impl NodeTree {
    /// The area of the fragments of a node, in square metres.
    fn area_of(&self, node: &Node) -> f64 {
        let corners = self.spans(node).iter().map(|span| self.vertices(span));
        corners
            .map(|corners| {
                let fans = corners.windows(2).skip(1);
                let twice: Vec3 = fans
                    .map(|pair| (pair[0] - corners[0]).cross(pair[1] - corners[0]))
                    .sum();
                f64::from(twice.length()) * 0.5
            })
            .filter(|area| area.is_finite())
            .sum()
    }
}

/// A value of each node by itself.
fn own(tree: &NodeTree, progress: &Progress, value: impl Fn(&Node) -> f64) -> Result<Vec<f64>, Cancelled> {
    let mut values = Vec::with_capacity(tree.nodes.len());
    for (id, node) in tree.nodes.iter().enumerate() {
        progress.check_at(id)?;
        values.push(value(node));
    }
    Ok(values)
}

/// The number of nodes in the subtree of each node.
pub(super) fn sizes(tree: &NodeTree, progress: &Progress) -> Result<Vec<u32>, Cancelled> {
    let mut sizes = vec![1; tree.nodes.len()];
    for id in (0..sizes.len()).rev() {
        progress.check_at(id)?;
        let parent = tree.nodes[id].parent as usize;
        let below = sizes[id];
        if let Some(size) = sizes.get_mut(parent) {
            *size += below;
        }
    }
    Ok(sizes)
}

/// How many faces the plane of each node cuts.
///
/// Two fragments of a face that follow each other in the order of the tree lie on both sides of the nearest node above both;
/// where that node stores one of them, its plane has cut nothing: the rule `ati` stores one of several pieces on a plane.
fn cuts(tree: &NodeTree, sizes: &[u32], progress: &Progress) -> Result<Vec<f64>, Cancelled> {
    let cuts = joints(tree, sizes, |before, above| before != above, progress)?;
    Ok(cuts.into_iter().map(f64::from).collect())
}

/// For each node, how many pairs of fragments of one triangle that follow each other in the order of the tree have it as the nearest
/// node above both. `counts` is asked about each with the node of the first and that node above.
pub(super) fn joints(
    tree: &NodeTree,
    sizes: &[u32],
    counts: impl Fn(NodeId, NodeId) -> bool,
    progress: &Progress,
) -> Result<Vec<u32>, Cancelled> {
    let mut joints = vec![0; tree.nodes.len()];
    let mut last: Vec<Option<NodeId>> = vec![None; tree.triangles.len()];
    let mut turn = 0;
    for fragment in &tree.fragments {
        let Some(before) = last[fragment.triangle as usize].replace(fragment.node) else {
            continue;
        };
        let mut above = fragment.node;
        while above != super::NONE {
            progress.check_at(turn)?;
            turn += 1;
            if (above..above + sizes[above as usize]).contains(&before) {
                joints[above as usize] += u32::from(counts(before, above));
                break;
            }
            above = tree.nodes[above as usize].parent;
        }
    }
    Ok(joints)
}

fn bounds(node: &Node) -> Aabb {
    Aabb {
        min: node.bounds.min.as_dvec3(),
        max: node.bounds.max.as_dvec3(),
    }
}

/// The surface of a node's bounds, in square metres.
pub(super) fn surface(node: &Node) -> f64 {
    bounds(node).surface_area()
}

/// What a segment that meets bounds of the surface `whole` is expected to spend on a node, in visits: the visit, and the
/// faces that are tested where it crosses the node's plane.
pub(super) fn cost(node: &Node, whole: f64) -> f64 {
    let bounds = bounds(node);
    let met = if whole > 0.0 {
        (bounds.surface_area() / whole).min(1.0)
    } else {
        1.0
    };
    // The faces of a block are tested wherever its bounds are met.
    let crossing = if node.is_block() {
        1.0
    } else {
        HitProbabilities::of(&bounds, &node.plane).crossing
    };
    let cost = met * (1.0 + TRIANGLE_COST * f64::from(node.fragment_count) * crossing);
    if cost.is_finite() { cost } else { 0.0 }
}
