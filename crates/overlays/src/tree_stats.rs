//! Statistics of a tree for the overlays and the panel: subtree sizes, and node counts by depth.

use bspwalk_trees::{
    FaceId, NodeRange, NodeTree, Statistics,
    node_storing::{DivisionOrder, NodeId},
};

/// Statistics of a tree.
#[derive(Clone, Debug, Default)]
pub struct TreeFigures {
    /// Statistics of each subtree and of each depth.
    pub stats: TreeStats,
    /// Statistics of the whole tree.
    pub statistics: Statistics,
}

impl TreeFigures {
    /// Computes the statistics of a tree.
    pub fn new(tree: &NodeTree) -> Self {
        Self {
            stats: TreeStats::new(tree),
            statistics: tree.statistics(),
        }
    }
}

/// Statistics of every subtree and every depth in a tree.
///
/// Nodes are in depth-first order, so a subtree is a contiguous range of node indices that starts at its root.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeStats {
    /// Number of nodes in each node's subtree, including the node itself.
    sizes: Vec<u32>,
    children: Vec<[Option<NodeId>; 2]>,
    /// Prefix sums of the number of fragments per node, with one more entry than there are nodes.
    fragments_before: Vec<u32>,
    /// Order in which the build divided the nodes.
    pub divisions: DivisionOrder,
    usual_depths: [u32; 2],
}

impl TreeStats {
    /// Computes the statistics of a tree.
    pub fn new(tree: &NodeTree) -> Self {
        let count = tree.node_count() as usize;
        let mut stats = Self {
            sizes: vec![1; count],
            divisions: DivisionOrder::new(tree),
            ..Self::default()
        };
        let mut parents = Vec::with_capacity(count);
        let mut fragments = 0;
        let mut depths = Vec::with_capacity(tree.fragment_count() as usize);
        for view in tree.node_ids().filter_map(|id| tree.node(id)) {
            parents.push(view.parent);
            stats.children.push([view.front, view.back]);
            stats.fragments_before.push(fragments);
            fragments += view.fragments.len() as u32;
            depths.extend(view.fragments.map(|_| view.depth));
        }
        stats.fragments_before.push(fragments);
        stats.usual_depths = usual_depths(depths);
        // Parents precede their children, so a backward pass visits children first.
        for id in (0..count).rev() {
            if let Some(parent) = parents[id] {
                stats.sizes[parent.index()] += stats.sizes[id];
            }
        }
        stats
    }

    /// Returns the node indices of a subtree; empty if the node does not exist.
    pub fn subtree(&self, id: NodeId) -> NodeRange {
        let size = self.sizes.get(id.index()).copied().unwrap_or(0);
        (id..NodeId(id.0 + size)).into()
    }

    /// Returns the node indices of a node's front subtree and of its back subtree.
    pub fn child_subtrees(&self, id: NodeId) -> [NodeRange; 2] {
        let children = self.children.get(id.index()).copied().unwrap_or_default();
        children.map(|child| child.map_or_else(NodeRange::default, |child| self.subtree(child)))
    }

    /// Returns the number of fragments that a subtree stores.
    pub fn fragments_in(&self, id: NodeId) -> u32 {
        let range = self.subtree(id);
        let before = |id: NodeId| self.fragments_before.get(id.index()).copied().unwrap_or(0);
        before(range.end) - before(range.start)
    }

    /// Returns the depth of the deepest node, or 0 for an empty tree.
    pub fn deepest(&self) -> u32 {
        self.divisions.depths().saturating_sub(1)
    }

    /// Returns the nodes at a depth.
    pub fn at_depth(&self, depth: u32) -> &[NodeId] {
        self.divisions.at_depth(depth)
    }

    /// Returns the 2nd and the 98th percentile of the fragment depths, or zeros for an empty tree. Depth colours span
    /// this range. Otherwise, a few very deep nodes would leave a single colour for all other nodes.
    pub fn depth_percentiles(&self) -> [u32; 2] {
        self.usual_depths
    }

    /// Returns the number of nodes at each depth, starting with the root.
    pub fn histogram(&self) -> Vec<u32> {
        (0..self.divisions.depths())
            .map(|depth| self.at_depth(depth).len() as u32)
            .collect()
    }
}

/// Computes the percentiles for [`TreeStats::depth_percentiles`] from the depths of all fragments.
fn usual_depths(mut depths: Vec<u32>) -> [u32; 2] {
    /// Fraction of the fragments below the lower percentile, and above the upper one.
    const FEW: f64 = 0.02;
    depths.sort_unstable();
    let few = (depths.len() as f64 * FEW) as usize;
    match depths.len() {
        0 => [0, 0],
        count => [depths[few], depths[count - 1 - few]],
    }
}

/// Numbers of faces in a node's cell: on its plane, in front of the plane, and behind it. A face that the plane cuts is
/// counted on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeFaces {
    /// The node.
    pub node: NodeId,
    /// Faces on the plane, which the node stores.
    pub on: u32,
    /// Faces in front.
    pub front: u32,
    /// Faces behind.
    pub back: u32,
    /// Faces cut by the plane.
    pub cut: u32,
}

