//! The sphere push of the ATI SDK's BSP sample (2006), including its bugs, for comparison.

use bspwalk_geometry::Feature;
use bspwalk_trees::{
    Branch, NodeId, NodeTree, QueryCounters,
    observer::{AtPlane, Observer, TestOutcome, TreeQuery, Unobserved},
};
use glam::Vec3;
use smallvec::SmallVec;

/// The result of [`push_ati`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtiPush {
    /// Final centre of the sphere, in metres. It may be anywhere, even inside a wall.
    pub center: Vec3,
    /// Whether a face pushed the sphere. As in the sample, pushes by edges are not counted.
    pub pushed: bool,
}

/// Pushes a sphere out of the walls with the sample's algorithm, `BNode::pushSphere`, statement by statement.
///
/// `center` and `radius` are in metres. This algorithm exists only for comparison. Its bugs are:
///
/// - Vertices do not push.
/// - In corners sharper than 90°, its single pass pushes the sphere into the other wall.
/// - A push by an edge is not reported.
/// - After a push, the distance to the node's plane is not updated.
/// - A centre behind a plane is pulled to the front side, through the wall.
///
/// [`depenetrate`](super::depenetrate) has none of these bugs.
///
/// The sample stores one triangle in each node, as in trees built with [`Rule::Ati`](bspwalk_trees::Rule::Ati). In
/// other trees, a node may store several fragments. They are then processed one after another, each as a triangle fan.
#[must_use]
pub fn push_ati(tree: &NodeTree, center: Vec3, radius: f32) -> AtiPush {
    push_ati_observed(tree, center, radius, Unobserved)
}

/// Like [`push_ati`], but reports each step to `observer`.
#[must_use]
pub fn push_ati_observed(tree: &NodeTree, center: Vec3, radius: f32, observer: impl Observer) -> AtiPush {
    observer.begin_query(TreeQuery::Near {
        center,
        half_axis: Vec3::ZERO,
        radius,
    });
    let mut result = AtiPush {
        center,
        pushed: false,
    };
    let mut visits = 0;
    let mut waiting: SmallVec<[NodeId; 64]> = tree.root().into_iter().collect();
    while let Some(id) = waiting.pop() {
        let Some(node) = tree.node(id) else { continue };
        visits += 1;
        // The distance computed before this node's push determines which children are visited.
        let distance = result.center.dot(node.plane.normal.as_vec3()) + node.plane.d as f32;
        let plane = if node.is_block {
            AtPlane::Block
        } else {
            at_plane(distance, radius)
        };
        observer.visit_node(id, plane);
        for fragment in node.fragments.filter_map(|index| tree.fragment(index)) {
            let Some((&first, rest)) = fragment.vertices.split_first() else {
                continue;
            };
            for pair in rest.windows(2) {
                let tested = push_out_of_triangle([first, pair[0], pair[1]], radius, &mut result);
                observer.test_face(id, fragment.triangle, tested);
            }
        }
        if let Some(back) = node.back.filter(|_| distance < radius) {
            waiting.push(back);
        }
        if let Some(front) = node.front.filter(|_| distance > -radius) {
            waiting.push(front);
        }
    }
    QueryCounters::record(visits, 0);
    result
}

/// Classifies a plane by its signed distance from the centre, as the sample does.
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

fn push_out_of_triangle(corners: [Vec3; 3], radius: f32, result: &mut AtiPush) -> TestOutcome {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let distance = result.center.dot(normal) - a.dot(normal);
    if distance.abs() >= radius {
        return TestOutcome::OutOfReach;
    }
    // Edge planes face inwards, like the sample's `edgeNormals` and `edgeOffsets`.
    let above = [(a - c, a), (b - a, b), (c - b, c)]
        .into_iter()
        .all(|(edge, corner)| {
            let inwards = normal.cross(edge);
            inwards.dot(result.center) >= inwards.dot(corner)
        });
    if above {
        result.center += (radius - distance) * normal;
        result.pushed = true;
        return TestOutcome::Pushed {
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
                // If the centre is on the edge, the sample divides by zero. This version leaves the sphere in place.
                if let Some(direction) = away.try_normalize() {
                    result.center = nearest + radius * direction;
                }
                return TestOutcome::Pushed {
                    to: result.center,
                    by: Feature::Edge,
                };
            }
        }
    }
    TestOutcome::NotPushed
}
