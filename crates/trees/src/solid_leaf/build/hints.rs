//! Hints: polygons whose planes divide cells before the planes of faces do. They do not become faces.

use bspwalk_geometry::{Polygon, Split, Tolerances, Triangle};
use glam::DVec3;

use super::{
    plane_table::{Facing, PlaneTable},
    world_bounds::WorldBox,
};

pub(crate) struct Hint {
    pub(crate) polygon: Polygon,
    pub(crate) facing: Facing,
}

/// Cuts hints off at the world box and adds their planes to the table. Skips polygons without a plane, and hints that
/// would divide nothing because they are on the box or outside.
pub(crate) fn clip_hints_to_world(
    hints: &[Polygon],
    world_box: &WorldBox,
    table: &mut PlaneTable,
    tolerances: &Tolerances,
) -> Vec<Hint> {
    let sides = world_box.sides.map(|side| table.facing_plane(side));
    let clipped = hints.iter().filter_map(|hint| {
        if !hint.positions().all(DVec3::is_finite) {
            return None;
        }
        let mut polygon = hint.clone();
        for side in &sides {
            polygon = match polygon.split(side, tolerances.on_plane) {
                Split::Front => polygon,
                Split::Cut { front, .. } => front,
                Split::Back | Split::CoplanarFront | Split::CoplanarBack => return None,
            };
        }
        is_wide(&polygon, tolerances).then_some(polygon)
    });
    let clipped: Vec<Polygon> = clipped.collect();
    let inserted = clipped.into_iter().filter_map(|polygon| {
        let normal = polygon.plane()?.normal;
        let corners: Vec<_> = polygon.positions().collect();
        let facing = table.insert(&corners, normal);
        Some(Hint { polygon, facing })
    });
    inserted.collect()
}

/// Returns whether any triangle of a fan over the polygon is not degenerate.
fn is_wide(polygon: &Polygon, tolerances: &Tolerances) -> bool {
    let corners: Vec<_> = polygon.positions().collect();
    let [first, rest @ ..] = &corners[..] else {
        return false;
    };
    rest.windows(2)
        .any(|pair| Triangle::new([*first, pair[0], pair[1]], tolerances.degenerate).is_some())
}
