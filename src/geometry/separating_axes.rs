//! A box against a triangle by thirteen separating axes (seed 001; Akenine-Möller 2001; Ericson 5.2.9).

use glam::{DVec3, dvec3};

use super::Aabb;

/// Whether the box and the triangle with these corners share a point; touching counts.
///
/// They share none if one of 13 axes separates them: the three of the box, the triangle's normal, and the nine products
/// of a box axis with a triangle edge. Seed 001 normalises the axes, which turns a zero product, of an edge along a box
/// axis, into NaN. An axis need not be a unit vector: on a zero one both shadows are the point 0, and it separates
/// nothing. A degenerate triangle is the segment or the point that it spans.
#[must_use]
pub fn aabb_touches_triangle(aabb: &Aabb, corners: [DVec3; 3]) -> bool {
    // The axes of the box, without rounding. This also refuses an empty box.
    if aabb.is_empty() || !aabb.intersects(&Aabb::from_points(corners)) {
        return false;
    }
    // A corner in the box needs no axis.
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
