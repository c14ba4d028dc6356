//! The push of a sphere of the ATI SDK's BSP sample (2006), faults and all, for comparison.

use bspwalk_geometry::Feature;
use glam::Vec3;
use smallvec::SmallVec;

use crate::{
    NodeTree,
    node::{Branch, NodeId},
    observer::{AtPlane, Observer, Question, Tested, Unobserved},
    visits::Visits,
};

/// Where the sample's push ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtiPush {
    /// Centre of the sphere.
    pub center: Vec3,
    /// What the sample reports: whether a *face* pushed.
    pub pushed: bool,
}

/// The sample's `BNode::pushSphere`, statement by statement.
///
/// Its faults: vertices do not push; in a corner sharper than 90° one pass of pushes drives the sphere into the other wall;
/// a push by an edge is not reported; the distance to the plane is not taken again after a push; a centre behind the plane
/// is pulled to the front, through the wall. [`super::depenetrate`] keeps a body out of walls.
///
/// The sample stores one triangle a node, as the rule `ati` does. Other rules store several fragments a node: each is taken
/// in turn, as a fan of triangles. `radius` is in metres.
#[must_use]
pub fn push_ati(tree: &NodeTree, center: Vec3, radius: f32) -> AtiPush {
    push_ati_observed(tree, center, radius, Unobserved)
}

/// As [`push_ati`], watched.
#[must_use]
pub fn push_ati_observed(tree: &NodeTree, center: Vec3, radius: f32, observer: impl Observer) -> AtiPush {
    observer.ask(Question::Near {
        center,
        half_axis: Vec3::ZERO,
        radius,
    });
    let mut result = AtiPush {
        center,
        pushed: false,
    };
    let mut visits = Visits::default();
    let mut waiting: SmallVec<[NodeId; 64]> = tree.root().into_iter().collect();
    while let Some(id) = waiting.pop() {
        let Some(node) = tree.node(id) else { continue };
        visits.0 += 1;
        // The distance before this node's push decides which children are visited.
        let distance = result.center.dot(node.plane.normal.as_vec3()) + node.plane.d as f32;
        let plane = if node.is_block {
            AtPlane::Block
        } else {
            at_plane(distance, radius)
        };
        observer.visit(id, plane);
        for fragment in node.fragments.filter_map(|index| tree.fragment(index)) {
            let Some((&first, rest)) = fragment.vertices.split_first() else {
                continue;
            };
            for pair in rest.windows(2) {
                let tested = push_out_of_triangle([first, pair[0], pair[1]], radius, &mut result);
                observer.test(id, fragment.triangle, tested);
            }
        }
        if let Some(back) = node.back.filter(|_| distance < radius) {
            waiting.push(back);
        }
        if let Some(front) = node.front.filter(|_| distance > -radius) {
            waiting.push(front);
        }
    }
    result
}

/// What the sample finds at a plane at this signed distance from the centre.
fn at_plane(distance: f32, reach: f32) -> AtPlane {
    if distance >= reach {
        let branch = Branch::Front;
        AtPlane::OneSide { branch, distance }
    } else if distance <= -reach {
        let (branch, distance) = (Branch::Back, -distance);
        AtPlane::OneSide { branch, distance }
    } else {
        AtPlane::Reaches { distance, reach }
    }
}

/// The sample's push out of the triangle of one node.
fn push_out_of_triangle(corners: [Vec3; 3], radius: f32, result: &mut AtiPush) -> Tested {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let distance = result.center.dot(normal) - a.dot(normal);
    if distance.abs() >= radius {
        return Tested::OutOfReach;
    }
    // Each edge plane faces inwards, as the sample's `edgeNormals` and `edgeOffsets`.
    let above = [(a - c, a), (b - a, b), (c - b, c)]
        .into_iter()
        .all(|(edge, corner)| {
            let inwards = normal.cross(edge);
            inwards.dot(result.center) >= inwards.dot(corner)
        });
    if above {
        result.center += (radius - distance) * normal;
        result.pushed = true;
        return Tested::Pushed {
            to: result.center,
            by: Feature::Face,
        };
    }
    for (from, to) in [(c, a), (a, b), (b, c)] {
        let edge = to - from;
        let along = edge.dot(result.center - from);
        let length_squared = edge.dot(edge);
        if along > 0.0 && along < length_squared {
            let nearest = from + (along / length_squared) * edge;
            let away = result.center - nearest;
            if away.dot(away) < radius * radius {
                // Where the centre is on the edge, the sample divides by zero; here the sphere stays.
                if let Some(direction) = away.try_normalize() {
                    result.center = nearest + radius * direction;
                }
                return Tested::Pushed {
                    to: result.center,
                    by: Feature::Edge,
                };
            }
        }
    }
    Tested::NotPushed
}
