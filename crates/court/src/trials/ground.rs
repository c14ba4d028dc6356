//! Whether the body stands on the ground, as games ask for jumps and sounds of steps. Reported as flickering: godot issue 16250.

use glam::{DVec3, dvec3};

use super::common::{ABOVE, WALK};
use crate::{
    shapes::Shapes,
    trial::{Good, Trial},
};

/// The report that these are named after.
const REPORT: &str = "godot issue 16250";

pub(super) fn trials() -> Vec<Trial> {
    let mut down = Shapes::default();
    let foot = 4.0 + 5.0 / 30.0_f64.to_radians().tan();
    down.floor([-3.0, 4.0], [-3.0, 3.0], 5.0);
    down.slope([4.0, foot], [5.0, 0.0], [-3.0, 3.0]);
    down.floor([foot, 30.0], [-3.0, 3.0], 0.0);

    let mut waves = Shapes::default();
    let height = |x: f64| 0.1 * (x * std::f64::consts::TAU / 1.2).sin();
    for part in -20..200 {
        let x = [f64::from(part) * 0.15, f64::from(part + 1) * 0.15];
        waves.slope(x, x.map(height), [-3.0, 3.0]);
    }

    let mut corner = Shapes::default();
    corner.floor([-5.0, 2.0], [-2.0, 5.0], 0.0);
    corner.wall([-5.0, -2.0], [2.0, -2.0], [0.0, 3.0]);
    corner.wall([2.0, -2.0], [2.0, 5.0], [0.0, 3.0]);

    vec![
        Trial::new(
            "ground_down",
            "Down a ramp of 30°",
            REPORT,
            &down.build("down a ramp"),
            dvec3(1.0, 5.0 + ABOVE, 0.0),
        )
        .then(0.5, DVec3::ZERO)
        .then(5.0, DVec3::X * WALK)
        .good(Good::Advances {
            along: DVec3::X,
            metres: 16.0,
        })
        .good(Good::StaysGrounded { from: 0.5 }),
        Trial::new(
            "ground_waves",
            "Over waves of the ground",
            REPORT,
            &waves.build("waves"),
            dvec3(0.0, 0.1 + ABOVE, 0.0),
        )
        .then(0.5, DVec3::ZERO)
        .then(5.0, DVec3::X * 0.5 * WALK)
        .good(Good::Advances {
            along: DVec3::X,
            metres: 7.0,
        })
        .good(Good::StaysGrounded { from: 0.5 }),
        Trial::new(
            "ground_corner",
            "Pressed into a corner",
            REPORT,
            &corner.build("corner"),
            DVec3::Y * ABOVE,
        )
        .then(5.0, dvec3(2.0, 0.0, -3.0))
        .good(Good::StaysGrounded { from: 0.5 })
        .good(Good::Rests { from: 2.0 })
        .good(Good::SameEnd { metres: 0.05 }),
    ]
}
