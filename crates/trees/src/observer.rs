//! Observers: they are told step by step what a query does.
//!
//! The queries of the node-storing tree are generic over an [`Observer`], so that the traversal that is shown is the one that
//! answers. It is told of every node and every face that the traversal comes to. [`Unobserved`] ignores all of it and compiles
//! to nothing, so that an ordinary query pays nothing. What a collision query finds out outside the tree, such as the time of
//! impact with a triangle, reaches the observer through [`Obstacles::note`].
//!
//! Points are in metres, in the space in which the tree was built.
//!
//! [`Obstacles::note`]: super::Obstacles::note

use std::cell::RefCell;

use bspwalk_geometry::{Feature, SeparatingAxis};
use glam::{DVec3, Vec3};

use super::node::{Branch, NodeId};

/// Is told what a query does. Each call is one step, in the order in which the query takes them.
///
/// Every method does nothing by default.
pub trait Observer: Copy {
    /// Whether the query reports anything. Where it is `false`, the query skips the work of reporting, and may call no method.
    const ENABLED: bool = true;

    /// A query of the tree begins. All steps up to the next begin belong to it.
    #[inline(always)]
    fn begin_query(self, _query: TreeQuery) {}

    /// A node is visited. `plane` is what the query finds at its plane.
    #[inline(always)]
    fn visit_node(self, _node: NodeId, _plane: AtPlane) {}

    /// A subtree is not visited, although the plane above it would let the query in. `node` is its topmost node.
    #[inline(always)]
    fn skip_subtree(self, _node: NodeId, _why: SkipReason) {}

    /// Some or all faces of a visited node are not tested, because a hit that was found before is nearer.
    #[inline(always)]
    fn skip_faces(self, _node: NodeId) {}

    /// A face of a node is tested. `triangle` is its number in the tree.
    #[inline(always)]
    fn test_face(self, _node: NodeId, _triangle: u32, _outcome: TestOutcome) {}

    /// A collision query that takes several queries of the tree, such as a slide, reports a result on its way.
    #[inline(always)]
    fn stage(self, _stage: Stage) {}
}

/// The observer that ignores everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unobserved;

impl Observer for Unobserved {
    const ENABLED: bool = false;
}

/// A node that a query visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VisitedNode {
    /// The node.
    pub id: NodeId,
    /// Whether it is a block: then all nodes below it were visited with it.
    pub is_block: bool,
}

/// An observer that keeps the nodes that queries visit, each once, in the order of the first visits.
#[derive(Debug, Default)]
pub struct VisitedNodes(RefCell<Vec<VisitedNode>>);

impl VisitedNodes {
    /// The nodes.
    #[must_use]
    pub fn into_inner(self) -> Vec<VisitedNode> {
        self.0.into_inner()
    }
}

impl Observer for &VisitedNodes {
    fn visit_node(self, node: NodeId, plane: AtPlane) {
        let mut nodes = self.0.borrow_mut();
        let visited = VisitedNode {
            id: node,
            is_block: plane == AtPlane::Block,
        };
        if !nodes.contains(&visited) {
            nodes.push(visited);
        }
    }
}

/// A query of the node-storing tree. Lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TreeQuery {
    /// The nearest face that a segment meets.
    Cast {
        /// Its start.
        from: Vec3,
        /// Its end.
        to: Vec3,
    },
    /// The triangles that a moving body may touch.
    Sweep {
        /// Where its centre starts.
        from: Vec3,
        /// Where its centre would end.
        to: Vec3,
        /// From its centre to the centre of either cap.
        half_axis: Vec3,
        /// Its radius.
        radius: f32,
    },
    /// The triangles that a resting body may touch.
    Near {
        /// Its centre.
        center: Vec3,
        /// From its centre to the centre of either cap.
        half_axis: Vec3,
        /// Its radius, or the greater distance within which triangles are wanted.
        radius: f32,
    },
    /// The triangles that touch a box.
    Overlap {
        /// Its least corner.
        min: Vec3,
        /// Its greatest corner.
        max: Vec3,
    },
    /// The cell that a point is in.
    Locate {
        /// The point.
        point: Vec3,
    },
}

