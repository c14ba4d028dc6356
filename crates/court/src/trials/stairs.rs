//! Stairs, for contestants that can climb them.

use glam::{DVec3, dvec3};

use super::common::ABOVE;
use crate::{
    shapes::Shapes,
    trial::{Good, RADIUS, Trial},
};

/// Climbing speed, in m/s.
const SPEED: f64 = 2.5;

fn stairs(name: &str, title: &str, steps: u32, [tread, rise]: [f64; 2], down: bool) -> Trial {
    let mut shapes = Shapes::default();
    let (foot, steps_run) = (2.0, f64::from(steps) * tread);
    let (top, end) = (f64::from(steps) * rise, 2.0 + f64::from(steps) * tread + 2.0);
    shapes.floor([-3.0, foot], [-2.0, 2.0], 0.0);
    for step in 0..steps {
        let x = foot + f64::from(step) * tread;
        let y = f64::from(step) * rise;
        // The open side of the riser faces −x.
        shapes.wall([x, -2.0], [x, 2.0], [y, y + rise]);
        shapes.floor([x, x + tread], [-2.0, 2.0], y + rise);
    }
    shapes.floor([foot + steps_run, end], [-2.0, 2.0], top);
    shapes.wall([end, -2.0], [end, 2.0], [top, top + 3.0]);
    shapes.wall([-3.0, 2.0], [-3.0, -2.0], [0.0, 3.0]);
    let arena = shapes.build("stairs");
    let reach = f64::from(RADIUS) + 0.05;
    let (feet, along, way) = if down {
        let x = end - 1.0;
        (dvec3(x, top + ABOVE, 0.0), DVec3::NEG_X, x + 3.0 - reach)
    } else {
        (DVec3::Y * ABOVE, DVec3::X, end - reach)
    };
    let seconds = (2.0 * way / SPEED * 6.0).ceil() / 6.0;
    Trial::new(name, title, "", &arena, feet)
        .then(seconds, along * SPEED)
        .good(Good::Advances { along, metres: way })
        .good(Good::NoFaster)
        .good(Good::SameEnd { metres: 0.05 })
        .of_stairs()
}

pub(super) fn trials() -> Vec<Trial> {
    vec![
        stairs("stairs_15", "Up stairs of 15 cm", 12, [0.3, 0.15], false),
        stairs("stairs_30", "Up stairs of 30 cm", 8, [0.4, 0.3], false),
        stairs("stairs_44", "Up stairs of 44 cm", 5, [0.6, 0.44], false),
        stairs("stairs_down", "Down stairs of 15 cm", 12, [0.3, 0.15], true)
            .good(Good::StaysGrounded { from: 0.5 }),
    ]
}
