//! A flat floor, which every controller must be able to cross. This tests the benchmark itself.

use glam::{DVec3, dvec3};

use super::common::{ABOVE, WALK};
use crate::{
    shapes::Shapes,
    trial::{Good, Trial},
};

pub(super) fn trials() -> Vec<Trial> {
    let mut shapes = Shapes::default();
    shapes.floor([-5.0, 30.0], [-5.0, 5.0], 0.0);
    let arena = shapes.build("flat");
    vec![
        Trial::new("flat", "Over a flat floor", "", &arena, DVec3::Y * ABOVE)
            .then(0.5, DVec3::ZERO)
            .then(5.0, DVec3::X * WALK)
            .then(0.5, DVec3::ZERO)
            .good(Good::Advances {
                along: DVec3::X,
                metres: 18.0,
            })
            .good(Good::NoFaster)
            .good(Good::StaysLow { metres: 0.02 })
            .good(Good::StaysGrounded { from: 0.5 })
            .good(Good::Rests { from: 5.6 })
            .good(Good::SameEnd { metres: 0.4 }),
        Trial::new(
            "flat_rest",
            "Standing on a flat floor",
            "",
            &arena,
            dvec3(1.3, ABOVE, 0.4),
        )
        .then(4.0, DVec3::ZERO)
        .good(Good::StaysGrounded { from: 0.5 })
        .good(Good::Rests { from: 0.5 })
        .good(Good::SameEnd { metres: 0.01 }),
    ]
}
