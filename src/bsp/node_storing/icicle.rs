//! The tree as an icicle (Kruskal and Landwehr, "Icicle plots", 1983), which profilers draw as flames: a bar for each
//! node, below its parent's and within it, the front child at the left and the back child at the right.
//!
//! The width of a bar is the node's part of a measure over its subtree; the gap between the children is what the node has
//! by itself. The sums are computed once per tree and measure ([`Weights::of`]). A picture ([`Weights::layout`]) visits
//! only nodes whose parents are at least a pixel wide, so that its cost is bounded by the screen and not by the tree.

use glam::Vec3;

use super::{Branch, Node, NodeDetail, NodeId, NodeTree, sampled::TRIANGLE_COST};
use crate::{
    bsp::scoring::HitProbabilities,
    geometry::{Aabb, Plane},
    progress::{Cancelled, Progress},
};

/// What the bars of an icicle are as wide as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The pieces of faces that the nodes store.
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
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Faces, Self::Nodes, Self::Cuts, Self::Area, Self::Cost];

    /// Its name on the screen.
    #[must_use]
    pub const fn title(self) -> &'static str {
        ["faces", "nodes", "cuts", "area", "query cost"][self as usize]
    }

    /// What it counts, as a sentence for the user.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Faces => "Fragments, which are faces or pieces of them, that the nodes store.",
            Self::Nodes => "Nodes of the tree.",
            Self::Cuts => "Faces that the splitting planes cut, each counted once a plane.",
            Self::Area => "Area of the faces that the nodes store.",
            Self::Cost => {
                "Node visits that a random line through the level is expected to cost (surface area heuristic)."
            }
        }
    }
}

/// A measure summed over every subtree of one tree.
///
/// Nodes are in depth-first order, so that a subtree is a range of numbers that begins with its root.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    measure: Measure,
    /// The sum over the subtree of each node.
    totals: Vec<f64>,
    /// The number of nodes in the subtree of each node.
    sizes: Vec<u32>,
    by_depth: Vec<f64>,
}

/// The part of an icicle that is in view. Widths and places are shares of the root's width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IcicleWindow {
    /// Its left and its right border; 0 and 1 show the whole width.
    pub range: [f64; 2],
    /// How many pixels wide it is.
    pub pixels: f64,
    /// The depths whose bars are in view, from the first up to and without the second.
    pub depths: [u32; 2],
}

/// A bar: a node in an icicle. Widths and places are shares of the root's width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IcicleBar {
    /// The node.
    pub node: NodeId,
    /// Nodes above it; 0 for the root.
    pub depth: u32,
    /// Its left end.
    pub start: f64,
    /// Its width.
    pub width: f64,
}

/// Neighbouring subtrees that are each narrower than a pixel, drawn as one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IcicleStrip {
    /// The depth of their roots.
    pub depth: u32,
    /// Its left end and its width, as shares of the root's width.
    pub start: f64,
    /// Its width.
    pub width: f64,
    /// The nodes in these subtrees.
    pub nodes: u32,
}

/// The bars of an icicle that are in view and at least a pixel wide, and strips for what is narrower.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Icicle {
    /// Parents before their children, and from left to right at each depth.
    pub bars: Vec<IcicleBar>,
    /// From left to right at each depth.
    pub strips: Vec<IcicleStrip>,
    /// Nodes in view, or above it, that are left out because they or nodes above them are narrower than a pixel.
    pub narrow: u32,
}

/// A part of the tree with much of a measure: see [`Weights::costliest`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costly {
    /// The root of the subtree, or the node.
    pub node: NodeId,
    /// What it has of the measure.
    pub amount: f64,
    /// Whether it is the node by itself, without what is below it.
    pub alone: bool,
}