/// What a query finds at the plane of a node that it visits. Distances are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AtPlane {
    /// The query lies on one side of the plane. The other child and the node's faces are left out.
    OneSide {
        /// The child on that side.
        branch: Branch,
        /// The distance from the plane: of the nearest point of a path, or of the centre of a resting volume. It is never
        /// negative.
        distance: f32,
    },
    /// A path crosses the plane, or comes so near to it that the moving body may touch it.
    Crosses {
        /// The child that is visited first. The node's faces and the other child follow.
        first: Branch,
        /// Where the centre's path crosses the plane: 0 at its start, 1 at its end. It is outside of 0 to 1 where only the body
        /// reaches the plane, and not finite where the path is parallel to the plane.
        t: f32,
    },
    /// A resting volume reaches the plane. The node's faces are tested and both children are visited.
    Reaches {
        /// The signed distance of its centre from the plane, positive in front.
        distance: f32,
        /// How far the volume reaches from its centre towards the plane.
        reach: f32,
    },
    /// The node is a block. Its faces, and those of all nodes below it, are tested at once, without a test of planes.
    Block,
}

/// Why a query leaves out a subtree that the plane above would let it into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipReason {
    /// The query, or the part of the path that is still of interest, does not touch the bounds of the subtree's faces.
    Bounds,
    /// A hit that was found before is nearer than anything in the subtree.
    Nearer,
    /// No part of the path lies on the right side of all planes above the subtree, although each plane alone would let the
    /// path in. It occurs only in trees without bounds, which would reject the query before.
    Planes,
}

/// The outcome of the test of a face. Distances are in metres, and `t` is 0 at the start of a path and 1 at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TestOutcome {
    /// The query has tested the triangle before, in another node that stores a fragment of it.
    AlreadyTested,
    /// A cheap test, such as of its bounds, proves that the query does not reach it.
    OutOfReach,
    /// The segment crosses the plane of the triangle outside of the triangle, or is parallel to the plane.
    Outside,
    /// The line of the segment meets it before the segment's start.
    Behind {
        /// Where it is met, below 0.
        t: f64,
    },
    /// The line of the segment meets it after the segment's end.
    Beyond {
        /// Where it is met, above 1.
        t: f64,
    },
    /// The path meets it, but meets another face before it.
    Farther {
        /// Where it is met.
        t: f64,
    },
    /// The path meets it before all faces that were tested up to now.
    Hit {
        /// Where it is met.
        t: f64,
    },
    /// The moving body does not meet it, or meets another face before it.
    Missed,
    /// The moving body touches it at the start, but moves along it or away from it, or approaches another touched face faster.
    NotApproached,
    /// It is farther from the axis of the resting body than the query asked for.
    TooFar,
    /// The resting body touches it or reaches into it.
    Contact {
        /// Its distance from the body's axis. Where the axis crosses it, the distance is negative.
        distance: f64,
    },
    /// It is kept, so that the queries that follow near by need not ask the tree.
    Collected,
    /// The ATI sample's push moves the sphere's centre to this point.
    Pushed {
        /// The new centre.
        to: Vec3,
        /// What pushed: the face or an edge.
        by: Feature,
    },
    /// The ATI sample's push does not move the sphere: its centre is above neither the face nor an edge. The sample does not
    /// test vertices.
    NotPushed,
    /// This axis separates it from the box.
    Separated(SeparatingAxis),
    /// None of the 13 axes separates it from the box.
    Overlaps,
}

/// A result on the way of a collision query that takes several queries of the tree. Lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// A depenetration makes a round: each contact confines the body's centre to a half-space, and the half-spaces are solved.
    Round {
        /// The number of the round, from 1.
        round: u32,
        /// The body's centre before the round.
        center: Vec3,
        /// The number of half-spaces.
        half_spaces: u32,
        /// The body's centre after the round.
        to: DVec3,
        /// Whether `to` is the point of all half-spaces that is nearest to the start. If not, it is a step out of the
        /// half-space that is violated most.
        exact: bool,
    },
    /// A depenetration has found a clear place. It checks next whether the path to it crosses a face.
    Clear {
        /// The body's centre.
        center: Vec3,
    },
    /// The path to the clear place crosses a triangle. In all further rounds the triangle keeps the body on its side.
    Crossed {
        /// The number of the triangle in the tree.
        triangle: u32,
    },
    /// A slide clips the rest of its displacement to the planes that the body touches.
    Clipped {
        /// The number of planes.
        planes: u32,
        /// The displacement before.
        before: DVec3,
        /// The displacement after.
        after: DVec3,
    },
    /// A slide has moved the body straight.
    Leg {
        /// Where it began.
        from: Vec3,
        /// Where it ended.
        to: Vec3,
        /// Whether it ended because the body met something.
        stopped: bool,
    },
}

/// What a collision query finds out outside the tree; see [`Obstacles::note`](super::Obstacles::note).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note {
    /// A triangle that the tree offered as a candidate was tested.
    Tested {
        /// The node that offered it.
        node: NodeId,
        /// The number of the triangle in the tree.
        triangle: u32,
        /// The outcome.
        outcome: TestOutcome,
    },
    /// A result on the way.
    Stage(Stage),
}
