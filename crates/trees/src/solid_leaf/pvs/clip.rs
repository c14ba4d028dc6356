//! Clipping of convex polygons to what can be seen through others (Teller 1992).
//!
//! Take the planes that have polygon `a` behind them and polygon `b` in front. A straight line that passes `a`, then `b`,
//! stays in front of all of them. So what lies beyond `b` is clipped to these planes, and nothing that is seen is cut off.

use crate::tolerance::VIEW_THICKNESS;
use bspwalk_geometry::{Plane, Tolerances};
use glam::DVec3;
use smallvec::SmallVec;

/// Corners of a convex polygon, in order.
pub(super) type Corners = SmallVec<[DVec3; 12]>;

/// The planes that separate two polygons.
pub(super) type Separators = SmallVec<[Plane; 12]>;

/// The tolerances of visibility, in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// A polygon that reaches into view by no more than this does not count as seen: the thickness of a plane, below which
    /// openings are closed for the tree too.
    pub(super) least: f64,
    /// A clip keeps this much more than the view.
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

/// Clips a polygon to the front of a plane. Returns false where less than the least that counts is there; the corners then
/// have no meaning.
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

/// Clips a polygon to the front of all the planes; see [`clip`]. Returns the plane that leaves nothing of it, where one does.
pub(super) fn clip_all(corners: &mut Corners, planes: &[Plane], limits: Limits) -> Result<(), Plane> {
    match planes.iter().find(|plane| !clip(corners, plane, limits)) {
        Some(plane) => Err(*plane),
        None => Ok(()),
    }
}

/// The most [`work`] for the separators of two polygons: enough for some hundred corners each.
const MOST_WORK: usize = 1 << 28;

/// The work of finding the separators of two polygons with this many corners, in plane tests.
pub(super) fn work(a: usize, b: usize) -> usize {
    a.saturating_mul(b).saturating_mul(a.saturating_add(b))
}

/// The planes through an edge of one polygon and a corner of the other that have all of `a` behind and all of `b` in front.
/// None between polygons with too many corners, which keeps the PVS conservative.
pub(super) fn separators(a: &[DVec3], b: &[DVec3], limits: Limits) -> Separators {
    if work(a.len(), b.len()) > MOST_WORK {
        return Separators::new();
    }
    let mut planes = Separators::new();
    through_edges(a, b, a, b, limits, &mut planes);
    through_edges(b, a, a, b, limits, &mut planes);
    planes
}

/// The separating planes through an edge of `edges` and a corner of `tips`.
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

/// The plane through an edge that meets one of the tips first when it is turned about the edge, away from the edge's own
/// polygon (gift wrapping). If a plane through the edge and any tip separates the polygons, then this one does.
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
        // The plane of a flatter triangle is rounding error.
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

/// A plane, or its flip, that has all of a polygon behind it; `None` if neither has.
fn in_front_of(plane: Plane, behind: &[DVec3], limits: Limits) -> Option<Plane> {
    let [least, greatest] = range(&plane, behind);
    if greatest <= limits.slack && least < -limits.slack {
        Some(plane)
    } else {
        (least >= -limits.slack && greatest > limits.slack).then(|| plane.flipped())
    }
}

/// The least and the greatest distance from a plane.
#[inline]
fn range(plane: &Plane, points: &[DVec3]) -> [f64; 2] {
    let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
    for &point in points {
        let distance = plane.distance(point);
        // A comparison is one instruction; `min` and `max` take more, as they handle NaN.
        least = if distance < least { distance } else { least };
        greatest = if distance > greatest { distance } else { greatest };
    }
    [least, greatest]
}