impl Weights {
    /// Sums a measure over every subtree.
    ///
    /// # Errors
    /// [`Cancelled`] once `progress` is cancelled.
    pub fn of(tree: &NodeTree, measure: Measure, progress: &Progress) -> Result<Self, Cancelled> {
        let sizes = sizes(tree, progress)?;
        let mut totals = match measure {
            Measure::Faces => own(tree, progress, |_, detail| f64::from(detail.fragment_count))?,
            Measure::Nodes => own(tree, progress, |_, _| 1.0)?,
            Measure::Cuts => cuts(tree, &sizes, progress)?,
            Measure::Area => own(tree, progress, |_, detail| tree.area_of(detail))?,
            Measure::Cost => {
                let whole = tree.nodes.first().map_or(0.0, surface);
                own(tree, progress, |node, detail| cost(node, detail, whole))?
            }
        };
        let deepest = tree.details.iter().map(|detail| detail.depth as usize + 1);
        let mut by_depth = vec![0.0; deepest.max().unwrap_or(0)];
        // From the last up, since children follow their parents.
        for (id, detail) in tree.details.iter().enumerate().rev() {
            progress.check_at(id)?;
            let node = &tree.nodes[id];
            by_depth[detail.depth as usize] += totals[id];
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

    /// What is summed.
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

    /// The share of a subtree in the whole, 0 to 1. Where the whole is 0, the root has all of it and the others nothing.
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
    pub fn nodes(&self, id: NodeId) -> u32 {
        self.sizes.get(id as usize).copied().unwrap_or(0)
    }

    /// The sum over the nodes at each depth, the root's first.
    #[must_use]
    pub fn by_depth(&self) -> &[f64] {
        &self.by_depth
    }

    /// The bar of a node, in view or not, however narrow; `None` for a node that does not exist.
    #[must_use]
    pub fn bar(&self, tree: &NodeTree, id: NodeId) -> Option<IcicleBar> {
        let node = tree.node(id)?;
        let mut path: Vec<(NodeId, Branch)> = tree.ancestors(id).collect();
        path.reverse();
        let children = path.iter().skip(1).map(|&(id, _)| id).chain([id]);
        let mut bar = self.root_bar();
        for (&(_, branch), child) in path.iter().zip(children) {
            bar = self.child_bar(&bar, branch, child);
        }
        Some(IcicleBar {
            depth: node.depth,
            ..bar
        })
    }

    fn root_bar(&self) -> IcicleBar {
        IcicleBar {
            node: 0,
            depth: 0,
            start: 0.0,
            width: 1.0,
        }
    }

    fn child_bar(&self, parent: &IcicleBar, branch: Branch, child: NodeId) -> IcicleBar {
        // Sums that were rounded differently must not let a child stick out.
        let width = self.share(child).min(parent.width);
        IcicleBar {
            node: child,
            depth: parent.depth + 1,
            start: match branch {
                Branch::Front => parent.start,
                Branch::Back => (parent.start + parent.width - width).max(parent.start),
            },
            width,
        }
    }

    /// The bars in view. Only nodes that are `included` are laid out, and nothing below the others: the nodes that a film of
    /// the build has reached. What they have been given keeps its place while others come.
    #[must_use]
    pub fn layout(
        &self,
        tree: &NodeTree,
        window: &IcicleWindow,
        included: impl Fn(NodeId) -> bool,
    ) -> Icicle {
        let mut icicle = Icicle::default();
        let [left, right] = window.range;
        let [first, end] = window.depths;
        let pixel = (right - left) / window.pixels.max(1.0);
        if self.totals.is_empty() || self.totals.len() != tree.nodes.len() || !(pixel > 0.0) {
            return icicle;
        }
        // The last strip of each depth in view: subtrees are met from left to right.
        let mut last_strips: Vec<Option<usize>> = Vec::new();
        let mut waiting = vec![self.root_bar()];
        while let Some(bar) = waiting.pop() {
            let bar_end = bar.start + bar.width;
            let touches = bar.width > 0.0 && (bar.start == right || bar_end == left);
            if bar.depth >= end || bar.start > right || bar_end < left || touches || !included(bar.node) {
                continue;
            }
            if bar.width < pixel && bar.depth > 0 {
                let nodes = self.nodes(bar.node);
                icicle.narrow += nodes;
                if bar.depth >= first {
                    let row = (bar.depth - first) as usize;
                    if last_strips.len() <= row {
                        last_strips.resize(row + 1, None);
                    }
                    let last = last_strips[row].and_then(|last| icicle.strips.get_mut(last));
                    match last.filter(|last| bar.start - (last.start + last.width) < pixel) {
                        Some(last) => {
                            last.width = last.width.max(bar_end - last.start);
                            last.nodes += nodes;
                        }
                        None => {
                            last_strips[row] = Some(icicle.strips.len());
                            icicle.strips.push(IcicleStrip {
                                depth: bar.depth,
                                start: bar.start,
                                width: bar.width,
                                nodes,
                            });
                        }
                    }
                }
                continue;
            }
            if bar.depth >= first {
                icicle.bars.push(bar);
            }
            let node = &tree.nodes[bar.node as usize];
            for (branch, child) in [(Branch::Back, node.back), (Branch::Front, node.front)] {
                if (child as usize) < tree.nodes.len() {
                    waiting.push(self.child_bar(&bar, branch, child));
                }
            }
        }
        icicle
    }

    /// The parts of the tree that have most of the measure, the greatest first, at most `count`.
    ///
    /// The root has all of it, and its heaviest child nearly as much: to list the greatest sums would list one chain. So the
    /// tree is taken apart from the root down until no subtree has more than a `count`th of the whole. That leaves subtrees,
    /// none within another, and the nodes above them, each by itself: together they are the whole. A subtree is narrowed
    /// down to where it divides, as long as one child alone has nine tenths of it: its topmost planes often only cut away
    /// empty space.
    #[must_use]
    pub fn costliest(&self, tree: &NodeTree, count: usize) -> Vec<Costly> {
        let whole = self.whole();
        if !(whole > 0.0) || count == 0 || self.totals.len() != tree.nodes.len() {
            return Vec::new();
        }
        let children = |id: NodeId| {
            let node = &tree.nodes[id as usize];
            let both = [node.front, node.back].into_iter();
            both.filter(|&child| self.total(child) > 0.0)
        };
        let most = whole / count as f64;
        let (mut parts, mut waiting) = (Vec::new(), vec![0]);
        while let Some(node) = waiting.pop() {
            let below: f64 = children(node).map(|child| self.total(child)).sum();
            let is_divided = self.total(node) > most && below > 0.0;
            let mut part = Costly {
                node,
                amount: self.total(node),
                alone: is_divided,
            };
            if is_divided {
                part.amount -= below;
                waiting.extend(children(node));
            } else {
                let heavy =
                    |part: &Costly| children(part.node).find(|&child| self.total(child) >= 0.9 * part.amount);
                while let Some(node) = heavy(&part) {
                    (part.node, part.amount) = (node, self.total(node));
                }
            }
            parts.push(part);
        }
        // Of equal ones the first in the tree, so that the list is the same each time.
        parts.sort_by(|a, b| b.amount.total_cmp(&a.amount).then(a.node.cmp(&b.node)));
        parts.truncate(count);
        parts.retain(|part| part.amount > 0.0);
        parts
    }
}

impl NodeTree {
    /// The area of the fragments of a node, in square metres.
    fn area_of(&self, detail: &NodeDetail) -> f64 {
        let fragments = detail.first_fragment..detail.first_fragment + detail.fragment_count;
        let corners = fragments.filter_map(|index| Some(self.fragment(index)?.vertices));
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
fn own(
    tree: &NodeTree,
    progress: &Progress,
    value: impl Fn(&Node, &NodeDetail) -> f64,
) -> Result<Vec<f64>, Cancelled> {
    let mut values = Vec::with_capacity(tree.nodes.len());
    for (id, (node, detail)) in tree.nodes.iter().zip(&tree.details).enumerate() {
        progress.check_at(id)?;
        values.push(value(node, detail));
    }
    Ok(values)
}

/// The number of nodes in the subtree of each node.
fn sizes(tree: &NodeTree, progress: &Progress) -> Result<Vec<u32>, Cancelled> {
    let mut sizes = vec![1; tree.nodes.len()];
    for id in (0..sizes.len()).rev() {
        progress.check_at(id)?;
        let parent = tree.details[id].parent as usize;
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
    let mut cuts = vec![0.0; tree.nodes.len()];
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
                cuts[above as usize] += f64::from(u8::from(before != above));
                break;
            }
            above = tree.details[above as usize].parent;
        }
    }
    Ok(cuts)
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
pub(super) fn cost(node: &Node, detail: &NodeDetail, whole: f64) -> f64 {
    let bounds = bounds(node);
    let met = if whole > 0.0 {
        (bounds.surface_area() / whole).min(1.0)
    } else {
        1.0
    };
    let plane: &Plane = &detail.plane;
    let crossing = HitProbabilities::of(&bounds, plane).crossing;
    let cost = met * (1.0 + TRIANGLE_COST * f64::from(detail.fragment_count) * crossing);
    if cost.is_finite() { cost } else { 0.0 }
}
