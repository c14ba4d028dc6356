//! The first face that a moving body meets.

use glam::Vec3;

use super::{
    Capsule,
    early_out::Moving,
    toi::{SweepPath, Toi},
};
use crate::{ObstacleTriangle, Obstacles, hits::Feature, node::NodeId, observer::Tested};

/// Where a moving body first meets a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepHit {
    /// The time of impact: 0 at the start of the motion, 1 at its end.
    pub t: f64,
    /// The body's centre there, in metres.
    pub center: Vec3,
    /// The point of the face that it touches.
    pub point: Vec3,
    /// Unit vector from that point to the body's axis, which is the centre of a sphere. Where the axis crosses the face at
    /// the start, the direction of the shortest displacement that separates them.
    pub normal: Vec3,
    /// The face, as the caller numbered it.
    pub face: u32,
    /// Its triangle, as the tree numbers it: several triangles may have one face number.
    pub triangle: u32,
    /// A node that stores a fragment of it.
    pub node: NodeId,
    /// Which part of the triangle the point is on.
    pub feature: Feature,
}

/// The result of a sweep, and what it took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sweep {
    /// The first hit.
    pub hit: Option<SweepHit>,
    /// Nodes visited.
    pub visited: u32,
    /// Triangles tested exactly.
    pub tested: u32,
}

/// The first face that the body meets, from either side, when its centre moves straight `from` → `to`.
///
/// A face that it touches or reaches into at the start counts only if the body approaches it, and then at `t` 0: away
/// and along it may always move. A body that does not move meets nothing, nor does one whose numbers are not finite or
/// whose radius is not positive.
#[must_use]
pub fn sweep(tree: &impl Obstacles, body: Capsule, from: Vec3, to: Vec3) -> Sweep {
    sweep_among(tree, body, from, to, |_| true)
}

/// As [`sweep`], among the faces whose number `is_wanted`.
pub(super) fn sweep_among(
    tree: &impl Obstacles,
    body: Capsule,
    from: Vec3,
    to: Vec3,
    is_wanted: impl Fn(u32) -> bool,
) -> Sweep {
    let (start, end, half_axis) = (from.as_dvec3(), to.as_dvec3(), body.half_axis.as_dvec3());
    let length = start.distance(end);
    if !(body.is_valid() && from.is_finite() && to.is_finite() && length > 0.0) {
        return Sweep::default();
    }
    let (unit, radius) = ((end - start) / length, f64::from(body.radius));
    let path = SweepPath {
        from: start,
        unit,
        length,
        half_axis,
        radius,
    };
    let moving = Moving::new(&tree.bounds(), half_axis, radius, start, unit, length);
    let approach = |toi: &Toi| -toi.normal.dot(unit);
    // Metres along the path after which an impact does not matter.
    let mut limit = length;
    let mut first: Option<(Toi, ObstacleTriangle)> = None;
    let mut tested = 0;
    let visited = tree.along(from, to, body.half_axis, body.radius, |triangle| {
        // Of the faces that it touches at the start, it meets the one that it approaches fastest.
        let may_approach = || {
            let known = first.as_ref();
            known.is_none_or(|(toi, _)| limit > 0.0 || moving.may_approach(triangle, approach(toi)))
        };
        if !moving.may_touch(triangle, limit) {
            tree.note_tested(triangle, || Tested::OutOfReach);
        } else if !(may_approach() && is_wanted(triangle.face)) {
            tree.note_tested(triangle, || Tested::NotApproached);
        } else {
            tested += 1;
            let found = path.toi(triangle.corners.map(Vec3::as_dvec3), limit);
            let is_first = |toi: &Toi| match &first {
                Some((known, _)) => toi.at < limit || toi.at <= 0.0 && approach(toi) > approach(known),
                None => true,
            };
            tree.note_tested(triangle, || match &found {
                None => Tested::Missed,
                Some(toi) if is_first(toi) => Tested::Hit { t: toi.at / length },
                Some(toi) if toi.at <= 0.0 => Tested::NotApproached,
                Some(toi) => Tested::Farther { t: toi.at / length },
            });
            if let Some(toi) = found.filter(is_first) {
                limit = toi.at;
                first = Some((toi, *triangle));
            }
        }
        limit / length
    });
    Sweep {
        hit: first.map(|(toi, triangle)| SweepHit {
            t: toi.at / length,
            center: (start + unit * toi.at).as_vec3(),
            point: toi.point.as_vec3(),
            normal: toi.normal.as_vec3(),
            face: triangle.face,
            triangle: triangle.triangle,
            node: triangle.node,
            feature: toi.feature,
        }),
        visited,
        tested,
    }
}
