//! Trials that are hard for every controller, without a report. They were chosen because controllers are likely to lose
//! them.

use glam::{DVec3, dvec3};

use super::{
    common::{ABOVE, WALK, heading},
    walls,
};
use crate::{
    shapes::Shapes,
    trial::{Good, Trial},
};

pub(super) fn trials() -> Vec<Trial> {
    let far = dvec3(80_000.0, 0.0, 60_000.0);
    vec![
        spiral(),
        pebbles(),
        under_a_roof(),
        keel(),
        walls::slide(
            "hard_far",
            "Along a wall, 45° from it, 100 km away",
            "",
            &walls::along_x("wall, very far", far),
            far,
            45.0,
        ),
    ]
}

/// Creates a spiral staircase with steps of 20 cm around a pillar. The body walks up one and a half turns.
fn spiral() -> Trial {
    const STEPS: u32 = 24;
    let (inner, outer, rise) = (0.5, 2.1, 0.2);
    let mut shapes = Shapes::default();
    shapes.floor([-6.0, 6.0], [-6.0, 6.0], 0.0);
    let at = |radius: f64, step: u32| heading(22.5 * f64::from(step)) * radius;
    let up = |point: DVec3, step: u32| point + DVec3::Y * rise * f64::from(step);
    for step in 0..STEPS {
        let [a, b] = [at(inner, step), at(outer, step)];
        let [c, d] = [at(outer, step + 1), at(inner, step + 1)];
        let height = step + 1;
        shapes.quad([a, b, c, d].map(|point| up(point, height)));
        // The riser faces the body that comes up.
        shapes.quad([up(a, step), up(b, step), up(b, height), up(a, height)]);
        // The pillar, and a wall around the stairs.
        shapes.wall([a.x, a.z], [d.x, d.z], [0.0, 9.0]);
        shapes.wall([c.x, c.z], [b.x, b.z], [0.0, 9.0]);
    }
    let mut trial = Trial::new(
        "hard_spiral",
        "Up a spiral staircase",
        "",
        &shapes.build("spiral staircase"),
        at(1.3, 0) + heading(-90.0) * 0.8 + DVec3::Y * ABOVE,
    );
    for part in -3_i32..51 {
        // To the first step, and then along the circle.
        trial = trial.then(1.0 / 6.0, heading(90.0 + 10.0 * f64::from(part.max(0))) * 1.5);
    }
    trial
        .good(Good::Advances {
            along: DVec3::Y,
            metres: 3.5,
        })
        .good(Good::StaysGrounded { from: 0.5 })
        .of_stairs()
}

/// Creates a floor of 20 cm tiles, each at a height of up to 6 cm, with vertical sides. The body runs over it.
fn pebbles() -> Trial {
    let mut shapes = Shapes::default();
    let height = |x: i32, z: i32| {
        // Heights come from a sine hash, as used in shaders.
        let hash = (f64::from(x) * 12.9898 + f64::from(z) * 78.233).sin() * 43758.5453;
        0.06 * hash.rem_euclid(1.0)
    };
    for x in -10..200 {
        for z in -10..10 {
            let low = dvec3(0.2 * f64::from(x), -0.5, 0.2 * f64::from(z));
            shapes.block(low, low + dvec3(0.2, 0.5 + height(x, z), 0.2));
        }
    }
    Trial::new(
        "hard_pebbles",
        "Running over pebbles at 6 m/s",
        "",
        &shapes.build("pebbles"),
        dvec3(0.1, 0.06 + ABOVE, 0.1),
    )
    .then(0.5, DVec3::ZERO)
    .then(5.0, DVec3::X * 6.0)
    .good(Good::Advances {
        along: DVec3::X,
        metres: 27.0,
    })
    .good(Good::StaysGrounded { from: 0.5 })
    .good(Good::NoFaster)
    .good(Good::StaysLow { metres: 0.1 })
    .of_stairs()
}

/// Creates a wedge between the floor and a roof with a slope of 10°. The body walks in as far as it can, along the wedge,
/// and out again.
fn under_a_roof() -> Trial {
    let mut shapes = Shapes::default();
    shapes.floor([-10.0, 25.0], [-15.0, 15.0], 0.0);
    let rise = 20.0 * 10.0_f64.to_radians().tan();
    // The roof faces down. It is 2.4 m high at x = 0.
    shapes.quad([
        dvec3(0.0, 2.4, -15.0),
        dvec3(20.0, 2.4 - rise, -15.0),
        dvec3(20.0, 2.4 - rise, 15.0),
        dvec3(0.0, 2.4, 15.0),
    ]);
    Trial::new(
        "hard_roof",
        "Into a wedge below a roof of 10°, along it and out",
        "",
        &shapes.build("roof"),
        dvec3(-2.0, ABOVE, -8.0),
    )
    .then(2.5, DVec3::X * WALK)
    .then(3.0, heading(-70.0) * WALK)
    .then(2.0, DVec3::X * -WALK)
    .good(Good::Advances {
        along: DVec3::Z,
        metres: 0.8 * WALK * 70.0_f64.to_radians().sin() * 3.0,
    })
    .good(Good::StaysLow { metres: 0.02 })
    .good(Good::StaysGrounded { from: 0.5 })
    .good(Good::SameEnd { metres: 0.3 })
}

/// Creates a ridge between two slopes of 40°. The body walks along the ridge, 5 cm from it.
fn keel() -> Trial {
    let mut shapes = Shapes::default();
    let drop = 6.0 * 40.0_f64.to_radians().tan();
    for side in [-1.0, 1.0] {
        let mut quad = [
            dvec3(-5.0, 0.0, 0.0),
            dvec3(-5.0, -drop, 6.0 * side),
            dvec3(30.0, -drop, 6.0 * side),
            dvec3(30.0, 0.0, 0.0),
        ];
        if side < 0.0 {
            quad.reverse();
        }
        shapes.quad(quad);
    }
    Trial::new(
        "hard_ridge",
        "Along a ridge between slopes of 40°",
        "",
        &shapes.build("ridge"),
        dvec3(0.0, ABOVE, 0.05),
    )
    .then(0.5, DVec3::ZERO)
    .then(5.0, DVec3::X * WALK)
    .then(1.0, DVec3::ZERO)
    .good(Good::Advances {
        along: DVec3::X,
        metres: 18.0,
    })
    .good(Good::StaysGrounded { from: 0.5 })
    .good(Good::SameEnd { metres: 0.3 })
}
