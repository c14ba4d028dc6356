//! Sweeps against expanded planes, as in Quake's clip hulls.
//!
//! The planes of the solid leaves are shifted outwards by the body's size, so that the body can be traced as a point.

use bspwalk_geometry::Aabb;
use bspwalk_trees::{
    ExpandedTree, ObstacleTriangle, Obstacles,
    solid_leaf::{LeafId, expanded::ExpandedTrace},
};
use glam::{DVec3, Vec3};

use super::{
    Capsule, SweepHit,
    sweep::{sweep, sweep_among},
};

/// Obstacle that stopped a body in [`sweep_planes`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StoppedBy {
    /// A face, which was tested exactly.
    ///
    /// It is a face that the expanded planes do not cover. If the motion began inside an expanded leaf, it may be any
    /// face.
    Face(SweepHit),
    /// An expanded plane of a solid leaf.
    Plane {
        /// The solid leaf.
        leaf: LeafId,
        /// Whether the plane is a bevel. Bevels keep the expanded leaf from extending far beyond the body's reach at
        /// sharp edges.
        bevel: bool,
    },
}

/// The first obstacle that a body hits in [`sweep_planes`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanesHit {
    /// Time of impact, from 0 at the start of the motion to 1 at its end.
    pub t: f64,
    /// Centre of the body at that time, in metres.
    pub center: Vec3,
    /// Unit vector from the obstacle to the body.
    pub normal: DVec3,
    /// Obstacle that was hit.
    pub stopped_by: StoppedBy,
}

/// Finds the first obstacle hit by a body while its centre moves straight from `from` to `to` (in metres).
///
/// An obstacle is either an expanded plane of a solid leaf, or a face that these planes do not cover, such as a face of
/// a moving thing. Planes are expanded by the body's support function, as in the Minkowski sum of leaf and body.
/// `expanded` provides the planes, and `tree` the faces of the same level. See
/// [`expanded`](bspwalk_trees::solid_leaf::expanded) for the accuracy of the planes.
///
/// If the motion begins inside an expanded leaf, the body is swept against all faces of `tree` instead. It can
/// therefore leave a leaf that was misclassified as solid, but it still cannot pass through the walls of a solid leaf.
///
/// There is no hit if the body does not move, if a value is not finite, or if the radius is not positive.
#[must_use]
pub fn sweep_planes(
    tree: &impl Obstacles,
    expanded: &ExpandedTree,
    body: Capsule,
    from: Vec3,
    to: Vec3,
) -> Option<PlanesHit> {
    if !body.is_valid() {
        return None;
    }
    let by_face = |hit: SweepHit| PlanesHit {
        t: hit.t,
        center: hit.center,
        normal: hit.normal.as_dvec3().normalize_or_zero(),
        stopped_by: StoppedBy::Face(hit),
    };
    let plane = match expanded.trace(from, to, body.half_axis, body.radius) {
        ExpandedTrace::StartSolid => return sweep(tree, body, from, to).hit.map(by_face),
        ExpandedTrace::Hit(hit) => Some(PlanesHit {
            t: hit.t,
            center: from.as_dvec3().lerp(to.as_dvec3(), hit.t).as_vec3(),
            normal: hit.normal,
            stopped_by: StoppedBy::Plane {
                leaf: hit.leaf,
                bevel: hit.bevel,
            },
        }),
        ExpandedTrace::Free => None,
    };
    let extents = body.extents().as_dvec3();
    let path = Aabb::from_points([from.as_dvec3(), to.as_dvec3()]);
    let around = Aabb {
        min: path.min - extents,
        max: path.max + extents,
    };
    if expanded.uncovered().is_empty() && !tree.has_thing_in(&around) {
        return plane;
    }
    let is_wanted = |triangle: &ObstacleTriangle| {
        expanded.is_uncovered(triangle.face) || tree.is_of_thing(triangle.triangle)
    };
    let hit = sweep_among(tree, body, from, to, is_wanted).hit;
    let face = hit.map(by_face);
    match (plane, face) {
        (Some(plane), Some(face)) => Some(if face.t < plane.t { face } else { plane }),
        (plane, face) => plane.or(face),
    }
}
