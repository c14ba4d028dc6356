//! Queries: the subsector of a point, and the order in which the engine draws.

use glam::DVec2;

use super::{DoomChild, DoomNode, DoomNodeId, DoomTree, SubsectorId};
use crate::{
    divided::{Traversal, divided, locate},
    node::Branch,
};

/// The answer of [`DoomTree::locate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoomLocated {
    /// The nodes from the root on, with the side that was taken at each: the front is the right.
    pub path: Vec<(DoomNodeId, Branch)>,
    /// The subsector at its end.
    pub subsector: SubsectorId,
}

divided! { DoomNode, DoomChild::Subsector(SubsectorId), |node| node.children.each_ref() }

impl DoomNode {
    /// The side of the partition on which a point lies. One on the line is behind it, as in `R_PointOnSide` (`r_main.c`) for
    /// slanted partitions.
    #[must_use]
    pub fn side_of(&self, point: DVec2) -> Branch {
        Branch::front_if(self.left_of(point) < 0.0)
    }

    /// The child on a side.
    #[must_use]
    pub fn child(&self, side: Branch) -> DoomChild {
        side.pick(self.children)
    }
}

impl DoomTree {
    /// The subsector in which a point lies, in map units, and the way to it (`R_PointInSubsector`). Points outside the map are
    /// in one, too, as the cells of the subsectors fill the plane.
    #[must_use]
    pub fn locate(&self, point: DVec2) -> DoomLocated {
        let (mut path, nodes) = (Vec::new(), &self.parts.nodes[..]);
        let subsector = locate(nodes, self.root(), |(id, node)| {
            let side = node.side_of(point);
            path.push((id, side));
            side
        });
        DoomLocated { path, subsector }
    }

    /// All subsectors, near to far as seen from a point: at each node the side of the eye comes first
    /// (`R_RenderBSPNode`, `r_bsp.c`, which also leaves out what cannot be seen).
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
