//! Speed gained along a wall or a low step, as in games with Quake's movement code. Also a course with several
//! obstacles, run at several tick rates.

use glam::{DVec3, dvec3};

use super::common::{ABOVE, WALK, heading};
use crate::{
    shapes::Shapes,
    trial::{Good, STEP_HEIGHT, Trial},
};

/// Creates a trial on a floor that has a step of this height (in metres) along its edge.
fn kerb(name: &str, title: &str, height: f64) -> Trial {
    let mut shapes = Shapes::default();
    shapes.floor([-5.0, 35.0], [0.0, 8.0], 0.0);
    shapes.wall([-5.0, 0.0], [35.0, 0.0], [0.0, height]);
    shapes.floor([-5.0, 35.0], [-12.0, 0.0], height);
    let angle = 15.0;
    let mut trial = Trial::new(
        name,
        title,
        "speed gained along a wall or a low step",
        &shapes.build("kerb"),
        dvec3(0.0, ABOVE, 1.2),
    )
    .then(5.0, heading(angle) * WALK)
    .good(Good::NoFaster)
    .good(Good::Advances {
        along: DVec3::X,
        metres: 0.9 * WALK * angle.to_radians().cos() * 5.0,
    });
    if height > f64::from(STEP_HEIGHT) {
        trial = trial.good(Good::StaysLow { metres: 0.02 });
    }
    trial
}

pub(super) fn trials() -> Vec<Trial> {
    let wall = super::walls::along_x("wall", DVec3::ZERO);
    vec![
        super::walls::slide(
            "speed_wall",
            "Along a wall, 5° from it",
            "speed gained along a wall or a low step",
            &wall,
            DVec3::ZERO,
            5.0,
        ),
        kerb("speed_kerb", "Along a step of 20 cm", 0.2),
        kerb("speed_low_wall", "Along a step of 60 cm", 0.6),
        rates(),
    ]
}

/// Creates a course: along a wall, up a step, up a ramp, off its end, and onwards.
fn rates() -> Trial {
    let mut shapes = Shapes::default();
    shapes.floor([-5.0, 30.0], [-8.0, 8.0], 0.0);
    shapes.wall([-5.0, -2.0], [8.0, -2.0], [0.0, 3.0]);
    shapes.slope([10.0, 13.0], [0.0, 1.1], [-4.0, 4.0]);
    shapes.floor([13.0, 15.0], [-4.0, 4.0], 1.1);
    shapes.wall([15.0, -4.0], [15.0, 4.0], [0.0, 1.1]);
    Trial::new(
        "rates",
        "A course with a wall, a ramp and a drop",
        "other paths at other tick rates",
        &shapes.build("a way"),
        dvec3(0.0, ABOVE, -1.0),
    )
    .then(2.5, heading(30.0) * WALK)
    .then(0.5, heading(-60.0) * WALK)
    .then(3.5, DVec3::X * WALK)
    .then(0.5, DVec3::ZERO)
    .good(Good::Advances {
        along: DVec3::X,
        metres: 18.0,
    })
    .good(Good::SameEnd { metres: 0.3 })
}
