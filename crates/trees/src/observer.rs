//! Observers, which receive step-by-step reports of what a query does.
//!
//! The queries of the node-storing tree are generic over an [`Observer`], so the traversal shown to the user is the one
//! that computes the result. A query reports every node and face that it reaches. [`Unobserved`] ignores all reports
//! and compiles to nothing, so ordinary queries have no overhead. Results computed outside the tree, such as the time
//! of impact with a triangle, reach the observer through [`Obstacles::note`].
//!
//! Points are in metres, in the tree's coordinate space.
//!
//! [`Obstacles::note`]: super::Obstacles::note

use std::cell::RefCell;

use bspwalk_geometry::{Feature, SeparatingAxis};
use glam::{DVec3, Vec3};

use super::{
    hits::TriangleId,
    node::{Branch, NodeId},
};

/// Receives the steps of a query in order of execution. Each call is one step.
///
/// By default, all methods do nothing.
pub trait Observer: Copy {
    /// Whether the observer needs reports. If `false`, the query skips the work of reporting and may not call any
    /// method.
    const ENABLED: bool = true;

    /// A tree query begins. All steps until the next call belong to it.
    #[inline(always)]
    fn begin_query(self, _query: TreeQuery) {}

    /// The query tests all planes of a wide node together, and then visits the planes that it reaches.
    #[inline(always)]
    fn test_planes(self, _tested: TestedPlanes) {}

    /// The query visits a node. `plane` describes the query's position relative to the node's plane.
    #[inline(always)]
    fn visit_node(self, _node: NodeId, _plane: AtPlane) {}

    /// The query skips a subtree even though it reaches the subtree's side of the parent's plane. `node` is the root of
    /// the subtree.
    #[inline(always)]
    fn skip_subtree(self, _node: NodeId, _why: SkipReason) {}

    /// The query skips some or all faces of a visited node, because there is a closer hit.
    #[inline(always)]
    fn skip_faces(self, _node: NodeId) {}

    /// The query tests a face of a node. `triangle` is the number of its triangle in the tree.
    #[inline(always)]
    fn test_face(self, _node: NodeId, _triangle: TriangleId, _outcome: TestOutcome) {}

    /// A collision query that consists of several tree queries, such as a slide, produces an intermediate result.
    #[inline(always)]
    fn stage(self, _stage: Stage) {}
}

/// An observer that ignores all reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unobserved;

impl Observer for Unobserved {
    const ENABLED: bool = false;
}

/// The result of testing all planes of a wide node together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestedPlanes {
    /// Topmost of the binary nodes combined in the wide node.
    pub node: NodeId,
    /// Number of planes that were tested.
    pub planes: u32,
    /// Number of these planes that the query reaches. A visit of each of them follows this report.
    pub visited: u32,
    /// Number of cells between the planes, counting only cells that contain faces.
    pub cells: u32,
    /// Number of these cells that the query enters.
    pub entered: u32,
    /// Topmost node of the first entered cell along the path. `None` if no cell is entered or the query does not move.
    pub nearest: Option<NodeId>,
}

/// A node that a query visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VisitedNode {
    /// Node number.
    pub id: NodeId,
    /// Whether the node is a block. All nodes below a block are visited together with it.
    pub is_block: bool,
}

/// An observer that collects the visited nodes, each once, in the order of their first visits.
#[derive(Debug, Default)]
pub struct VisitedNodes(RefCell<Vec<VisitedNode>>);

impl VisitedNodes {
    /// Returns the visited nodes.
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

/// A tree query. Lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TreeQuery {
    /// Finds the nearest face that a segment hits.
    Cast {
        /// Start of the segment.
        from: Vec3,
        /// End of the segment.
        to: Vec3,
    },
    /// Finds the triangles that a moving body may touch. A box or a cylinder is reported as a capsule that contains it.
    Sweep {
        /// Centre of the body at the start.
        from: Vec3,
        /// Centre of the body at the end if nothing stops it.
        to: Vec3,
        /// Vector from the body's centre to the centre of a cap.
        half_axis: Vec3,
        /// Radius of the body.
        radius: f32,
    },
    /// Finds the triangles that a resting body may touch. A box or a cylinder is reported as a capsule that contains it.
    Near {
        /// Centre of the body.
        center: Vec3,
        /// Vector from the body's centre to the centre of a cap.
        half_axis: Vec3,
        /// Radius of the body, or a larger search distance.
        radius: f32,
    },
    /// Finds the faces that touch a box.
    Overlap {
        /// Minimum corner of the box.
        min: Vec3,
        /// Maximum corner of the box.
        max: Vec3,
    },
    /// Finds the cell that contains a point.
    Locate {
        /// The point.
        point: Vec3,
    },
}

