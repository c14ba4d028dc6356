//! Clips convex polygons to the part visible through other polygons (Teller 1992).
//!
//! A separating plane has polygon `a` behind it and polygon `b` in front of it. After passing through `a` and then `b`,
//! a straight line stays in front of all separating planes. Clipping everything behind `b` to these planes therefore
//! removes nothing that is visible.

use crate::tolerance::VIEW_THICKNESS;
use bspwalk_geometry::{Plane, Tolerances};
use glam::DVec3;
use smallvec::SmallVec;

pub(super) type Corners = SmallVec<[DVec3; 12]>;

/// The planes that separate two polygons.
pub(super) type Separators = SmallVec<[Plane; 12]>;

/// Tolerances for visibility, in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Visibility threshold: a polygon counts as hidden if it extends into view by at most this distance. It equals the
    /// thickness of a plane; narrower openings are closed in the tree as well.
    pub(super) least: f64,
    /// Clipping margin: a clipped polygon extends beyond the visible part by this distance.
    pub(super) slack: f64,
}

impl Limits {
    pub(super) fn new(tolerances: &Tolerances) -> Self {
        Self {
            least: tolerances.on_plane,
            slack: VIEW_THICKNESS * tolerances.on_plane,
        }
    }
}

/// Clips a polygon to the front of a plane. Returns `false` if the part in front does not exceed the visibility
/// threshold.
///
/// If the result is `false`, the corners are unspecified.
pub(super) fn clip(corners: &mut Corners, plane: &Plane, limits: Limits) -> bool {
    let [least, greatest] = range(plane, corners);
    if !(greatest > limits.least) {
        return false;
    }
    if least >= -limits.slack {
        return true;
    }
    let distances: SmallVec<[f64; 12]> = corners.iter().map(|&corner| plane.distance(corner)).collect();
    let whole = std::mem::take(corners);
    let count = whole.len();
    for i in 0..count {
        let j = if i + 1 == count { 0 } else { i + 1 };
        let (here, there) = (distances[i] + limits.slack, distances[j] + limits.slack);
        if here >= 0.0 {
            corners.push(whole[i]);
        }
        if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
            corners.push(whole[i].lerp(whole[j], here / (here - there)));
        }
    }
    true
}

/// Clips a polygon to the front of all planes; see [`clip`]. If a plane leaves nothing visible, returns that plane as
/// an error.
pub(super) fn clip_all(corners: &mut Corners, planes: &[Plane], limits: Limits) -> Result<(), Plane> {
    match planes.iter().find(|plane| !clip(corners, plane, limits)) {
        Some(plane) => Err(*plane),
        None => Ok(()),
    }
}

/// Maximum [`separator_cost`] for finding the separators of two polygons. It is enough for a few hundred corners each.
const MOST_WORK: usize = 1 << 28;

/// Returns the work needed to find the separators of two polygons with the given numbers of corners, measured in plane
/// tests.
pub(super) fn separator_cost(a: usize, b: usize) -> usize {
    a.saturating_mul(b).saturating_mul(a.saturating_add(b))
}

/// Returns the planes that separate two polygons, with all of `a` behind them and all of `b` in front of them.
///
/// Each plane passes through an edge of one polygon and a corner of the other. If the polygons have too many corners,
/// no planes are returned, which keeps the PVS conservative.
pub(super) fn separators(a: &[DVec3], b: &[DVec3], limits: Limits) -> Separators {
    if separator_cost(a.len(), b.len()) > MOST_WORK {
        return Separators::new();
    }
    let mut planes = Separators::new();
    through_edges(a, b, a, b, limits, &mut planes);
    through_edges(b, a, a, b, limits, &mut planes);
    planes
}

fn through_edges(
    edges: &[DVec3],
    tips: &[DVec3],
    behind: &[DVec3],
    front: &[DVec3],
    limits: Limits,
    planes: &mut Separators,
) {
    let Some(&(mut start)) = edges.last() else { return };
    for &end in edges {
        if let Some(plane) = outermost(edges, start, end - start, tips, limits) {
            planes.extend(in_front_of(plane, behind, limits).filter(|plane| {
                let [least, greatest] = range(plane, front);
                least >= -limits.slack && greatest > limits.slack
            }));
        }
        start = end;
    }
}

/// Rotates a plane about an edge, away from the edge's polygon, until it hits one of the points in `tips` (gift
/// wrapping).
fn outermost(edges: &[DVec3], start: DVec3, along: DVec3, tips: &[DVec3], limits: Limits) -> Option<Plane> {
    let mut best: Option<DVec3> = None;
    for &tip in tips {
        let reach = tip - start;
        if best.is_some_and(|normal| normal.dot(reach) >= 0.0) {
            continue;
        }
        let across = along.cross(reach);
        let longest = along
            .length_squared()
            .max(reach.length_squared())
            .max((reach - along).length_squared());
        // If the triangle is thinner than this, its plane would be mostly rounding error.
        let area = across.length_squared();
        if area <= longest * limits.least * limits.least {
            continue;
        }
        let normal = across / area.sqrt();
        if let Some(plane) = in_front_of(Plane::from_point_normal(start, normal), edges, limits) {
            best = Some(plane.normal);
        }
    }
    best.map(|normal| Plane::from_point_normal(start, normal))
}

/// Returns either the plane or its flipped version, whichever has all of a polygon behind it. Returns `None` if neither
/// does.
fn in_front_of(plane: Plane, behind: &[DVec3], limits: Limits) -> Option<Plane> {
    let [least, greatest] = range(&plane, behind);
    if greatest <= limits.slack && least < -limits.slack {
        Some(plane)
    } else {
        (least >= -limits.slack && greatest > limits.slack).then(|| plane.flipped())
    }
}

#[inline]
fn range(plane: &Plane, points: &[DVec3]) -> [f64; 2] {
    let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
    for &point in points {
        let distance = plane.distance(point);
        // This comparison compiles to one instruction. `min` and `max` need more, because they handle NaN.
        least = if distance < least { distance } else { least };
        greatest = if distance > greatest { distance } else { greatest };
    }
    [least, greatest]
}
