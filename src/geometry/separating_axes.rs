//! A box against a triangle by thirteen separating axes (seed 001; Akenine-Möller 2001).

use glam::DVec3;

use super::Aabb;

/// Whether the box and the triangle share a point; touching counts.
///
/// The axes are the box's three, the triangle's normal, and the nine products of a box axis with a triangle edge. They
/// are not normalised, so that a zero product, of an edge along a box axis, needs no division and separates nothing.
#[must_use]
pub fn aabb_touches_triangle(aabb: &Aabb, corners: [DVec3; 3]) -> bool {
    let half = aabb.half_size();
    let center = aabb.center();
    let [a, b, c] = corners.map(|corner| corner - center);
    let edges = [b - a, c - b, a - c];
    let separates = |axis: DVec3| {
        let (pa, pb, pc) = (axis.dot(a), axis.dot(b), axis.dot(c));
        let reach = axis.abs().dot(half);
        pa.min(pb).min(pc) > reach || pa.max(pb).max(pc) < -reach
    };
    if [DVec3::X, DVec3::Y, DVec3::Z].into_iter().any(separates) || separates(edges[0].cross(edges[1])) {
        return false;
    }
    !edges.into_iter().any(|edge| {
        separates(DVec3::new(0.0, -edge.z, edge.y))
            || separates(DVec3::new(edge.z, 0.0, -edge.x))
            || separates(DVec3::new(-edge.y, edge.x, 0.0))
    })
}
