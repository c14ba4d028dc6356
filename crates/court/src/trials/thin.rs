//! Tunnelling: bodies at high speed against single faces.

use glam::{DVec3, dvec3};

use super::common::ABOVE;
use crate::{
    shapes::Shapes,
    trial::{Good, Trial},
};

pub(super) fn trials() -> Vec<Trial> {
    let mut wall = Shapes::default();
    wall.floor([-3.0, 60.0], [-5.0, 5.0], 0.0);
    wall.wall([20.3, -5.0], [20.3, 5.0], [0.0, 3.0]);
    let wall = wall.build("thin wall");
    let behind = Good::KeepsOut {
        low: dvec3(20.3, -100.0, -5.0),
        high: dvec3(60.0, 100.0, 5.0),
    };
    let mut floor = Shapes::default();
    floor.floor([-5.0, 5.0], [-5.0, 5.0], 0.0);
    vec![
        Trial::new(
            "thin_wall",
            "At 60 m/s against a wall without thickness",
            "",
            &wall,
            DVec3::Y * ABOVE,
        )
        .then(0.5, DVec3::X * 60.0)
        .then(1.0, DVec3::ZERO)
        .good(behind)
        .good(Good::Advances {
            along: DVec3::X,
            metres: 19.9,
        })
        .good(Good::Rests { from: 1.0 }),
        Trial::new(
            "thin_wall_aslant",
            "The same, diagonally",
            "",
            &wall,
            dvec3(0.0, ABOVE, 2.0),
        )
        .then(0.5, dvec3(60.0, 0.0, -1.5))
        .then(1.0, DVec3::ZERO)
        .good(behind),
        Trial::new(
            "thin_floor",
            "A fall of 60 m onto a floor without thickness",
            "",
            &floor.build("thin floor"),
            DVec3::Y * 60.0,
        )
        .then(6.0, DVec3::ZERO)
        .good(Good::Rests { from: 5.0 })
        .good(Good::SameEnd { metres: 0.02 }),
    ]
}
