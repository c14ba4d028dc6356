//! Reports wide-node visits to observers as binary-node events.

use super::{
    Block, BlockTriangle, CELLS, Child, LANES, PLANES, Wide, WideNode, lanes,
    node_planes::{Order, PlaneRows},
};
use crate::{
    NodeId,
    node::Branch,
    observer::{AtPlane, Observer, SkipReason, TestOutcome, TestedPlanes},
};

impl Wide {
    /// Reports the visit of a block. If the block contains the faces of a single node, the node's visit has already
    /// been reported.
    #[inline(always)]
    pub(super) fn report_block<O: Observer>(&self, child: Child, observer: O) {
        if O::ENABLED && child.nodes() != 0 {
            observer.visit_node(self.block_node(child), AtPlane::Block);
        }
    }

    /// Reports that a waiting child is skipped, because there is a closer hit.
    #[inline(always)]
    pub(super) fn report_skipped_child<O: Observer>(&self, child: Child, observer: O) {
        if O::ENABLED {
            match self.named(child) {
                (node, true) => observer.skip_faces(node),
                (node, false) => observer.skip_subtree(node, SkipReason::Nearer),
            }
        }
    }

    /// Reports lanes that are skipped although no single plane above them rejects the query. They are skipped because
    /// of their bounds or, in a tree without bounds, because of the combination of planes.
    #[cold]
    pub(super) fn report_skipped_lanes<O: Observer>(&self, node: &WideNode, left_out: u32, observer: O) {
        let why = if self.has_bounds {
            SkipReason::Bounds
        } else {
            SkipReason::Planes
        };
        for lane in lanes(left_out) {
            if let (node, false) = self.named(node.children[lane]) {
                observer.skip_subtree(node, why);
            }
        }
    }

    /// Reports the test of all planes of a wide node, and then the visits of the planes in the mask `visited`. `within`
    /// contains the entered lanes.
    #[cold]
    pub(super) fn report_planes<O: Observer>(
        &self,
        child: Child,
        seen: &PlaneRows,
        [visited, within]: [u32; 2],
        observer: O,
    ) {
        let (names, node) = (&self.names[child.0 as usize], &self.nodes[child.0 as usize]);
        if names.count > 0 {
            observer.test_planes(self.tested_planes(child, seen, [visited, within]));
        }
        let mut planes: Vec<(u16, usize)> = lanes(visited)
            .map(|plane| {
                // Use only the planes above, so that the plane sorts before everything below it.
                let above = !0 << (2 * (PLANES - plane));
                let place = Order::place(node.needs[LANES + plane]);
                ((place ^ seen.order.0) & above, plane)
            })
            .collect();
        planes.sort_unstable();
        for (_, plane) in planes {
            // The plane of a block node is zero.
            let is_block = (0..3).all(|axis| node.planes[axis][plane] == 0.0);
            let at_plane = if is_block {
                AtPlane::Block
            } else {
                seen.at_plane(plane)
            };
            observer.visit_node(names.planes[plane], at_plane);
        }
    }

    fn tested_planes(&self, child: Child, seen: &PlaneRows, [visited, within]: [u32; 2]) -> TestedPlanes {
        let (names, node) = (&self.names[child.0 as usize], &self.nodes[child.0 as usize]);
        let cells = |mask: u32| {
            lanes(mask).filter_map(move |lane| {
                let below = node.children[lane];
                let (first, is_own) = self.named(below);
                (below != Child::NOTHING && !is_own).then_some((node.places[lane] ^ seen.order.0, first))
            })
        };
        let nearest = cells(within).min().map(|(_, first)| first);
        TestedPlanes {
            node: names.planes[0],
            planes: u32::from(names.count),
            visited: visited.count_ones(),
            cells: cells(CELLS).count() as u32,
            entered: cells(within).count() as u32,
            nearest: nearest.filter(|_| seen.part.is_some()),
        }
    }

    fn named(&self, child: Child) -> (NodeId, bool) {
        if child.is_block() {
            return (self.block_node(child), child.nodes() == 0);
        }
        let names = &self.names[child.0 as usize];
        (names.planes[0], names.count == 0)
    }
}

impl Block<'_> {
    #[inline(always)]
    pub(super) fn report_far_triangles<O: Observer>(&self, far: u32, observer: O) {
        if O::ENABLED {
            for lane in lanes(far) {
                let BlockTriangle { triangle, node } = self.triangles[lane];
                observer.test_face(node, triangle, TestOutcome::OutOfReach);
            }
        }
    }
}

impl PlaneRows {
    fn at_plane(&self, plane: usize) -> AtPlane {
        let (start, end, reach) = (self.at_start[plane], self.at_end[plane], self.reach[plane]);
        match (self.reached.is_front(plane), self.reached.is_back(plane)) {
            (true, false) => AtPlane::OneSide {
                branch: Branch::Front,
                distance: start.min(end),
            },
            (false, true) => AtPlane::OneSide {
                branch: Branch::Back,
                distance: (-start).min(-end),
            },
            _ => match self.part {
                None => AtPlane::Reaches {
                    distance: start,
                    reach,
                },
                Some([from, to]) => AtPlane::Crosses {
                    first: if self.order.crosses_back_to_front(plane) {
                        Branch::Back
                    } else {
                        Branch::Front
                    },
                    t: from + (to - from) * (start / (start - end)),
                },
            },
        }
    }
}
