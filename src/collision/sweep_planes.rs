//! The first thing that a moving body meets where the planes of a solid-leaf tree stand for the faces.

use glam::{DVec3, Vec3};

use super::{
    Capsule, SweepHit,
    sweep::{sweep, sweep_among},
};
use crate::bsp::{
    Obstacles,
    solid_leaf::{
        LeafId,
        expanded::{ExpandedTree, PlaneHit, Trace},
    },
};

/// What a body met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Met {
    /// A face, exactly: one that planes know nothing of, or any where the way began within grown solid.
    Face(SweepHit),
    /// A plane of a solid leaf, shifted.
    Plane {
        /// The leaf.
        leaf: LeafId,
        /// Whether the plane is a bevel.
        bevel: bool,
    },
}

/// Where a moving body is stopped by planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanesHit {
    /// Where along the way, 0 at its start to 1 at its end.
    pub t: f64,
    /// The body's centre there, in metres.
    pub center: Vec3,
    /// Unit vector from what is met to the body.
    pub normal: DVec3,
    /// What it is.
    pub met: Met,
}

/// The first thing that the body meets when its centre moves straight `from` → `to` through the planes of a solid-leaf
/// tree, each shifted by the body's support, and through the faces of `tree`, of the same level, that those planes know
/// nothing of. See [`expanded`](crate::bsp::solid_leaf::expanded) for what of that is exact.
///
/// A way that begins within a grown cell, or in a solid leaf, is swept against all faces of `tree` instead: a body may so
/// leave what is only taken for solid, and is kept out of what is. A body that does not move meets nothing.
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
    let by_plane = |hit: PlaneHit| PlanesHit {
        t: hit.t,
        center: from.as_dvec3().lerp(to.as_dvec3(), hit.t).as_vec3(),
        normal: hit.normal,
        met: Met::Plane {
            leaf: hit.leaf,
            bevel: hit.bevel,
        },
    };
    let plane = match expanded.trace(from, to, body.half_axis, body.radius) {
        Trace::Within => return sweep(tree, body, from, to).map(by_face),
        Trace::Hit(hit) => Some(by_plane(hit)),
        Trace::Free => None,
    };
    if expanded.uncovered().is_empty() {
        return plane;
    }
    let face = sweep_among(tree, body, from, to, |face| expanded.is_uncovered(face)).map(by_face);
    match (plane, face) {
        (Some(plane), Some(face)) => Some(if face.t < plane.t { face } else { plane }),
        (plane, face) => plane.or(face),
    }
}
