//! Slopes: standing on them (drift, avian issue 949), crossing their upper edge (getting stuck, godot issue 79542), and
//! walking against slopes that are too steep to climb.

use glam::{DVec3, dvec3};

use super::common::{ABOVE, WALK, above_slope};
use crate::{
    shapes::Shapes,
    trial::{Good, RADIUS, Trial},
};

/// Bug report about standing on slopes.
const DRIFT: &str = "avian issue 949";
/// Bug report about crossing the upper edge.
const TOP: &str = "godot issue 79542";

fn rest(name: &str, title: &str, degrees: f64) -> Trial {
    let rise = degrees.to_radians().tan();
    let mut shapes = Shapes::default();
    shapes.slope([-10.0, 10.0], [-10.0 * rise, 10.0 * rise], [-5.0, 5.0]);
    let feet = DVec3::Y * (above_slope(degrees) + ABOVE);
    Trial::new(name, title, DRIFT, &shapes.build("slope"), feet)
        .then(6.0, DVec3::ZERO)
        .good(Good::Rests { from: 1.0 })
        .good(Good::StaysGrounded { from: 1.0 })
        .good(Good::SameEnd { metres: 0.05 })
}

/// Creates a trial that walks up a ramp and over its edge onto a platform that ends at a wall. The time limit is four
/// times the ideal walking time.
pub(super) fn top(name: &str, title: &str, offset: DVec3, degrees: f64, speed: f64) -> Trial {
    let height = 0.5 * speed;
    let (foot, edge) = (2.0, 2.0 + height / degrees.to_radians().tan());
    let end = edge + 0.75 * speed;
    let mut shapes = Shapes::at(offset);
    shapes.floor([-3.0, foot], [-3.0, 3.0], 0.0);
    shapes.slope([foot, edge], [0.0, height], [-3.0, 3.0]);
    shapes.floor([edge, end], [-3.0, 3.0], height);
    shapes.wall([end, -3.0], [end, 3.0], [height, height + 3.0]);
    let way = end - f64::from(RADIUS) - 0.05;
    Trial::new(name, title, TOP, &shapes.build("ramp"), offset + DVec3::Y * ABOVE)
        .then((4.0 * end / speed * 6.0).ceil() / 6.0, DVec3::X * speed)
        .good(Good::Advances {
            along: DVec3::X,
            metres: way,
        })
        .good(Good::SameEnd { metres: 0.05 })
}

/// Creates a trial that walks against a slope that is too steep to climb.
fn steep(name: &str, title: &str, degrees: f64) -> Trial {
    let mut shapes = Shapes::default();
    shapes.floor([-3.0, 3.0], [-8.0, 8.0], 0.0);
    let run = 6.0 / degrees.to_radians().tan();
    shapes.slope([3.0, 3.0 + run], [0.0, 6.0], [-8.0, 8.0]);
    Trial::new(name, title, "", &shapes.build("steep slope"), DVec3::Y * ABOVE)
        .then(4.0, dvec3(WALK, 0.0, 0.6))
        .good(Good::StaysLow { metres: 0.1 })
        .good(Good::Advances {
            along: DVec3::Z,
            metres: 0.9 * 0.6 * 4.0,
        })
        .good(Good::SameEnd { metres: 0.1 })
}

pub(super) fn trials() -> Vec<Trial> {
    vec![
        rest("rest_20", "Standing on a slope of 20°", 20.0),
        rest("rest_30", "Standing on a slope of 30°", 30.0),
        rest("rest_45", "Standing on a slope of 45°", 45.0),
        top(
            "ramp_top_30",
            "Over the top of a ramp of 30°",
            DVec3::ZERO,
            30.0,
            WALK,
        ),
        top(
            "ramp_top_45",
            "Over the top of a ramp of 45°",
            DVec3::ZERO,
            45.0,
            WALK,
        ),
        top(
            "ramp_top_slow",
            "Slowly over the top of a ramp of 45°",
            DVec3::ZERO,
            45.0,
            1.0,
        ),
        steep("steep_50", "Against a slope of 50°", 50.0),
        steep("steep_70", "Against a slope of 70°", 70.0),
    ]
}
