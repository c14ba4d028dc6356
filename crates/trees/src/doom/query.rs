//! Queries: the subsector that contains a point, and the near-to-far order used by the engine's renderer.

use glam::DVec2;

use super::{DoomChild, DoomNode, DoomNodeId, DoomTree, SubsectorId};
use crate::{
    node::Branch,
    traversal::{Traversal, locate, traversable},
};

/// Result of [`DoomTree::locate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoomLocation {
    /// Nodes from the root to the subsector, each with the side that was taken. The front is the right side.
    pub path: Vec<(DoomNodeId, Branch)>,
    /// Subsector that contains the point.
    pub subsector: SubsectorId,
}

traversable! { DoomNode, DoomNodeId, DoomChild::Subsector(SubsectorId), |node| node.children.each_ref() }

impl DoomNode {
    /// Returns the side of the partition line on which a point lies. A point on the line counts as behind it, as in
    /// `R_PointOnSide` (`r_main.c`) for slanted partitions.
    #[must_use]
    pub fn side_of(&self, point: DVec2) -> Branch {
        Branch::front_if(self.left_of(point) < 0.0)
    }

    /// Returns the index of the child on one side: 0 for the right side, which is the front, and 1 for the left side.
    #[must_use]
    pub fn child_index(side: Branch) -> usize {
        usize::from(side != Branch::Front)
    }
}

impl DoomTree {
    /// Returns the subsector that contains a point (in map units), and the path from the root to it
    /// (`R_PointInSubsector`). Subsector cells fill the plane, so even a point outside the map is in a subsector.
    #[must_use]
    pub fn locate(&self, point: DVec2) -> DoomLocation {
        let (mut path, nodes) = (Vec::new(), &self.parts.nodes[..]);
        let subsector = locate(nodes, self.root(), |(id, node)| {
            let side = node.side_of(point);
            path.push((id, side));
            side
        });
        DoomLocation { path, subsector }
    }

    /// Returns all subsectors from near to far, as seen from `eye` (in map units). At each node, the eye's side comes
    /// first, as in `R_RenderBSPNode` (`r_bsp.c`), which additionally culls what is not visible.
    #[must_use]
    pub fn order(&self, eye: DVec2) -> Vec<SubsectorId> {
        let mut order = Vec::with_capacity(self.parts.subsectors.len());
        let mut traversal = Traversal::new(&self.parts.nodes[..], self.root(), ());
        let near = |(_, node): (_, &DoomNode), ()| (node.side_of(eye), [Some(()); 2]);
        while let Some((subsector, ())) = traversal.next_leaf(near) {
            order.push(subsector);
        }
        order
    }
}
