//! Convex hulls of coplanar points.

use glam::{DVec2, DVec3};

/// Returns the corners of the convex hull of coplanar points, counter-clockwise as seen from the side that `normal`
/// points towards.
///
/// Every corner is one of the input points. If the points are collinear, there are fewer than three corners.
/// `normal` must not be zero. Uses Andrew's monotone chain algorithm (1979).
#[must_use]
pub fn convex_hull(points: impl IntoIterator<Item = DVec3>, normal: DVec3) -> Vec<DVec3> {
    let u = normal.any_orthonormal_vector();
    let v = normal.cross(u);
    let mut flat: Vec<(DVec2, DVec3)> = points
        .into_iter()
        .map(|point| (DVec2::new(u.dot(point), v.dot(point)), point))
        .collect();
    flat.sort_by(|(a, _), (b, _)| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    flat.dedup_by(|(a, _), (b, _)| a == b);
    let mut hull = chain(flat.iter().copied());
    let upper = chain(flat.iter().rev().copied());
    // Each chain ends with the first point of the other one.
    hull.pop();
    hull.extend(upper);
    if hull.len() > 1 {
        hull.pop();
    }
    hull.into_iter().map(|(_, point)| point).collect()
}

/// Returns the chain of hull corners, which turns left at every corner. The points must be sorted.
fn chain(points: impl Iterator<Item = (DVec2, DVec3)>) -> Vec<(DVec2, DVec3)> {
    let mut chain: Vec<(DVec2, DVec3)> = Vec::new();
    for point in points {
        while let [.., (a, _), (b, _)] = chain[..]
            && (b - a).perp_dot(point.0 - b) <= 0.0
        {
            chain.pop();
        }
        chain.push(point);
    }
    chain
}
