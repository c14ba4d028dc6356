//! Ground detection, which games need for jumps and footstep sounds. Reported as flickering in godot issue 16250.

use std::sync::Arc;

use glam::{DVec3, dvec3};

use super::common::{ABOVE, WALK, star};
use crate::{
    arena::Arena,
    shapes::Shapes,
    trial::{Good, Trial},
};

/// Bug report that these trials are named after.
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

    let rubble = rubble();
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
            "Over wavy ground",
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
        star(
            "ground_rubble",
            "Around a field of rubble",
            &rubble,
            DVec3::Y * 0.8,
            3,
        ),
    ]
}

/// Creates a walled field of 0.5 m tiles whose corners have random heights of up to 0.5 m. Some slopes are climbable,
/// and some are too steep.
fn rubble() -> Arc<Arena> {
    const HALF: i32 = 24;
    let height = |x: i32, z: i32| {
        // Heights come from a sine hash, as used in shaders, and are 0 around the start.
        let hash = (f64::from(x) * 12.9898 + f64::from(z) * 78.233).sin() * 43758.5453;
        let is_start = x.abs() <= 1 && z.abs() <= 1;
        if is_start { 0.3 } else { 0.5 * hash.rem_euclid(1.0) }
    };
    let corner = |x: i32, z: i32| dvec3(0.5 * f64::from(x), height(x, z), 0.5 * f64::from(z));
    let mut shapes = Shapes::default();
    for x in -HALF..HALF {
        for z in -HALF..HALF {
            shapes.quad([
                corner(x, z),
                corner(x, z + 1),
                corner(x + 1, z + 1),
                corner(x + 1, z),
            ]);
        }
    }
    let end = 0.5 * f64::from(HALF);
    let around = [[-end, -end], [end, -end], [end, end], [-end, end]];
    for side in 0..4 {
        shapes.wall(around[side], around[(side + 1) % 4], [-1.0, 4.0]);
    }
    shapes.build("rubble")
}
