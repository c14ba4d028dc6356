//! Overhangs, which should stop only the head. Reported as overhangs of 45° that drag the body upwards.

use glam::{DVec3, dvec3};

use super::common::{ABOVE, WALK};
use crate::{
    shapes::Shapes,
    trial::{Good, Trial},
};

/// Description of the problem that these trials are named after.
const REPORT: &str = "overhangs of 45° that drag upwards";

/// Creates a trial with a wall that leans towards the body. `degrees` is the angle between the wall and the floor. The
/// foot of the wall is at x = 5.
fn leaning(name: &str, title: &str, degrees: f64, across: f64) -> Trial {
    let lean = 4.0 / degrees.to_radians().tan();
    let mut shapes = Shapes::default();
    shapes.floor([-12.0, 5.0], [-10.0, 10.0], 0.0);
    shapes.quad([
        dvec3(5.0, 0.0, -10.0),
        dvec3(5.0, 0.0, 10.0),
        dvec3(5.0 - lean, 4.0, 10.0),
        dvec3(5.0 - lean, 4.0, -10.0),
    ]);
    Trial::new(name, title, REPORT, &shapes.build("leaning wall"), dvec3(-1.0, ABOVE, 0.0))
        .then(3.0, dvec3(WALK, 0.0, across))
        .then(3.0, DVec3::NEG_X * WALK)
        .good(Good::StaysLow { metres: 0.02 })
        .good(Good::StaysGrounded { from: 0.5 })
        // The return path is 12 m long and passes the start after at most 4.5 m.
        .good(Good::Advances {
            along: DVec3::NEG_X,
            metres: 6.0,
        })
}

pub(super) fn trials() -> Vec<Trial> {
    let mut beam = Shapes::default();
    beam.floor([-12.0, 12.0], [-5.0, 5.0], 0.0);
    beam.block(dvec3(2.0, 1.65, -5.0), dvec3(2.3, 2.2, 5.0));
    vec![
        leaning("overhang_45", "Against an overhang of 45°", 45.0, 0.0),
        leaning(
            "overhang_45_aslant",
            "Diagonally against an overhang of 45°",
            45.0,
            1.5,
        ),
        leaning("overhang_70", "Against an overhang of 70°", 70.0, 0.0),
        Trial::new(
            "overhang_beam",
            "Against a beam at head height",
            REPORT,
            &beam.build("beam"),
            DVec3::Y * ABOVE,
        )
        .then(2.0, DVec3::X * WALK)
        .then(2.0, DVec3::NEG_X * WALK)
        .good(Good::StaysLow { metres: 0.02 })
        .good(Good::Advances {
            along: DVec3::NEG_X,
            metres: 5.0,
        }),
    ]
}
