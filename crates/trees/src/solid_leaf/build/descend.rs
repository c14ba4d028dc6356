//! Sends polygons down a finished tree and cuts them into its leaves.

use bspwalk_geometry::{
    Polygon,
    polygon::{Attributes, Split},
};
use bspwalk_progress::{Cancelled, Progress};
use glam::DVec3;

use crate::{
    solid_leaf::{Branch, Child, LeafId, Node, NodeId},
    traversal::{Space, Traversal},
};

#[derive(Clone, Copy)]
pub(crate) struct Descent<'a> {
    pub(crate) nodes: &'a [Node],
    pub(crate) tolerance: f64,
    pub(crate) progress: &'a Progress,
}

pub(crate) enum OnPlane {
    Front,
    Back,
    Stop,
}

/// Node or leaf where a part of a polygon ends up.
#[derive(Clone, Copy)]
pub(crate) enum End {
    Leaf(LeafId),
    Node(NodeId),
}

impl Descent<'_> {
    /// Cuts a polygon at the nodes below `from` and passes each part to `end`.
    pub(crate) fn cut_at_nodes<A: Attributes>(
        self,
        from: Child,
        polygon: Polygon<A>,
        on_plane: impl Fn(NodeId, &Node) -> OnPlane,
        mut end: impl FnMut(End, Polygon<A>) -> Result<(), Cancelled>,
    ) -> Result<(), Cancelled> {
        let mut traversal = Traversal::new(self.nodes, from, polygon);
        while let Some((space, polygon)) = traversal.next() {
            self.progress.check()?;
            let (id, node) = match space {
                Space::Node(node) => node,
                Space::Leaf(leaf) => {
                    end(End::Leaf(leaf), polygon)?;
                    continue;
                }
            };
            let parts = match polygon.split(&node.plane, self.tolerance) {
                Split::Front => [Some(polygon), None],
                Split::Back => [None, Some(polygon)],
                Split::Cut { front, back } => [Some(front), Some(back)],
                Split::CoplanarFront | Split::CoplanarBack => match on_plane(id, node) {
                    OnPlane::Front => [Some(polygon), None],
                    OnPlane::Back => [None, Some(polygon)],
                    OnPlane::Stop => {
                        end(End::Node(id), polygon)?;
                        continue;
                    }
                },
            };
            traversal.push((id, node), (Branch::Front, parts));
        }
        Ok(())
    }

    /// Cuts a polygon into the leaves below `from`.
    ///
    /// A part that lies on a splitting plane is assigned to the side in the direction `towards`.
    pub(crate) fn cut<A: Attributes>(
        self,
        from: Child,
        polygon: Polygon<A>,
        towards: DVec3,
        mut leaf: impl FnMut(LeafId, Polygon<A>) -> Result<(), Cancelled>,
    ) -> Result<(), Cancelled> {
        let side = |_, node: &Node| {
            if node.plane.normal.dot(towards) >= 0.0 {
                OnPlane::Front
            } else {
                OnPlane::Back
            }
        };
        self.cut_at_nodes(from, polygon, side, |end, polygon| match end {
            End::Leaf(id) => leaf(id, polygon),
            End::Node(_) => Ok(()),
        })
    }

    pub(crate) fn cut_between<A: Attributes>(
        self,
        node: NodeId,
        polygon: &Polygon<A>,
        mut part: impl FnMut([LeafId; 2], Polygon),
    ) -> Result<(), Cancelled> {
        let Node { plane, front, back } = self.nodes[node.index()];
        let flat = Polygon::from_points(polygon.positions().map(|corner| plane.project(corner)));
        self.cut(front, flat, plane.normal, |front, polygon| {
            self.cut(back, polygon, -plane.normal, |back, polygon| {
                part([front, back], polygon);
                Ok(())
            })
        })
    }
}
