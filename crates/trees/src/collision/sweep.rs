//! The sweep: finds the first face that a moving body meets.

use glam::Vec3;

use super::{
    Capsule,
    early_out::Moving,
    toi::{SweepPath, Toi},
};
use crate::{
    ObstacleTriangle, Obstacles, hits::Feature, node::NodeId, observer::TestOutcome, obstacles::note_tested,
};

/// The first face that a moving body meets. Points are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepHit {
    /// The time of impact: 0 at the start of the motion, 1 at its end.
    pub t: f64,
    /// The body's centre at that time.
    pub center: Vec3,
    /// The point of the face that the body touches then.
    pub point: Vec3,
    /// The unit vector from that point to the body's axis. The axis of a sphere is its centre. Where the axis crosses the face
    /// at the start, it is the direction of the shortest displacement that separates the two.
    pub normal: Vec3,
    /// The number that the caller gave the face. Several triangles may have one.
    pub face: u32,
    /// The number of the triangle in the tree. Each triangle has its own.
    pub triangle: u32,
    /// A node that stores a fragment of the triangle.
    pub node: NodeId,
    /// Which part of the triangle the point is on: the face, an edge or a vertex.
    pub feature: Feature,
}

/// The result of a sweep, and how much work it was.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sweep {
    /// The first face that the body meets, if there is one.
    pub hit: Option<SweepHit>,
    /// The number of nodes that were visited.
    pub nodes_visited: u32,
    /// The number of triangles whose time of impact was computed; the others were rejected by their bounds.
    pub triangles_tested: u32,
}

/// Finds the first face that the body meets, from either side, while its centre moves straight `from` → `to`, in metres.
///
/// A face that the body touches or reaches into at the start is met at `t` 0 if the body approaches it. It is not met if the
/// body moves along it or away from it. There is no hit where the body does not move, where a number is not finite, or where
/// the radius is not positive.
#[must_use]
pub fn sweep(tree: &impl Obstacles, body: Capsule, from: Vec3, to: Vec3) -> Sweep {
    sweep_among(tree, body, from, to, |_| true)
}

/// As [`sweep`], among the triangles that are wanted.
pub(super) fn sweep_among(
    tree: &impl Obstacles,
    body: Capsule,
    from: Vec3,
    to: Vec3,
    is_wanted: impl Fn(&ObstacleTriangle) -> bool,
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
    let mut triangles_tested = 0;
    let nodes_visited = tree.visit_swept(from, to, body.half_axis, body.radius, |triangle| {
        // Of the faces that it touches at the start, it meets the one that it approaches fastest.
        let may_approach = || {
            let known = first.as_ref();
            known.is_none_or(|(toi, _)| limit > 0.0 || moving.may_approach(triangle, approach(toi)))
        };
        if !moving.may_touch(triangle, limit) {
            note_tested(tree, triangle, || TestOutcome::OutOfReach);
        } else if !(may_approach() && is_wanted(triangle)) {
            note_tested(tree, triangle, || TestOutcome::NotApproached);
        } else {
            triangles_tested += 1;
            let found = path.toi(triangle.corners.map(Vec3::as_dvec3), limit);
            let is_first = |toi: &Toi| match &first {
                Some((known, _)) => toi.at < limit || toi.at <= 0.0 && approach(toi) > approach(known),
                None => true,
            };
            note_tested(tree, triangle, || match &found {
                None => TestOutcome::Missed,
                Some(toi) if is_first(toi) => TestOutcome::Hit { t: toi.at / length },
                Some(toi) if toi.at <= 0.0 => TestOutcome::NotApproached,
                Some(toi) => TestOutcome::Farther { t: toi.at / length },
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
        nodes_visited,
        triangles_tested,
    }
}
