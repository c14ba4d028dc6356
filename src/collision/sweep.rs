//! The first face that a moving body meets.

use glam::{DVec3, Vec3};

use super::{Capsule, early_out::Passing, toi::SweepPath};
use crate::{
    bsp::{
        ObstacleTriangle, Obstacles,
        node_storing::{Feature, NodeId},
    },
    geometry::Aabb,
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
    /// Its triangle, as the tree numbers it: faces may be numbered alike, triangles are not.
    pub triangle: u32,
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
    /// Triangles tested exactly.
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
    report_among(tree, body, from, to, |_| true)
}

/// As [`sweep`], among the faces of these numbers alone.
pub(super) fn sweep_among(
    tree: &impl Obstacles,
    body: Capsule,
    from: Vec3,
    to: Vec3,
    among: impl Fn(u32) -> bool,
) -> Option<SweepHit> {
    report_among(tree, body, from, to, among).hit
}

fn report_among(
    tree: &impl Obstacles,
    body: Capsule,
    from: Vec3,
    to: Vec3,
    among: impl Fn(u32) -> bool,
) -> SweepReport {
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
        among,
    );
    SweepReport {
        hit: first.map(|first| SweepHit {
            t: first.t,
            center: first.center.as_vec3(),
            point: first.point.as_vec3(),
            normal: first.normal.as_vec3(),
            face: first.face,
            triangle: first.triangle,
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
pub(super) struct EarliestToi {
    pub(super) t: f64,
    pub(super) center: DVec3,
    point: DVec3,
    normal: DVec3,
    feature: Feature,
    face: u32,
    triangle: u32,
    node: NodeId,
}

/// A search for the first impact.
pub(super) struct Search {
    path: SweepPath,
    passing: Passing,
    /// In metres: what comes later does not matter any more.
    limit: f64,
    tested: u32,
    first: Option<EarliestToi>,
}

impl Search {
    /// A search along this way among triangles within `bounds`. What the body touches at the start and comes nearer to by
    /// no more than `along` on each metre does not count. `None` for a way of no length. All numbers are finite.
    pub(super) fn new(
        bounds: &Aabb,
        half_axis: DVec3,
        radius: f64,
        from: DVec3,
        to: DVec3,
        along: f64,
    ) -> Option<Self> {
        let length = from.distance(to);
        if length <= 0.0 {
            return None;
        }
        let unit = (to - from) / length;
        Some(Self {
            path: SweepPath {
                from,
                unit,
                length,
                half_axis,
                radius,
                along,
            },
            passing: Passing::new(bounds, half_axis, radius, from, unit, length),
            limit: length,
            tested: 0,
            first: None,
        })
    }

    /// How many metres it takes at the least to the triangle, in `f32`; `None` where it does not matter any more.
    #[inline]
    pub(super) fn earliest(&self, triangle: &ObstacleTriangle) -> Option<f32> {
        let earliest = self.passing.earliest(triangle, self.limit)?;
        match self.first {
            // Of what is touched at the start, only what it comes nearer to the faster matters any more.
            Some(first) if self.limit <= 0.0 => self
                .passing
                .may_come_nearer(triangle, -first.normal.dot(self.path.unit))
                .then_some(earliest),
            _ => Some(earliest),
        }
    }

    /// Whether what is reached no earlier than this does not matter any more.
    #[inline]
    pub(super) fn is_over(&self, earliest: f32) -> bool {
        f64::from(earliest) > self.limit
    }

    /// Takes a triangle into account.
    #[inline]
    pub(super) fn test(&mut self, triangle: &ObstacleTriangle) {
        self.tested += 1;
        let path = &self.path;
        let Some(toi) = path.toi(triangle.corners.map(Vec3::as_dvec3), self.limit) else {
            return;
        };
        // Of several that it touches at the start, the one that it comes nearer to the faster.
        let better = self.first.is_none_or(|first| {
            toi.at < self.limit || toi.at <= 0.0 && toi.normal.dot(path.unit) < first.normal.dot(path.unit)
        });
        if better {
            self.limit = toi.at;
            self.first = Some(EarliestToi {
                t: toi.at / path.length,
                center: path.from + path.unit * toi.at,
                point: toi.point,
                normal: toi.normal,
                feature: toi.feature,
                face: triangle.face,
                triangle: triangle.triangle,
                node: triangle.node,
            });
        }
    }

    /// What was found.
    pub(super) fn first(self) -> Option<EarliestToi> {
        self.first
    }
}

/// The first impact with a face of which `among` is true, the nodes visited and the triangles tested; see [`Search::new`].
pub(super) fn first_impact(
    tree: &impl Obstacles,
    half_axis: DVec3,
    radius: f64,
    from: DVec3,
    to: DVec3,
    along: f64,
    among: impl Fn(u32) -> bool,
) -> (Option<EarliestToi>, u32, u32) {
    let Some(mut search) = Search::new(&tree.bounds(), half_axis, radius, from, to, along) else {
        return (None, 0, 0);
    };
    let visited = tree.along(
        from.as_vec3(),
        to.as_vec3(),
        half_axis.as_vec3(),
        radius as f32,
        |triangle| {
            if search.earliest(triangle).is_some() && among(triangle.face) {
                search.test(triangle);
            }
            search.limit / search.path.length
        },
    );
    (search.first, visited, search.tested)
}