impl NodeFaces {
    /// Counts the faces in the cell of a node whose plane cut `cut` faces.
    pub fn of(tree: &NodeTree, stats: &TreeStats, node: NodeId, cut: u32) -> Self {
        let [front, back] = stats.child_subtrees(node);
        let count = |nodes: NodeRange| {
            let Some(last) = nodes.clone().next_back() else {
                return 0;
            };
            let (Some(first), Some(last)) = (tree.node(nodes.start), tree.node(last)) else {
                return 0;
            };
            let mut faces: Vec<FaceId> = (first.fragments.start..last.fragments.end)
                .filter_map(|index| Some(tree.fragment(index)?.face))
                .collect();
            faces.sort_unstable();
            faces.dedup();
            faces.len() as u32
        };
        Self {
            node,
            on: count(node.into()),
            front: count(front),
            back: count(back),
            cut,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_progress::Progress;
    use bspwalk_testing::{meshes, small_trees as test_trees};
    use bspwalk_trees::{BuildParams, Rule, node_storing::Replay};

    #[test]
    fn stats_match_ancestor_walks() {
        for tree in test_trees::trees() {
            let stats = TreeStats::new(&tree);
            let ids = tree.node_ids();
            let above = |id| tree.ancestors(id).map(|(id, _)| id).collect();
            let above: Vec<Vec<NodeId>> = ids.clone().map(above).collect();
            for id in ids.clone() {
                let is_below = |&other: &NodeId| other == id || above[other.index()].contains(&id);
                let below: Vec<NodeId> = ids.clone().filter(is_below).collect();
                assert_eq!(stats.subtree(id).collect::<Vec<_>>(), below, "node {id}");
                let views = below.iter().filter_map(|&id| tree.node(id));
                let fragments: usize = views.map(|view| view.fragments.len()).sum();
                assert_eq!(stats.fragments_in(id) as usize, fragments, "node {id}");
                let depth = above[id.index()].len() as u32;
                assert!(stats.at_depth(depth).contains(&id));
                let [front, back] = stats.child_subtrees(id);
                assert_eq!(front.len() + back.len() + 1, stats.subtree(id).len());
            }
            assert_eq!(stats.fragments_in(NodeId(0)), tree.fragment_count());
            assert_eq!(stats.histogram().iter().sum::<u32>(), tree.node_count());
            assert_eq!(stats.histogram().len() as u32, stats.deepest() + 1);
            assert_eq!(stats.deepest() + 1, tree.statistics().depth);
        }
    }

    #[test]
    fn divisions_are_numbered_as_in_replay() {
        let triangles = test_trees::soup(40, 5);
        let tree = std::sync::Arc::new(test_trees::tree(&triangles));
        let stats = TreeStats::new(&tree);
        let replay =
            Replay::new(tree.clone(), &triangles, &Progress::default()).expect("they are its triangles");
        for step in 0..=replay.len() {
            assert_eq!(stats.divisions.node_at(step), replay.node_at(step));
        }
        for id in tree.node_ids() {
            let depth = tree.node(id).expect("it exists").depth;
            assert_eq!(stats.divisions.step_of(id, depth), replay.step_of(id));
            assert_eq!(stats.divisions.step_of(id, depth + 1), None);
            assert_eq!(stats.divisions.steps_above(depth), replay.steps_above(depth));
        }
    }

    /// Checks that the depth range for colouring excludes at most a fiftieth of the fragments at either end.
    #[test]
    fn usual_depths_hold_most_fragments() {
        for rule in Rule::ALL {
            let triangles = meshes::tagged(meshes::columns(4));
            let tree = NodeTree::build(&triangles, &BuildParams::preset(rule)).expect("it can be built");
            let fragments = (0..tree.fragment_count()).filter_map(|index| tree.fragment(index));
            let depths: Vec<u32> = fragments
                .map(|fragment| tree.node(fragment.node).expect("it exists").depth)
                .collect();
            let few = depths.len() / 50;
            let [first, last] = TreeStats::new(&tree).depth_percentiles();
            let count = |wanted: &dyn Fn(u32) -> bool| depths.iter().filter(|&&depth| wanted(depth)).count();
            assert!(
                count(&|depth| depth < first) <= few && count(&|depth| depth <= first) > few,
                "{rule}"
            );
            assert!(
                count(&|depth| depth > last) <= few && count(&|depth| depth >= last) > few,
                "{rule}"
            );
        }
    }

    #[test]
    fn empty_tree_has_empty_stats() {
        let stats = TreeStats::new(&test_trees::tree(&[]));
        assert_eq!(
            (stats.deepest(), stats.at_depth(0).len(), stats.histogram().len()),
            (0, 0, 0)
        );
        assert_eq!(
            (stats.subtree(NodeId(7)).len(), stats.fragments_in(NodeId(7))),
            (0, 0)
        );
        assert!(stats.at_depth(3).is_empty());
        assert_eq!(stats.depth_percentiles(), [0, 0]);
    }
}
