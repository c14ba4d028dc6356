//! The first obstacle that a moving body meets where the planes of a solid-leaf tree stand for the faces.

use glam::{DVec3, Vec3};

use super::{
    Capsule, SweepHit,
    sweep::{sweep, sweep_among},
};
use crate::{
    Obstacles,
    solid_leaf::{
        LeafId,
        expanded::{ExpandedTree, Trace},
    },
};

/// What a body met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Met {
    /// A face, exactly: an uncovered one, or any face where the motion began within expanded solid.
    Face(SweepHit),
    /// A plane of a solid leaf, shifted by the body's support.
    Plane {
        /// The leaf.
        leaf: LeafId,
        /// Whether the plane is a bevel.
        bevel: bool,
    },
}

/// Where planes or uncovered faces stop a moving body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanesHit {
    /// The time of impact: 0 at the start of the motion, 1 at its end.
    pub t: f64,
    /// The body's centre there, in metres.
    pub center: Vec3,
    /// Unit vector from the obstacle to the body.
    pub normal: DVec3,
    /// The obstacle.
    pub met: Met,
}

/// The first obstacle of a body whose centre moves straight `from` → `to`: a plane of the solid-leaf tree, shifted by the
/// body's support, or a face of `tree`, of the same level, that these planes do not cover. See
/// [`expanded`](crate::solid_leaf::expanded) for what of that is exact.
///
/// A motion that begins within an expanded cell, or in a solid leaf, is swept against all faces of `tree` instead: so the
/// body can leave a leaf that is solid by mistake, and is kept out of the walls of one that is solid. A body that does
/// not move meets nothing.
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
        met: Met::Face(hit),
    };
    let plane = match expanded.trace(from, to, body.half_axis, body.radius) {
        Trace::Within => return sweep(tree, body, from, to).hit.map(by_face),
        Trace::Hit(hit) => Some(PlanesHit {
            t: hit.t,
            center: from.as_dvec3().lerp(to.as_dvec3(), hit.t).as_vec3(),
            normal: hit.normal,
            met: Met::Plane {
                leaf: hit.leaf,
                bevel: hit.bevel,
            },
        }),
        Trace::Free => None,
    };
    if expanded.uncovered().is_empty() {
        return plane;
    }
    let hit = sweep_among(tree, body, from, to, |face| expanded.is_uncovered(face)).hit;
    let face = hit.map(by_face);
    match (plane, face) {
        (Some(plane), Some(face)) => Some(if face.t < plane.t { face } else { plane }),
        (plane, face) => plane.or(face),
    }
}
