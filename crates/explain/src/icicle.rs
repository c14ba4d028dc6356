//! Icicle plots of a tree (Kruskal and Landwehr, "Icicle plots", 1983), known from profilers as flame graphs. Each node
//! is a bar below its parent's bar and within that bar's width, with the front child on the left and the back child on
//! the right.
//!
//! The width of a bar is its subtree's share of a measure. The gap between two children is the share of the parent
//! itself. The sums are computed once per tree and measure ([`SubtreeSums::new`]). A layout ([`layout`]) only visits
//! nodes whose parents are at least a pixel wide. Its cost therefore depends on the screen and not on the tree.

use bspwalk_trees::{
    NodeTree,
    node_storing::{Branch, NodeId, SubtreeSums},
};

/// The visible part of an icicle plot. Widths and positions are fractions of the root's width, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IcicleWindow {
    /// Positions of the left and right borders; 0 and 1 show the full width.
    pub range: [f64; 2],
    /// Width in pixels.
    pub pixels: f64,
    /// Range of visible depths: first (inclusive) and end (exclusive).
    pub depths: [u32; 2],
}

/// The bar of a node in an icicle plot. Widths and positions are fractions of the root's width, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IcicleBar {
    /// Node number.
    pub node: NodeId,
    /// Number of nodes above this node; 0 for the root.
    pub depth: u32,
    /// Position of the left end.
    pub start: f64,
    /// Width of the bar.
    pub width: f64,
}

/// Adjacent subtrees that are each narrower than a pixel and are drawn as one strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IcicleStrip {
    /// Depth of the subtrees' roots.
    pub depth: u32,
    /// Position of the left end, as a fraction of the root's width.
    pub start: f64,
    /// Width of the strip, as a fraction of the root's width.
    pub width: f64,
    /// Number of nodes in the subtrees.
    pub nodes: u32,
}

/// The layout of an icicle plot: visible bars that are at least a pixel wide, and strips for narrower ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Icicle {
    /// Bars, with parents before their children, and from left to right at each depth.
    pub bars: Vec<IcicleBar>,
    /// Strips, from left to right at each depth.
    pub strips: Vec<IcicleStrip>,
    /// Number of nodes (visible or above the visible depths) that have no bar because they or their ancestors are
    /// narrower than a pixel.
    pub narrow: u32,
}

/// A part of the tree that accounts for much of a measure; see [`costliest`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costly {
    /// Root of the subtree, or the single node.
    pub node: NodeId,
    /// Sum of the measure over this part.
    pub amount: f64,
    /// Whether this part is a single node, without the nodes below it.
    pub alone: bool,
}

/// Returns the bar of a node, even if the bar is narrow or out of view. `None` if the node does not exist.
#[must_use]
pub fn bar(sums: &SubtreeSums, tree: &NodeTree, id: NodeId) -> Option<IcicleBar> {
    let node = tree.node(id)?;
    let mut path: Vec<(NodeId, Branch)> = tree.ancestors(id).collect();
    path.reverse();
    let children = path.iter().skip(1).map(|&(id, _)| id).chain([id]);
    let mut bar = root_bar();
    for (&(_, branch), child) in path.iter().zip(children) {
        bar = child_bar(sums, &bar, branch, child);
    }
    Some(IcicleBar {
        depth: node.depth,
        ..bar
    })
}

const fn root_bar() -> IcicleBar {
    IcicleBar {
        node: NodeId(0),
        depth: 0,
        start: 0.0,
        width: 1.0,
    }
}

fn child_bar(sums: &SubtreeSums, parent: &IcicleBar, branch: Branch, child: NodeId) -> IcicleBar {
    // Sums are rounded, so a child could extend beyond its parent without this limit.
    let width = sums.share(child).min(parent.width);
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

/// Lays out the visible bars. Subtrees whose root is not `included` are skipped, so that a build animation can hide
/// nodes that have not been built yet. The position of a bar does not depend on which nodes are included. The layout is
/// empty if the sums belong to another tree.
#[must_use]
pub fn layout(
    sums: &SubtreeSums,
    tree: &NodeTree,
    window: &IcicleWindow,
    included: impl Fn(NodeId) -> bool,
) -> Icicle {
    let mut icicle = Icicle::default();
    let [left, right] = window.range;
    let [first, end] = window.depths;
    let pixel = (right - left) / window.pixels.max(1.0);
    if !belongs(sums, tree) || !(pixel > 0.0) {
        return icicle;
    }
    // The last strip at each visible depth. Subtrees are visited from left to right, so only the last strip can grow.
    let mut last_strips: Vec<Option<usize>> = Vec::new();
    let mut waiting = vec![root_bar()];
    while let Some(bar) = waiting.pop() {
        let bar_end = bar.start + bar.width;
        let touches = bar.width > 0.0 && (bar.start == right || bar_end == left);
        if bar.depth >= end || bar.start > right || bar_end < left || touches || !included(bar.node) {
            continue;
        }
        if bar.width < pixel && bar.depth > 0 {
            let nodes = sums.node_count(bar.node);
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
        let Some(node) = tree.node(bar.node) else { continue };
        for (branch, child) in [(Branch::Back, node.back), (Branch::Front, node.front)] {
            waiting.extend(child.map(|child| child_bar(sums, &bar, branch, child)));
        }
    }
    icicle
}

/// Returns at most `count` parts of the tree that account for most of a measure, largest first. The result is empty if
/// the sums belong to another tree.
///
/// Simply taking the largest sums would be useless: the root has the total, and its heaviest child has nearly as much,
/// so the result would be a chain. Instead, the tree is split from the root down until no subtree has more than
/// 1/`count` of the total. The parts are disjoint subtrees and the single nodes above them, which together make up the
/// total.
///
/// A child that has at least nine tenths of a subtree's sum replaces the subtree, because the topmost planes often only
/// cut off empty space.
#[must_use]
pub fn costliest(sums: &SubtreeSums, tree: &NodeTree, count: usize) -> Vec<Costly> {
    let whole = sums.whole();
    if !(whole > 0.0) || count == 0 || !belongs(sums, tree) {
        return Vec::new();
    }
    let children = |id: NodeId| {
        let both = tree.node(id).map(|node| [node.front, node.back]);
        let children = both.into_iter().flatten().flatten();
        children.filter(|&child| sums.total(child) > 0.0)
    };
    let most = whole / count as f64;
    let (mut parts, mut waiting) = (Vec::new(), vec![NodeId::ROOT]);
    while let Some(node) = waiting.pop() {
        let below: f64 = children(node).map(|child| sums.total(child)).sum();
        let is_divided = sums.total(node) > most && below > 0.0;
        let mut part = Costly {
            node,
            amount: sums.total(node),
            alone: is_divided,
        };
        if is_divided {
            part.amount -= below;
            waiting.extend(children(node));
        } else {
            let heavy =
                |part: &Costly| children(part.node).find(|&child| sums.total(child) >= 0.9 * part.amount);
            while let Some(node) = heavy(&part) {
                (part.node, part.amount) = (node, sums.total(node));
            }
        }
        parts.push(part);
    }
    // Break ties by node number, so that the result is deterministic.
    parts.sort_by(|a, b| b.amount.total_cmp(&a.amount).then(a.node.cmp(&b.node)));
    parts.truncate(count);
    parts.retain(|part| part.amount > 0.0);
    parts
}

/// Returns whether the sums cover exactly as many nodes as the tree has. Returns `false` for an empty tree.
fn belongs(sums: &SubtreeSums, tree: &NodeTree) -> bool {
    let nodes = sums.node_count(NodeId(0));
    nodes > 0 && nodes == tree.node_count()
}
