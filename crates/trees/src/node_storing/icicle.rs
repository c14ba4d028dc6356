//! The tree as an icicle (Kruskal and Landwehr, "Icicle plots", 1983), which profilers draw as flames: a bar for each
//! node, below its parent's and within it, the front child at the left and the back child at the right.
//!
//! The width of a bar is the node's part of a measure over its subtree; the gap between the children is what the node has
//! by itself. The sums are computed once per tree and measure ([`SubtreeSums::new`]). A picture ([`SubtreeSums::layout`]) visits
//! only nodes whose parents are at least a pixel wide, so that its cost is bounded by the screen and not by the tree.

use super::{Branch, NodeId, NodeTree, subtree_sums::SubtreeSums};

/// The part of an icicle plot that is in view. Widths and positions are shares of the root's width, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IcicleWindow {
    /// The positions of its left and its right border; 0 and 1 show the whole width.
    pub range: [f64; 2],
    /// Its width in pixels.
    pub pixels: f64,
    /// The depths in view: from the first, included, to the second, excluded.
    pub depths: [u32; 2],
}

/// The bar of a node in an icicle plot. Widths and positions are shares of the root's width, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IcicleBar {
    /// The node.
    pub node: NodeId,
    /// Nodes above it; 0 for the root.
    pub depth: u32,
    /// The position of its left end.
    pub start: f64,
    /// Its width.
    pub width: f64,
}

/// Neighbouring subtrees that are each narrower than a pixel, drawn as one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IcicleStrip {
    /// The depth of their roots.
    pub depth: u32,
    /// The position of its left end, as a share of the root's width.
    pub start: f64,
    /// Its width, as a share of the root's width.
    pub width: f64,
    /// The number of nodes in these subtrees.
    pub nodes: u32,
}

/// The bars of an icicle that are in view and at least a pixel wide, and strips for what is narrower.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Icicle {
    /// Parents before their children, and from left to right at each depth.
    pub bars: Vec<IcicleBar>,
    /// From left to right at each depth.
    pub strips: Vec<IcicleStrip>,
    /// The number of nodes in view, or above it, that are left out because they, or nodes above them, are narrower than a pixel.
    pub narrow: u32,
}

/// A part of the tree with much of a measure: see [`SubtreeSums::costliest`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costly {
    /// The root of the subtree, or the node.
    pub node: NodeId,
    /// Its sum of the measure.
    pub amount: f64,
    /// Whether the part is the node by itself, without the nodes below it.
    pub alone: bool,
}

impl SubtreeSums {
    /// The bar of a node, however narrow it is and whether or not it is in view. `None` for a node that does not exist.
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

    /// Lays out the bars in view. A node that `included` is false for is left out with all nodes below it, so that a film of the
    /// build can show the nodes that it has reached. A bar keeps its place whichever nodes are included. The result is empty
    /// where the sums are of another tree.
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
                let nodes = self.node_count(bar.node);
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

    /// The parts of the tree that have most of the measure: at most `count`, the greatest first. None where the sums are of
    /// another tree.
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
