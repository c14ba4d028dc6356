//! The first face that a moving body meets.

use glam::{DVec3, Vec3};

use super::{Capsule, impact::Way};
use crate::bsp::{
    ObstacleTriangle, Obstacles,
    node_storing::{Feature, NodeId},
};

/// Where a moving body first meets a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepHit {
    /// Where along the way, 0 at its start to 1 at its end.
    pub t: f64,
    /// The body's centre there, in metres.
    pub center: Vec3,
    /// The point of the face that it touches.
    pub point: Vec3,
    /// Unit vector from that point to the body's axis (to the centre of a sphere). Where the axis already goes through
    /// the face, the direction of the shortest way out.
    pub normal: Vec3,
    /// The face, as the caller numbered it.
    pub face: u32,
    /// A node that stores a fragment of it.
    pub node: NodeId,
    /// Which part of the triangle the point is on.
    pub feature: Feature,
}

/// What a sweep found and what it took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SweepReport {
    /// The first hit.
    pub hit: Option<SweepHit>,
    /// Nodes visited.
    pub visited: u32,
    /// Triangles tested.
    pub tested: u32,
}

/// The first face that the body meets when its centre moves straight `from` → `to`, from either side.
///
/// What it touches or reaches into at the start counts only if it comes nearer, and then at `t` 0: it may always move
/// away and along. A body that does not move meets nothing. Numbers that are not finite, and a radius that is not
/// positive, meet nothing.
#[must_use]
pub fn sweep(tree: &impl Obstacles, body: Capsule, from: Vec3, to: Vec3) -> Option<SweepHit> {
    sweep_report(tree, body, from, to).hit
}

/// As [`sweep`], with the number of nodes visited and of triangles tested.
#[must_use]
pub fn sweep_report(tree: &impl Obstacles, body: Capsule, from: Vec3, to: Vec3) -> SweepReport {
    if !(body.is_valid() && from.is_finite() && to.is_finite()) {
        return SweepReport::default();
    }
    let (from, to) = (from.as_dvec3(), to.as_dvec3());
    let (first, visited, tested) = first_impact(
        tree,
        body.half_axis.as_dvec3(),
        f64::from(body.radius),
        from,
        to,
        ALONG,
    );
    SweepReport {
        hit: first.map(|first| SweepHit {
            t: first.t,
            center: first.center.as_vec3(),
            point: first.point.as_vec3(),
            normal: first.normal.as_vec3(),
            face: first.face,
            node: first.node,
            feature: first.feature,
        }),
        visited,
        tested,
    }
}

/// Metres that a body comes nearer on each metre by rounding alone.
const ALONG: f64 = 1.0e-12;

/// [`SweepHit`] in `f64`.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstImpact {
    pub(super) t: f64,
    pub(super) center: DVec3,
    point: DVec3,
    normal: DVec3,
    feature: Feature,
    face: u32,
    node: NodeId,
}

/// The first impact, the nodes visited and the triangles tested. What the body touches at the start and comes nearer to
/// by no more than `along` on each metre does not count. All numbers are finite.
pub(super) fn first_impact(
    tree: &impl Obstacles,
    half_axis: DVec3,
    radius: f64,
    from: DVec3,
    to: DVec3,
    along: f64,
) -> (Option<FirstImpact>, u32, u32) {
    let length = from.distance(to);
    if length <= 0.0 {
        return (None, 0, 0);
    }
    let way = Way {
        from,
        unit: (to - from) / length,
        length,
        half_axis,
        radius,
        along,
    };
    let mut limit = length;
    let mut tested = 0;
    let mut first: Option<FirstImpact> = None;
    let visit = |triangle: &ObstacleTriangle| {
        tested += 1;
        let Some(impact) = way.impact(triangle.corners.map(Vec3::as_dvec3), limit) else {
            return limit / length;
        };
        // Of several that it touches at the start, the one that it comes nearer to the faster.
        let better = first.is_none_or(|first| {
            impact.at < limit || impact.at <= 0.0 && impact.normal.dot(way.unit) < first.normal.dot(way.unit)
        });
        if better {
            limit = impact.at;
            first = Some(FirstImpact {
                t: impact.at / length,
                center: from + way.unit * impact.at,
                point: impact.point,
                normal: impact.normal,
                feature: impact.feature,
                face: triangle.face,
                node: triangle.node,
            });
        }
        limit / length
    };
    let visited = tree.along(
        from.as_vec3(),
        to.as_vec3(),
        half_axis.as_vec3(),
        radius as f32,
        visit,
    );
    (first, visited, tested)
}
