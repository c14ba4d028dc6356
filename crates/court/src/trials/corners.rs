//! Corners between vertical walls: falling in a narrow corner (reported as slowed, momentum issue 1581), being pressed
//! into a corner, and doors.

use std::sync::Arc;

use glam::{DVec3, dvec3};

use super::common::{ABOVE, WALK};
use crate::{
    arena::Arena,
    shapes::Shapes,
    trial::{Good, RADIUS, Trial},
};

/// Creates two vertical walls on a floor that form this angle (in degrees). They meet at the y axis and open towards
/// +x.
fn corner(degrees: f64, height: f64) -> Arc<Arena> {
    let (sine, cosine) = (0.5 * degrees).to_radians().sin_cos();
    let [near, far] = [[8.0 * cosine, 8.0 * sine], [8.0 * cosine, -8.0 * sine]];
    let mut shapes = Shapes::default();
    shapes.wall([0.0, 0.0], far, [0.0, height]);
    shapes.wall(near, [0.0, 0.0], [0.0, height]);
    shapes.floor([-2.0, 10.0], [-8.0, 8.0], 0.0);
    shapes.build("corner")
}

/// Returns the distance between a corner's edge and the centre of a body that touches both walls.
fn reach(degrees: f64) -> f64 {
    f64::from(RADIUS) / (0.5 * degrees).to_radians().sin()
}

fn fall(name: &str, title: &str, degrees: f64) -> Trial {
    let feet = dvec3(reach(degrees) + 0.5, 14.0, 0.0);
    let into = dvec3(-WALK, 0.0, 0.4);
    Trial::new(name, title, "momentum issue 1581", &corner(degrees, 20.0), feet)
        .then(1.5, into)
        .then(1.5, DVec3::ZERO)
        .good(Good::Falls { seconds: 1.5 })
        .good(Good::SameEnd { metres: 0.1 })
}

fn press(name: &str, title: &str, degrees: f64) -> Trial {
    let feet = dvec3(reach(degrees) + 1.5, ABOVE, 0.0);
    Trial::new(name, title, "", &corner(degrees, 3.0), feet)
        .then(4.0, dvec3(-WALK, 0.0, 0.3))
        .then(2.0, DVec3::X * WALK)
        .good(Good::StaysLow { metres: 0.02 })
        // The return path is 8 m long and passes the start after 1.5 m.
        .good(Good::Advances {
            along: DVec3::X,
            metres: 4.0,
        })
}

fn door(name: &str, title: &str, width: f64, beside: f64) -> Trial {
    let half = 0.5 * width;
    let mut shapes = Shapes::default();
    shapes.floor([-3.0, 12.0], [-5.0, 5.0], 0.0);
    shapes.block(dvec3(3.0, 0.0, half), dvec3(3.2, 3.0, 5.0));
    shapes.block(dvec3(3.0, 0.0, -5.0), dvec3(3.2, 3.0, -half));
    Trial::new(name, title, "", &shapes.build("door"), dvec3(0.0, ABOVE, beside))
        .then(3.0, DVec3::X * WALK)
        .good(Good::Advances {
            along: DVec3::X,
            metres: 8.0,
        })
        .good(Good::NoFaster)
}

pub(super) fn trials() -> Vec<Trial> {
    vec![
        fall("corner_fall_90", "A fall in a corner of 90°", 90.0),
        fall("corner_fall_60", "A fall in a corner of 60°", 60.0),
        fall("corner_fall_30", "A fall in a corner of 30°", 30.0),
        press("corner_45", "Into a corner of 45° and out again", 45.0),
        press("corner_20", "Into a corner of 20° and out again", 20.0),
        door("door_80", "Through a door of 80 cm, 5 cm off centre", 0.8, 0.05),
        door("door_70", "Through a door of 70 cm", 0.7, 0.0),
    ]
}
