//! What a query does step by step, for those who watch it.
//!
//! The queries of the node-storing tree are generic over an [`Observer`]. [`Unobserved`] hears nothing and compiles to
//! nothing, so that an ordinary query costs what it did; a recording hears of every node and every face that the same
//! traversal comes to. What a query of collision finds out beyond the tree, it notes by [`Obstacles::note`].
//!
//! [`Obstacles::note`]: super::Obstacles::note

use std::cell::RefCell;

use bspwalk_geometry::{Feature, SeparatingAxis};
use glam::{DVec3, Vec3};

use super::node::{Branch, NodeId};

/// Watches a query. Each method is told of one step, in the order in which the query takes them.
pub trait Observer: Copy {
    /// Whether it wants to be told anything.
    const WATCHES: bool = true;

    /// The tree is asked; the steps up to the next question belong to this one.
    #[inline(always)]
    fn ask(self, _question: Question) {}

    /// A node is visited: this is what the query finds at its plane.
    #[inline(always)]
    fn visit(self, _node: NodeId, _plane: AtPlane) {}

    /// A subtree, given by its topmost node, is not visited, although the plane above it would let the query in.
    #[inline(always)]
    fn skip(self, _node: NodeId, _why: Skipped) {}

    /// The faces of a visited node, or some of them, are not tested, as what was found is nearer.
    #[inline(always)]
    fn pass(self, _node: NodeId) {}

    /// A face of a node is tested: the triangle by its number in the tree, and the outcome.
    #[inline(always)]
    fn test(self, _node: NodeId, _triangle: u32, _tested: Tested) {}

    /// A query that asks several questions begins or ends a part.
    #[inline(always)]
    fn stage(self, _stage: Stage) {}
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unobserved;

impl Observer for Unobserved {
    const WATCHES: bool = false;
}

/// Keeps the nodes that queries visit: each once, in the order in which they come first.
#[derive(Debug, Default)]
pub struct VisitedNodes(RefCell<Vec<(NodeId, bool)>>);

impl VisitedNodes {
    /// The nodes, each with whether it is a block, whose nodes below were visited with it.
    #[must_use]
    pub fn into_inner(self) -> Vec<(NodeId, bool)> {
        self.0.into_inner()
    }
}

impl Observer for &VisitedNodes {
    fn visit(self, node: NodeId, plane: AtPlane) {
        let mut nodes = self.0.borrow_mut();
        let visited = (node, plane == AtPlane::Block);
        if !nodes.contains(&visited) {
            nodes.push(visited);
        }
    }
}

/// A question to the tree. Lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// The nearest face that a segment meets.
    Cast {
        /// Its start.
        from: Vec3,
        /// Its end.
        to: Vec3,
    },
    /// The triangles along the path of a body.
    Along {
        /// Where its centre starts.
        from: Vec3,
        /// Where its centre would end.
        to: Vec3,
        /// From its centre to the centre of either cap.
        half_axis: Vec3,
        /// Its radius.
        radius: f32,
    },
    /// The triangles near a resting body.
    Near {
        /// Its centre.
        center: Vec3,
        /// From its centre to the centre of either cap.
        half_axis: Vec3,
        /// The radius within which triangles are near.
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
    /// It lies on one side, so that the other child and the node's faces are left out.
    OneSide {
        /// That side.
        branch: Branch,
        /// How far the nearest point of the path, or the centre, is from the plane.
        distance: f32,
    },
    /// A path crosses the plane, or comes as near to it as the body and rounding reach.
    Crosses {
        /// The side that is visited first; then come the node's faces, then the other side.
        first: Branch,
        /// Where the path's centre line crosses the plane, 0 at its start and 1 at its end; not finite where the two are
        /// parallel, and beyond 0 to 1 where only the body reaches the plane.
        t: f32,
    },
    /// A resting volume reaches the plane: the node's faces are tested and both sides are visited.
    Reaches {
        /// The signed distance of its centre.
        distance: f32,
        /// How far it reaches from its centre towards the plane.
        reach: f32,
    },
    /// The node is a block: its faces, and those of all nodes below it, are tested at once, and no plane is asked.
    Block,
}

/// Why a subtree is not visited that the plane above it would let the query into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skipped {
    /// The query, or what is left of the path, does not touch the bounds of its faces.
    Bounds,
    /// What was found is nearer than anything in it.
    Nearer,
    /// No part of the path is on the right side of all planes above it, though each of them would let the path in. Only where
    /// bounds are not asked: they tell sooner.
    Planes,
}

