//! Outlines of a level: edges where its surface bends or ends, or where its material changes.

use std::collections::HashMap;

use bspwalk_levels::Level;
use glam::{DVec3, Vec3};

/// Distance below which corners are merged, in metres.
const SAME: f64 = 1.0e-4;

/// Cosine of the angle between two faces above which their shared edge is not an outline.
const FLAT: f64 = 0.94;

/// Returns the edges (in metres) where the surface of a level bends or ends, or where its material changes. Each edge
/// occurs once.
pub(super) fn outlines(level: &Level) -> Vec<[Vec3; 2]> {
    type Corner = [i64; 3];
    let corner = |point: DVec3| -> Corner { (point / SAME).round().to_array().map(|value| value as i64) };
    let mut faces: HashMap<[Corner; 2], Vec<(DVec3, u32)>> = HashMap::new();
    let mut edges: Vec<([Corner; 2], [Vec3; 2])> = Vec::new();
    for triangle in &level.triangles {
        let [a, b, c] = triangle.corners;
        let Some(normal) = (b - a).cross(c - a).try_normalize() else {
            continue;
        };
        for ends in [[a, b], [b, c], [c, a]] {
            let mut key = ends.map(corner);
            key.sort_unstable();
            faces
                .entry(key)
                .or_insert_with(|| {
                    edges.push((key, ends.map(DVec3::as_vec3)));
                    Vec::new()
                })
                .push((normal, triangle.material));
        }
    }
    let is_drawn = |key: &[Corner; 2]| match faces.get(key).map(Vec::as_slice) {
        Some([(normal, material), (other, of_other)]) => material != of_other || normal.dot(*other) < FLAT,
        _ => true,
    };
    edges
        .into_iter()
        .filter(|(key, _)| is_drawn(key))
        .map(|(_, ends)| ends)
        .collect()
}
