//! Statistics of a single subtree, for comparing trees.

use bspwalk_progress::{Cancelled, Progress};

use super::{
    NodeId, NodeTree,
    subtree_sums::{cost, surface},
};

/// Statistics of a subtree; see [`NodeTree::subtree_statistics`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SubtreeStatistics {
    /// Number of nodes.
    pub nodes: u32,
    /// Number of stored fragments.
    pub fragments: u32,
    /// Number of faces that have fragments in the subtree.
    pub faces: u32,
    /// Number of nodes on the longest downward path, including the root of the subtree.
    pub depth: u32,
    /// Expected cost of the subtree for a segment through the tree's bounds, in node visits; see
    /// [`Measure::Cost`](super::Measure::Cost).
    pub cost: f64,
}

impl SubtreeStatistics {
    /// Returns the mean number of fragments per face, which is 1 if no face was cut.
    #[must_use]
    pub fn growth(&self) -> f64 {
        f64::from(self.fragments) / f64::from(self.faces.max(1))
    }
}

impl NodeTree {
    /// Returns the statistics of a node's subtree, or zeros if the node does not exist.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn subtree_statistics(
        &self,
        node: NodeId,
        progress: &Progress,
    ) -> Result<SubtreeStatistics, Cancelled> {
        let mut figures = SubtreeStatistics::default();
        if node.0 >= self.node_count() {
            return Ok(figures);
        }
        let range = node.index()..self.end_of_subtree(node).index();
        let nodes = &self.nodes[range];
        let whole = surface(&self.nodes[0]);
        let top = nodes[0].depth;
        let mut seen = vec![false; self.triangles.len()];
        for (turn, node) in nodes.iter().enumerate() {
            progress.check_at(turn)?;
            figures.cost += cost(node, whole);
            figures.nodes += 1;
            figures.fragments += node.fragment_count;
            figures.depth = figures.depth.max(node.depth - top + 1);
            for span in self.spans(node) {
                figures.faces += u32::from(!std::mem::replace(&mut seen[span.triangle.index()], true));
            }
        }
        Ok(figures)
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::{
        BuildParams,
        node_storing::{Measure, SubtreeSums},
    };
    use bspwalk_geometry::{FaceId, TaggedTriangle};

    #[test]
    fn subtree_statistics_add_up_to_whole_tree() {
        let mut random = fastrand::Rng::with_seed(9);
        let triangles: Vec<TaggedTriangle> = FaceId::range(0..60)
            .map(|face| {
                let mut point = |size: f64| DVec3::from_array(std::array::from_fn(|_| random.f64() * size));
                let center = point(10.0);
                TaggedTriangle {
                    corners: std::array::from_fn(|_| center + point(4.0)),
                    face,
                }
            })
            .collect();
        let tree = NodeTree::build(&triangles, &BuildParams::default()).expect("it builds");
        let of = |node| {
            tree.subtree_statistics(node, &Progress::default())
                .expect("it is not cancelled")
        };
        let (whole, statistics) = (of(NodeId(0)), tree.statistics());
        assert_eq!(
            (whole.nodes, whole.fragments),
            (statistics.nodes, statistics.fragments)
        );
        assert_eq!((whole.faces, whole.depth), (60, statistics.depth));
        assert!(whole.growth() > 1.0);
        let costs =
            SubtreeSums::new(&tree, Measure::Cost, &Progress::default()).expect("it is not cancelled");
        for id in tree.node_ids() {
            let view = tree.node(id).expect("it exists");
            let children = [view.front, view.back].into_iter().flatten().map(of);
            let (nodes, fragments, depth) =
                children.fold((1, view.fragments.len() as u32, 1), |sum, child| {
                    (
                        sum.0 + child.nodes,
                        sum.1 + child.fragments,
                        sum.2.max(1 + child.depth),
                    )
                });
            let own = of(id);
            assert_eq!(
                (own.nodes, own.fragments, own.depth),
                (nodes, fragments, depth),
                "node {id}"
            );
            assert!(
                (own.cost - costs.total(id)).abs() < 1.0e-9 * costs.total(NodeId(0)),
                "node {id}"
            );
        }
        assert_eq!(of(NodeId(tree.node_count())), SubtreeStatistics::default());
    }
}
