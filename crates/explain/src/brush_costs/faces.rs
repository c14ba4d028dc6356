//! Which faces of a level are of which brush.

use bspwalk_geometry::BoxTree;
use bspwalk_levels::{Brush, Level};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use glam::DVec3;

/// The largest difference of a coordinate between the unit normals of a face and of the side that it is of.
const SAME_NORMAL: f64 = 1.0e-4;

/// For each triangle of the level, the brushes among the first of its brushes that have a side there: those whose side lies on its
/// plane, faces as it does, and reaches its middle, all to `near` metres.
///
/// Several where sides lie on each other: a face is there while one of them is.
pub(super) fn owners(
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
