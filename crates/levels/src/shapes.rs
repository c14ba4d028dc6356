//! What is done to vectors and triangles while a level is made.

use bspwalk_geometry::Aabb;
use glam::DVec3;

use super::{LevelTriangle, UpAxis};

/// A vector of the source, in the level's axes.
pub(super) fn turned(up: UpAxis, v: DVec3) -> DVec3 {
    match up {
        UpAxis::Y => v,
        UpAxis::Z => DVec3::new(v.x, v.z, -v.y),
    }
}

/// Length of the smallest altitude; 0 for a triangle whose corners coincide.
pub(super) fn altitude([a, b, c]: &[DVec3; 3]) -> f64 {
    let doubled_area = (b - a).cross(c - a).length();
    let longest = (b - a).length().max((c - b).length()).max((a - c).length());
    if longest > 0.0 {
        doubled_area / longest
    } else {
        0.0
    }
}

/// Normalizes the normals, and replaces those that cannot be used by the face's.
pub(super) fn fill_normals(triangle: &mut LevelTriangle) {
    let [a, b, c] = triangle.corners;
    let flat = (b - a).cross(c - a).normalize_or_zero().as_vec3();
    for normal in &mut triangle.normals {
        *normal = normal.try_normalize().unwrap_or(flat);
    }
}

/// The box around triangles.
pub(super) fn bounds<'a>(triangles: impl IntoIterator<Item = &'a LevelTriangle>) -> Aabb {
    Aabb::from_points(triangles.into_iter().flat_map(|triangle| triangle.corners))
}
