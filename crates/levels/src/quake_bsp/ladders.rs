//! Ladders of compiled Quake II levels, which are brushes with a flag.

use bspwalk_geometry::Aabb;
use glam::DVec3;
use qbsp::{
    BspData,
    data::{brush::BspBrush, nodes::BspLeafContentFlags},
};

/// Maximum number of sides that are read per brush, so that brushes that share all sides take little time.
const MAX_SIDES: usize = 1024;

/// Returns the bounding boxes of ladder brushes, in the file's axes and units. Compilers give each brush the sides of
/// its bounding box, with exact normals, because the game moves boxes. Brushes without these sides are skipped.
pub(super) fn of_brushes(data: &BspData) -> Vec<Aabb> {
    let ladders = data
        .brushes
        .iter()
        .filter(|brush| brush.contents.contains(BspLeafContentFlags::LADDER));
    ladders.filter_map(|brush| bounds(data, brush)).collect()
}

fn bounds(data: &BspData, brush: &BspBrush) -> Option<Aabb> {
    let [mut min, mut max] = [f64::NAN; 2].map(DVec3::splat);
    let sides = data.brush_sides.get(brush.first_side as usize..)?;
    for side in sides.iter().take(MAX_SIDES.min(brush.num_sides as usize)) {
        let plane = data.planes.get(side.plane_idx.0 as usize)?;
        for (axis, component) in plane.normal.to_array().into_iter().enumerate() {
            if component >= 1.0 {
                max[axis] = f64::from(plane.dist);
            } else if component <= -1.0 {
                min[axis] = -f64::from(plane.dist);
            }
        }
    }
    (min.cmple(max).all() && min.is_finite() && max.is_finite()).then_some(Aabb { min, max })
}
