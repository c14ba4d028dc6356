//! Clips triangles by slabs.

use glam::{DVec2, DVec3};
use smallvec::SmallVec;

/// A convex polygon: a triangle cut by at most six planes.
pub(super) type Clipped = SmallVec<[DVec3; 9]>;

/// Removes the part of a polygon where the coordinate along `axis` is outside of ±`half` (Sutherland and Hodgman,
/// "Reentrant polygon clipping", 1974).
pub(super) fn clip(polygon: &Clipped, axis: usize, half: f64) -> Clipped {
    let below = clip_below(polygon, |point| point[axis] - half);
    clip_below(&below, |point| -point[axis] - half)
}

fn clip_below(polygon: &Clipped, height: impl Fn(DVec3) -> f64) -> Clipped {
    let mut clipped = Clipped::new();
    for (index, &to) in polygon.iter().enumerate() {
        let from = polygon[(index + polygon.len() - 1) % polygon.len()];
        let (before, after) = (height(from), height(to));
        if before < 0.0 && after > 0.0 || before > 0.0 && after < 0.0 {
            clipped.push(from.lerp(to, before / (before - after)));
        }
        if after <= 0.0 {
            clipped.push(to);
        }
    }
    clipped
}

/// Returns the point of a polygon that is nearest to the y axis, or `None` if the polygon is empty.
pub(super) fn nearest_to_axis(polygon: &Clipped) -> Option<DVec3> {
    let flat = |point: DVec3| DVec2::new(point.x, point.z);
    let edges = || {
        let next = polygon.iter().cycle().skip(1);
        polygon.iter().zip(next).map(|(&from, &to)| (from, to))
    };
    let areas = || edges().map(|(from, to)| flat(from).perp_dot(flat(to)));
    let twice: f64 = areas().sum();
    let surrounds = areas().all(|area| area > 0.0) || areas().all(|area| area < 0.0);
    if surrounds && twice != 0.0 {
        // The axis passes through the polygon, at the height of its plane.
        let [a, b, c] = [polygon[0], polygon[1], polygon[2]];
        let normal = (b - a).cross(c - a);
        let height = normal.dot(a) / normal.y;
        if height.is_finite() {
            return Some(DVec3::Y * height);
        }
    }
    edges()
        .map(|(from, to)| {
            let along = flat(to) - flat(from);
            let at = -flat(from).dot(along) / along.length_squared();
            let at = if at.is_finite() { at.clamp(0.0, 1.0) } else { 0.5 };
            from.lerp(to, at)
        })
        .min_by(|a, b| flat(*a).length_squared().total_cmp(&flat(*b).length_squared()))
}