/// What a query finds of a face. Distances are in metres, and `t` is 0 at the start of a path and 1 at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tested {
    /// The triangle was tested in another node that stores a fragment of it.
    Again,
    /// Its bounds, or another early test, prove that the query does not reach it.
    OutOfReach,
    /// The segment crosses its plane outside of it, or runs along the plane.
    Outside,
    /// The line of the segment meets it before the segment's start.
    Behind {
        /// Where: below 0.
        t: f64,
    },
    /// The line of the segment meets it after the segment's end.
    Beyond {
        /// Where: above 1.
        t: f64,
    },
    /// The path meets it, but another one sooner.
    Farther {
        /// Where it is met.
        t: f64,
    },
    /// The path meets it sooner than all that were tested before it.
    Hit {
        /// Where it is met.
        t: f64,
    },
    /// The moving body does not come to it, or not before it comes to another.
    Missed,
    /// The moving body touches it at the start and moves along it or away from it, or approaches another one faster.
    NotApproached,
    /// It is no nearer to the resting body's axis than asked.
    TooFar,
    /// The resting body reaches it.
    Contact {
        /// Its distance from the axis; below 0 where the axis crosses it.
        distance: f64,
    },
    /// It is kept for the questions that follow.
    Collected,
    /// The ATI sample's push moves the sphere's centre to this point.
    Pushed {
        /// The new centre.
        to: Vec3,
        /// Whether the face pushed, or an edge.
        by: Feature,
    },
    /// The ATI sample's push leaves the sphere: its centre is above neither the face nor an edge. The sample has no test
    /// for vertices.
    NotPushed,
    /// This axis separates it from the box.
    Separated(SeparatingAxis),
    /// None of the 13 axes separates it from the box.
    Overlaps,
}

/// A part of a query that asks several questions. Lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// A depenetration begins a round, counted from 1: the contacts of the body give one half-space each.
    Round {
        /// Its number.
        round: u32,
        /// The body's centre.
        center: Vec3,
        /// How many half-spaces there are.
        half_spaces: u32,
        /// Where they take the centre.
        to: DVec3,
        /// Whether that is the nearest point of all of them, rather than a step out of the worst one.
        exact: bool,
    },
    /// The body is clear there, and the path to it is checked against faces that it would go through.
    Clear {
        /// The body's centre.
        center: Vec3,
    },
    /// The path to the clear place goes through this triangle, which from now on keeps the body on its side.
    Crossed {
        /// The triangle.
        triangle: u32,
    },
    /// A displacement that is left to a slide is clipped to the planes that the body touches.
    Clipped {
        /// How many planes.
        planes: u32,
        /// The displacement before.
        before: DVec3,
        /// The displacement after.
        after: DVec3,
    },
    /// A slide has made a straight part of its path.
    Leg {
        /// Where it began.
        from: Vec3,
        /// Where it ended.
        to: Vec3,
        /// Whether it met something.
        stopped: bool,
    },
}

/// What a query of collision finds out beyond the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note {
    /// A triangle that the tree offered was tested.
    Tested {
        /// The node that it was offered from.
        node: NodeId,
        /// Its number in the tree.
        triangle: u32,
        /// The outcome.
        tested: Tested,
    },
    /// A part begins or ends.
    Stage(Stage),
}
