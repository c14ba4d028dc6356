//! Valleys between two slopes that are too steep to stand on. Reported as wedging in Jolt issue 1887.

use glam::{DVec3, dvec3};

use super::common::{WALK, heading};
use crate::{
    shapes::Shapes,
    trial::{Good, Trial},
};

/// Creates a trial that falls into a valley whose sides have this slope in degrees, and then walks along it for 4 s.
fn valley(name: &str, title: &str, degrees: f64, across: f64) -> Trial {
    let (height, run) = (4.0, 4.0 / degrees.to_radians().tan());
    let mut shapes = Shapes::default();
    let [start, end] = [-3.0, 25.0];
    shapes.quad([
        dvec3(start, height, -run),
        dvec3(start, 0.0, 0.0),
        dvec3(end, 0.0, 0.0),
        dvec3(end, height, -run),
    ]);
    shapes.quad([
        dvec3(end, height, run),
        dvec3(end, 0.0, 0.0),
        dvec3(start, 0.0, 0.0),
        dvec3(start, height, run),
    ]);
    let free = WALK * across.to_radians().cos() * 4.0;
    Trial::new(
        name,
        title,
        "Jolt issue 1887",
        &shapes.build("valley"),
        dvec3(0.0, 1.5, 0.1),
    )
    .then(1.5, DVec3::ZERO)
    .then(4.0, heading(across) * WALK)
    .good(Good::Advances {
        along: DVec3::X,
        metres: 0.8 * free,
    })
    .good(Good::StaysLow { metres: 0.02 })
    .good(Good::SameEnd { metres: 0.5 })
}

pub(super) fn trials() -> Vec<Trial> {
    vec![
        valley("valley_60", "Out of a valley with sides of 60°", 60.0, 0.0),
        valley("valley_50", "Out of a valley with sides of 50°", 50.0, 0.0),
        valley(
            "valley_70_aslant",
            "Along a valley of 70°, diagonally into one side",
            70.0,
            45.0,
        ),
    ]
}
