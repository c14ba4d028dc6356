//! A box against a triangle by thirteen separating axes (seed 001; Akenine-Möller 2001; Ericson 5.2.9).

use glam::{DVec3, dvec3};

use super::Aabb;

/// Whether the box and the triangle with these corners share a point; touching counts.
///
/// They share none if one of 13 axes separates them: the three of the box, the triangle's normal, and the nine cross
/// products of a box axis and a triangle edge. For an edge along a box axis the product is zero, and normalising it, as seed
/// 001 does, gives NaN. Here the axes are not normalised: on a zero axis both projections are 0, so that it separates
/// nothing. A degenerate triangle is treated as the segment or the point that it spans.
#[must_use]
pub fn aabb_touches_triangle(aabb: &Aabb, corners: [DVec3; 3]) -> bool {
    // The axes of the box are tested before the centre is subtracted, so without rounding.
    if aabb.is_empty() || !aabb.intersects(&Aabb::from_points(corners)) {
        return false;
    }
    // If a corner lies in the box, the two touch.
    if corners.into_iter().any(|corner| aabb.contains(corner)) {
        return true;
    }
    let half = aabb.half_size();
    let center = aabb.center();
    let [a, b, c] = corners.map(|corner| corner - center);
    let edges = [b - a, c - b, a - c];
    let separates = |axis: DVec3| {
        let (pa, pb, pc) = (axis.dot(a), axis.dot(b), axis.dot(c));
        let reach = axis.abs().dot(half);
        pa.min(pb).min(pc) > reach || pa.max(pb).max(pc) < -reach
    };
    if separates(edges[0].cross(edges[1])) {
        return false;
    }
    !edges.into_iter().any(|edge| {
        separates(dvec3(0.0, -edge.z, edge.y))
            || separates(dvec3(edge.z, 0.0, -edge.x))
            || separates(dvec3(-edge.y, edge.x, 0.0))
    })
}
