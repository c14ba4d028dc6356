//! Trials repeated 10 km from the origin, where `f32` coordinates are half a millimetre apart.

use glam::{DVec3, dvec3};

use super::{ramps, seams, walls};
use crate::trial::Trial;

/// Description of the problem that these trials are named after.
const REPORT: &str = "10 km from the origin";

pub(super) fn trials() -> Vec<Trial> {
    let offset = dvec3(8000.0, 0.0, 6000.0);
    let wall = walls::along_x("wall, far", offset);
    let mut ramp = ramps::top(
        "far_ramp",
        "Over the top of a ramp of 30°, 10 km away",
        offset,
        30.0,
        super::common::WALK,
    );
    ramp.report = REPORT;
    vec![
        walls::slide(
            "far_wall",
            "Along a wall, 45° from it, 10 km away",
            REPORT,
            &wall,
            offset,
            45.0,
        ),
        seams::over(
            "far_tiles",
            "Over a floor of tiles, 10 km away",
            REPORT,
            &seams::bricks(offset),
            offset,
        ),
        ramp,
        standing(offset),
    ]
}

fn standing(offset: DVec3) -> Trial {
    let mut shapes = crate::shapes::Shapes::at(offset);
    let rise = 30.0_f64.to_radians().tan();
    shapes.slope([-10.0, 10.0], [-10.0 * rise, 10.0 * rise], [-5.0, 5.0]);
    let feet = offset + DVec3::Y * (super::common::above_slope(30.0) + super::common::ABOVE);
    Trial::new(
        "far_rest",
        "Standing on a slope of 30°, 10 km away",
        REPORT,
        &shapes.build("slope, far"),
        feet,
    )
    .then(6.0, DVec3::ZERO)
    .good(crate::trial::Good::Rests { from: 1.0 })
}
