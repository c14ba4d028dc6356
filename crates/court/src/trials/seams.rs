//! Seams between triangles and between boxes, which should not affect a body that crosses them. Reported as ghost
//! collisions: Jolt issue 630, Jolt issue 1085, rapier issue 95.

use std::sync::Arc;

use glam::{DVec3, dvec3};

use super::common::{ABOVE, WALK, heading};
use crate::{
    arena::Arena,
    shapes::Shapes,
    trial::{Good, Trial},
};

/// Angle between the walking direction and the seams, in degrees.
const ACROSS: f64 = 17.0;

/// Creates a floor of 0.5 m tiles in a brick pattern, with corners on the sides of other tiles.
pub(super) fn bricks(offset: DVec3) -> Arc<Arena> {
    let mut shapes = Shapes::at(offset);
    for row in 0..24 {
        let z = 2.0 - 0.5 * f64::from(row);
        let shift = 0.19 * f64::from(row % 3);
        for column in 0..56 {
            let x = -2.0 + 0.5 * f64::from(column) - shift;
            let [low, high] = [dvec3(x, 0.0, z), dvec3(x + 0.5, 0.0, z + 0.5)];
            let (right, near) = (dvec3(high.x, 0.0, low.z), dvec3(low.x, 0.0, high.z));
            // Alternate the direction of the diagonals.
            if (row + column) % 2 == 0 {
                shapes.quad([low, near, high, right]);
            } else {
                shapes.quad([near, high, right, low]);
            }
        }
    }
    shapes.build("bricks")
}

/// Creates a trial that walks for 5 s over a floor that is flat except for its seams.
pub(super) fn over(
    name: &str,
    title: &str,
    report: &'static str,
    arena: &Arc<Arena>,
    offset: DVec3,
) -> Trial {
    let along = heading(ACROSS);
    Trial::new(name, title, report, arena, offset + DVec3::Y * ABOVE)
        .then(5.0, along * WALK)
        .good(Good::Advances { along, metres: 18.0 })
        .good(Good::NoFaster)
        .good(Good::StaysLow { metres: 0.02 })
        .good(Good::StaysGrounded { from: 0.5 })
        .good(Good::SameEnd { metres: 0.5 })
}

pub(super) fn trials() -> Vec<Trial> {
    let mut boxes = Shapes::default();
    for column in 0..24 {
        for row in 0..10 {
            let low = dvec3(-2.0 + f64::from(column), -1.0, 2.0 - f64::from(row));
            boxes.block(low, low + DVec3::ONE);
        }
    }
    let mut panels = Shapes::default();
    panels.floor([-5.0, 35.0], [0.0, 12.0], 0.0);
    for column in 0..40 {
        let x = f64::from(column) - 5.0;
        panels.block(dvec3(x, 0.0, -1.0), dvec3(x + 1.0, 3.0, 0.0));
    }
    vec![
        over(
            "seams_tiles",
            "Over a floor of tiles",
            "Jolt issue 630",
            &bricks(DVec3::ZERO),
            DVec3::ZERO,
        ),
        over(
            "seams_boxes",
            "Over a floor of boxes side by side",
            "Jolt issue 1085",
            &boxes.build("boxes"),
            DVec3::ZERO,
        ),
        super::walls::slide(
            "seams_wall",
            "Along a wall of boxes side by side",
            "rapier issue 95",
            &panels.build("panels"),
            DVec3::ZERO,
            45.0,
        ),
    ]
}
