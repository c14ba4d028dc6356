//! Maps the faces of a level to the brushes that own them.

use bspwalk_geometry::BoxTree;
use bspwalk_levels::{Brush, Level};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use glam::DVec3;

/// Maximum difference between the unit normals of a face and of its brush side, per coordinate.
const SAME_NORMAL: f64 = 1.0e-4;

/// Returns the brushes that own each triangle of the level.
///
/// A brush owns a triangle if one of its sides is coplanar with the triangle, faces the same way, and contains the
/// triangle's centre, within `near` metres. A triangle on coincident sides has several owners: the face exists as long
/// as any of these brushes does.
pub(super) fn find_triangle_owners(
    level: &Level,
    brushes: &[Brush],
    near: f64,
    progress: &Progress,
) -> Result<Vec<Vec<u32>>, Cancelled> {
    progress.begin(text!("brush-finding-faces"), level.triangles.len() as u64);
    let boxes = brushes.iter().map(|brush| brush.bounds.inflated(near));
    let tree = BoxTree::new(boxes.collect());
    let mut owners = Vec::with_capacity(level.triangles.len());
    let mut touched = Vec::new();
    for (turn, triangle) in level.triangles.iter().enumerate() {
        progress.check_at(turn)?;
        progress.advance(1);
        let middle = triangle.corners.into_iter().sum::<DVec3>() / 3.0;
        let [a, b, c] = triangle.corners;
        let normal = (b - a).cross(c - a).normalize_or_zero();
        let here = bspwalk_geometry::Aabb::from_points([middle]);
        tree.touching(&here, |index| touched.push(index));
        let is_of = |index: &u32| {
            let brush = &brushes[*index as usize];
            brush.object == triangle.object
                && brush.sides.iter().all(|side| side.distance(middle) <= near)
                && brush.sides.iter().any(|side| {
                    (side.normal - normal).abs().max_element() <= SAME_NORMAL
                        && side.distance(middle).abs() <= near
                })
        };
        let mut own: Vec<u32> = touched.drain(..).filter(is_of).collect();
        own.sort_unstable();
        owners.push(own);
    }
    Ok(owners)
}
