//! Measures of nodes, summed over each subtree.

use bspwalk_geometry::Aabb;
use bspwalk_progress::{Cancelled, Progress};
use glam::Vec3;

use super::{Node, NodeId, NodeTree};
use crate::scoring::{HitProbabilities, TRIANGLE_COST};

/// A quantity that is summed over subtrees; see [`SubtreeSums`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Number of fragments stored in nodes.
    #[default]
    Faces,
    /// Number of nodes.
    Nodes,
    /// Number of faces that have pieces on both sides of a node's plane, within the node's cell.
    Cuts,
    /// Area of the faces, in square metres.
    Area,
    /// Expected query cost, in node visits, by the surface area heuristic (`MacDonald` and Booth, "Heuristics for ray
    /// tracing using space subdivision", 1990). The probability that a random segment through the tree's bounds hits
    /// a node's bounds is the ratio of their surface areas.
    Cost,
}

impl Measure {
    /// All measures.
    pub const ALL: [Self; 5] = [Self::Faces, Self::Nodes, Self::Cuts, Self::Area, Self::Cost];

    /// Returns the English name.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Faces => "faces",
            Self::Nodes => "nodes",
            Self::Cuts => "cuts",
            Self::Area => "area",
            Self::Cost => "expected cost",
        }
    }

    /// Returns an English sentence that explains the measure.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Faces => "Whole faces and face fragments stored in the nodes.",
            Self::Nodes => "Number of nodes in the tree.",
            Self::Cuts => "Faces cut by the splitting planes, counted once per plane.",
            Self::Area => "Area of the faces that the nodes store.",
            Self::Cost => {
                "Predicted time of a query along a random line through the level, in node visits. A face test counts as 1.5 visits."
            }
        }
    }
}

/// A measure summed over each subtree of a tree.
///
/// Nodes are in depth-first order, so a subtree is a range of node numbers that starts with its root.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SubtreeSums {
    measure: Measure,
    totals: Vec<f64>,
    sizes: Vec<u32>,
    by_depth: Vec<f64>,
}

impl SubtreeSums {
    /// Sums a measure over each subtree.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
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
        // Children come after their parents, so iterate in reverse order.
        for (id, node) in tree.nodes.iter().enumerate().rev() {
            progress.check_at(id)?;
            by_depth[node.depth as usize] += totals[id];
            let below =
                [node.front, node.back].map(|child| totals.get(child.index()).copied().unwrap_or(0.0));
            totals[id] += below[0] + below[1];
        }
        Ok(Self {
            measure,
            totals,
            sizes,
            by_depth,
        })
    }

    /// Returns the measure.
    #[must_use]
    pub fn measure(&self) -> Measure {
        self.measure
    }

    /// Returns the sum over the subtree of a node, or 0 if the node does not exist.
    #[must_use]
    pub fn total(&self, id: NodeId) -> f64 {
        self.totals.get(id.index()).copied().unwrap_or(0.0)
    }

    /// Returns the sum over the whole tree.
    #[must_use]
    pub fn whole(&self) -> f64 {
        self.total(NodeId(0))
    }

    /// Returns a subtree's share of the sum over the whole tree, from 0 to 1. If the total is 0, the root's share is 1
    /// and all others are 0.
    #[must_use]
    pub fn share(&self, id: NodeId) -> f64 {
        let whole = self.whole();
        if whole > 0.0 {
            self.total(id) / whole
        } else if id == NodeId(0) && !self.totals.is_empty() {
            1.0
        } else {
            0.0
        }
    }

    /// Returns the number of nodes in the subtree of a node, or 0 if the node does not exist.
    #[must_use]
    pub fn node_count(&self, id: NodeId) -> u32 {
        self.sizes.get(id.index()).copied().unwrap_or(0)
    }

    /// Returns the sum over the nodes at each depth, indexed by depth. The root is at depth 0.
    #[must_use]
    pub fn by_depth(&self) -> &[f64] {
        &self.by_depth
    }
}

impl NodeTree {
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

fn own(tree: &NodeTree, progress: &Progress, value: impl Fn(&Node) -> f64) -> Result<Vec<f64>, Cancelled> {
    let mut values = Vec::with_capacity(tree.nodes.len());
    for (id, node) in tree.nodes.iter().enumerate() {
        progress.check_at(id)?;
        values.push(value(node));
    }
    Ok(values)
}

fn sizes(tree: &NodeTree, progress: &Progress) -> Result<Vec<u32>, Cancelled> {
    let mut sizes = vec![1; tree.nodes.len()];
    for id in (0..sizes.len()).rev() {
        progress.check_at(id)?;
        let parent = tree.nodes[id].parent.index();
        let below = sizes[id];
        if let Some(size) = sizes.get_mut(parent) {
            *size += below;
        }
    }
    Ok(sizes)
}

/// Returns the number of faces cut by the plane of each node.
///
/// Consecutive fragments of a face, in tree order, lie on opposite sides of their lowest common ancestor. If that
/// ancestor itself stores one of them, its plane did not cut the face: the rule `ati` stores only one of several pieces
/// on a plane.
fn cuts(tree: &NodeTree, sizes: &[u32], progress: &Progress) -> Result<Vec<f64>, Cancelled> {
    let mut cuts = vec![0_u32; tree.nodes.len()];
    let mut last: Vec<Option<NodeId>> = vec![None; tree.triangles.len()];
    let mut turn = 0;
    for fragment in &tree.fragments {
        let Some(before) = last[fragment.triangle.index()].replace(fragment.node) else {
            continue;
        };
        let mut above = fragment.node;
        while above != super::NONE {
            progress.check_at(turn)?;
            turn += 1;
            if (above.0..above.0 + sizes[above.index()]).contains(&before.0) {
                cuts[above.index()] += u32::from(before != above);
                break;
            }
            above = tree.nodes[above.index()].parent;
        }
    }
    Ok(cuts.into_iter().map(f64::from).collect())
}

fn bounds(node: &Node) -> Aabb {
    Aabb {
        min: node.bounds.min.as_dvec3(),
        max: node.bounds.max.as_dvec3(),
    }
}

pub(super) fn surface(node: &Node) -> f64 {
    bounds(node).surface_area()
}

/// Returns the probability that a segment that hits bounds with the surface area `whole` also hits the bounds of a
/// node.
fn met(node: &Node, whole: f64) -> f64 {
    if whole > 0.0 {
        (surface(node) / whole).min(1.0)
    } else {
        1.0
    }
}

/// Returns the expected cost of a node, in node visits, for a segment that hits bounds with the surface area `whole`.
/// The cost consists of the visit itself, plus the face tests if the segment crosses the node's plane.
pub(super) fn cost(node: &Node, whole: f64) -> f64 {
    let bounds = bounds(node);
    // A block's faces are tested whenever its bounds are hit.
    let crossing = if node.is_block() {
        1.0
    } else {
        HitProbabilities::of(&bounds, &node.plane).crossing
    };
    let cost = met(node, whole) * (1.0 + TRIANGLE_COST * f64::from(node.fragment_count) * crossing);
    if cost.is_finite() { cost } else { 0.0 }
}
