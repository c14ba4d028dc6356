//! Sliding along a wall, and walking against it. Reported as sticking to walls: `bevy_rapier` issue 489, rapier issue
//! 627.

use std::sync::Arc;

use glam::{DVec3, dvec3};

use super::common::{ABOVE, WALK, heading};
use crate::{
    arena::Arena,
    shapes::Shapes,
    trial::{Good, Trial},
};

/// Creates a floor with a wall along one edge, at this offset from the origin.
pub(super) fn along_x(name: &str, offset: DVec3) -> Arc<Arena> {
    let mut shapes = Shapes::at(offset);
    shapes.floor([-5.0, 35.0], [0.0, 12.0], 0.0);
    shapes.wall([-5.0, 0.0], [35.0, 0.0], [0.0, 4.0]);
    shapes.build(name)
}

/// Creates a trial that slides for 5 s at an angle to the wall. The body must cover 90% of the displacement along the
/// wall.
pub(super) fn slide(
    name: &str,
    title: &str,
    report: &'static str,
    arena: &Arc<Arena>,
    offset: DVec3,
    angle: f64,
) -> Trial {
    let free = WALK * angle.to_radians().cos() * 5.0;
    Trial::new(name, title, report, arena, offset + dvec3(0.0, ABOVE, 0.6))
        .then(5.0, heading(angle) * WALK)
        .good(Good::Advances {
            along: DVec3::X,
            metres: 0.9 * free,
        })
        .good(Good::NoFaster)
        .good(Good::StaysLow { metres: 0.02 })
        .good(Good::StaysGrounded { from: 0.5 })
        .good(Good::SameEnd {
            metres: 0.1 + 0.03 * free,
        })
}

pub(super) fn trials() -> Vec<Trial> {
    let wall = along_x("wall", DVec3::ZERO);
    let slides = [
        ("wall_10", "Along a wall, 10° from it", 10.0),
        ("wall_45", "Along a wall, 45° from it", 45.0),
        ("wall_80", "Along a wall, 80° from it", 80.0),
    ];
    let mut trials: Vec<Trial> = slides
        .into_iter()
        .map(|(name, title, angle)| {
            let report = if angle < 60.0 {
                "bevy_rapier issue 489"
            } else {
                "rapier issue 627"
            };
            slide(name, title, report, &wall, DVec3::ZERO, angle)
        })
        .collect();

    // The wall consists of straight segments, each turned by 6° towards the body.
    let mut shapes = Shapes::default();
    shapes.floor([-5.0, 35.0], [-20.0, 12.0], 0.0);
    let mut at = [-2.0, 0.0];
    for part in 0..11 {
        let to = heading(-6.0 * f64::from(part)) * 2.0;
        let next = [at[0] + to.x, at[1] + to.z];
        shapes.wall(at, next, [0.0, 4.0]);
        at = next;
    }
    let bent = shapes.build("bent wall");
    trials.push(
        Trial::new(
            "wall_bent",
            "Along a wall that bends inwards",
            "rapier issue 627",
            &bent,
            dvec3(0.0, ABOVE, 0.6),
        )
        .then(6.0, heading(20.0) * WALK)
        // The slide ends at the point where the wall is perpendicular to the desired direction.
        .then(1.0, heading(-30.0) * WALK)
        .good(Good::Advances {
            along: DVec3::X,
            metres: 14.0,
        })
        .good(Good::NoFaster)
        .good(Good::SameEnd { metres: 0.3 }),
    );
    trials
}
