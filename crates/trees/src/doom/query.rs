//! Queries: the subsector of a point, and the order in which the engine draws.

use glam::DVec2;

use super::{DoomChild, DoomNode, DoomNodeId, DoomTree, SubsectorId};
use crate::{
    divided::{Traversal, divided, locate},
    node::Branch,
};

/// The answer of [`DoomTree::locate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoomLocation {
    /// The nodes from the root to the subsector, each with the side that the search took. The front is the right.
    pub path: Vec<(DoomNodeId, Branch)>,
    /// The subsector that contains the point.
    pub subsector: SubsectorId,
}

divided! { DoomNode, DoomChild::Subsector(SubsectorId), |node| node.children.each_ref() }

impl DoomNode {
    /// The side of the partition line on which a point lies. A point on the line is behind it, as in `R_PointOnSide`
    /// (`r_main.c`) for slanted partitions.
    pub(super) fn side_of(&self, point: DVec2) -> Branch {
        Branch::front_if(self.left_of(point) < 0.0)
    }
}

impl DoomTree {
    /// The subsector that contains a point, in map units, and the path from the root to it (`R_PointInSubsector`). A point
    /// outside the map is in a subsector, too, as the cells of the subsectors fill the plane.
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

    /// All subsectors from near to far, as seen from `eye`, in map units. At each node the side of the eye comes first
    /// (`R_RenderBSPNode`, `r_bsp.c`, which also culls what is not visible).
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
