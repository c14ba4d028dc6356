//! The sweep through expanded planes: as in Quake's clip hulls, the planes of the solid leaves are shifted outwards by the
//! body's size, so that its centre moves through them as a point.

use bspwalk_geometry::Aabb;
use glam::{DVec3, Vec3};

use super::{
    Capsule, SweepHit,
    sweep::{sweep, sweep_among},
};
use crate::{
    ObstacleTriangle, Obstacles,
    solid_leaf::{
        LeafId,
        expanded::{ExpandedTrace, ExpandedTree},
    },
};

/// What stopped a body in [`sweep_planes`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StoppedBy {
    /// A face, which was swept against exactly. It is one that the expanded planes do not cover, or any face where the motion
    /// began within an expanded leaf.
    Face(SweepHit),
    /// An expanded plane of a solid leaf.
    Plane {
        /// The leaf.
        leaf: LeafId,
        /// Whether the plane is a bevel: one that was added so that the leaf does not grow far beyond the body's reach at a
        /// sharp edge.
        bevel: bool,
    },
}

/// The first obstacle that a body meets in [`sweep_planes`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanesHit {
    /// The time of impact: 0 at the start of the motion, 1 at its end.
    pub t: f64,
    /// The body's centre at that time, in metres.
    pub center: Vec3,
    /// The unit vector from the obstacle to the body.
    pub normal: DVec3,
    /// The obstacle.
    pub stopped_by: StoppedBy,
}

/// Finds the first obstacle that the body meets while its centre moves straight `from` → `to`, in metres.
///
/// An obstacle is a plane of a solid leaf, shifted by the body's support (the Minkowski sum of the leaf and the body), or a face
/// that these planes do not cover, such as those of things that move in the level. `expanded` holds the planes, and `tree` the faces of the same level. See
/// [`expanded`](crate::solid_leaf::expanded) for where the planes are exact.
///
/// A motion that begins within an expanded leaf is swept against all faces of `tree` instead. So the body can leave a leaf that
/// was classified as solid by mistake, and is still kept out of the walls of a leaf that is solid.
///
/// There is no hit where the body does not move, where a number of it is not finite, or where its radius is not positive.
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