/// Position of a query relative to the plane of a visited node. Distances are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AtPlane {
    /// The query lies on one side of the plane. It skips the child on the other side and the node's faces.
    OneSide {
        /// Child on the query's side.
        branch: Branch,
        /// Distance from the plane to the nearest point of the path, or to the centre of a resting volume. It is never
        /// negative.
        distance: f32,
    },
    /// The path crosses the plane, or comes so close that the moving body may touch the plane.
    Crosses {
        /// Child that is visited first. The node's faces and the other child follow.
        first: Branch,
        /// Parameter of the point where the centre's path crosses the plane, from 0 at the start to 1 at the end.
        /// Outside this range, only the body reaches the plane. It is not finite if the path is parallel to the plane.
        t: f32,
    },
    /// A resting volume reaches the plane. The query tests the node's faces and visits both children.
    Reaches {
        /// Signed distance of the volume's centre from the plane, positive in front.
        distance: f32,
        /// Extent of the volume in the direction of the plane, measured from its centre.
        reach: f32,
    },
    /// The node is a block. All faces of its subtree are tested together, without testing planes.
    Block,
}

/// Reason why a query skips a subtree even though it reaches the subtree's side of the parent's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipReason {
    /// The query, or the remaining relevant part of its path, does not touch the bounds of the subtree's faces.
    Bounds,
    /// There is a hit that is closer than anything in the subtree.
    Nearer,
    /// No part of the path lies on the required side of all planes above the subtree, although no single plane rejects
    /// the path. This is only reported for trees without bounds, because bounds would already reject the query.
    Planes,
}

/// Outcome of a face test. Distances are in metres; `t` is 0 at the start of the path and 1 at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TestOutcome {
    /// The query has already tested the triangle at another node that stores a fragment of it.
    AlreadyTested,
    /// A cheap test, such as a bounds test, proves that the query does not reach the triangle.
    OutOfReach,
    /// The segment crosses the triangle's plane outside the triangle, or is parallel to this plane.
    Outside,
    /// The line through the segment hits the triangle before the segment's start.
    Behind {
        /// Parameter of the intersection, below 0.
        t: f64,
    },
    /// The line through the segment hits the triangle after the segment's end.
    Beyond {
        /// Parameter of the intersection, above 1.
        t: f64,
    },
    /// The path hits the triangle, but another face is closer.
    Farther {
        /// Parameter of the hit.
        t: f64,
    },
    /// The path hits the triangle, and no previously tested face is closer.
    Hit {
        /// Parameter of the hit.
        t: f64,
    },
    /// The moving body misses the triangle, or hits another face first.
    Missed,
    /// The body touches the triangle at the start, but it moves along or away from the triangle, or approaches another
    /// touched face faster.
    NotApproached,
    /// The triangle is farther from the resting body's axis than the requested distance.
    TooFar,
    /// The resting body touches or penetrates the triangle.
    Contact {
        /// Distance from the body's axis to the triangle, negative if the axis crosses it.
        distance: f64,
    },
    /// The triangle is collected, so that subsequent queries nearby do not have to search the tree.
    Collected,
    /// The ATI sample's push moves the sphere's centre.
    Pushed {
        /// New position of the centre.
        to: Vec3,
        /// Feature that pushes the sphere: the face or an edge.
        by: Feature,
    },
    /// The ATI sample's push does not move the sphere, because its centre is above neither the face nor an edge. The
    /// sample does not test vertices.
    NotPushed,
    /// This axis separates the triangle from the box.
    Separated(SeparatingAxis),
    /// None of the 13 axes separates the triangle from the box.
    Overlaps,
}

/// Intermediate result of a collision query that consists of several tree queries. Lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// One round of depenetration. Each contact confines the body's centre to a half-space, and the solver finds a
    /// point inside all half-spaces.
    Round {
        /// Number of the round, starting at 1.
        round: u32,
        /// Centre of the body before the round.
        center: Vec3,
        /// Number of half-spaces.
        half_spaces: u32,
        /// Centre of the body after the round.
        to: DVec3,
        /// Whether `to` lies in all half-spaces and is the closest such point to the start. If `false`, `to` is a step
        /// out of the most violated half-space.
        exact: bool,
    },
    /// Depenetration has found a clear position. The next step is to check whether the path to it crosses a face.
    Clear {
        /// Centre of the body.
        center: Vec3,
    },
    /// The path to the clear position crosses a triangle. In all later rounds, this triangle keeps the body on its
    /// original side.
    Crossed {
        /// Number of the triangle in the tree.
        triangle: TriangleId,
    },
    /// A slide clips the remaining displacement to the planes that the body touches.
    Clipped {
        /// Number of planes.
        planes: u32,
        /// Displacement before clipping.
        before: DVec3,
        /// Displacement after clipping.
        after: DVec3,
    },
    /// A slide has moved the body along a straight leg.
    Leg {
        /// Centre at the start of the leg.
        from: Vec3,
        /// Centre at the end of the leg.
        to: Vec3,
        /// Whether the leg ended because the body hit something.
        stopped: bool,
    },
}

/// A result that a collision query computes outside the tree; see [`Obstacles::note`](super::Obstacles::note).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note {
    /// A candidate triangle from the tree was tested.
    Tested {
        /// Node that the triangle came from.
        node: NodeId,
        /// Number of the triangle in the tree.
        triangle: TriangleId,
        /// Outcome of the test.
        outcome: TestOutcome,
    },
    /// An intermediate result.
    Stage(Stage),
    /// A sweep begins. All tree queries until [`Note::SweepEnds`] belong to it.
    SweepBegins,
    /// The sweep ends.
    SweepEnds,
}
