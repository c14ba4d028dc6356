//! Moving platforms. Reported as bodies that dip into lifts and fall through them (rapier issue 488), that are pushed
//! when a platform changes its direction (bevy-tnua issue 28), and that are dragged back when they leave a platform
//! (bevy-tnua issue 99).

use std::{f64::consts::TAU, sync::Arc};

use glam::{DVec3, dvec3};

use super::common::{ABOVE, WALK, heading};
use crate::{
    arena::Arena,
    platform::Platform,
    shapes::Shapes,
    trial::{Good, RADIUS, Trial},
};

/// Bug report about lifts.
const LIFT: &str = "rapier issue 488";
/// Bug report about platforms that change their direction.
const TURN: &str = "bevy-tnua issue 28";
/// Bug report about leaving a platform.
const LEAVE: &str = "bevy-tnua issue 99";

/// Duration of the rest at the start of a ride, in seconds.
const WAIT: f64 = 0.5;

/// Creates a floor far below the platforms.
fn floor() -> Arc<Arena> {
    let mut shapes = Shapes::default();
    shapes.floor([-40.0, 40.0], [-40.0, 40.0], -20.0);
    shapes.build("floor below platforms")
}

/// Creates a platform of 4 by 4 m whose top is at height 0, and which waits for [`WAIT`].
fn platform() -> Platform {
    Platform::new(dvec3(-2.0, -0.3, -2.0), dvec3(2.0, 0.0, 2.0)).then(WAIT, DVec3::ZERO)
}

/// Creates a trial of a body that rides on a platform. The duration includes [`WAIT`].
fn ride(
    name: &str,
    title: &str,
    report: &'static str,
    platform: Platform,
    feet: DVec3,
    metres: f64,
) -> Trial {
    let seconds: f64 = platform.legs.iter().map(|leg| leg.seconds).sum();
    Trial::new(name, title, report, &floor(), feet + DVec3::Y * ABOVE)
        .with_platform(platform)
        .then(seconds, DVec3::ZERO)
        .good(Good::Rides {
            platform: 0,
            from: WAIT,
            metres,
        })
        .good(Good::StaysGrounded { from: WAIT })
}

pub(super) fn trials() -> Vec<Trial> {
    let shuttle = |velocity: DVec3| {
        let there = platform().then(1.5, velocity).then(1.5, -velocity);
        there.then(1.5, velocity).then(1.0, DVec3::ZERO)
    };
    vec![
        ride(
            "lift_up",
            "On a lift that rises at 2 m/s",
            LIFT,
            platform().then(4.0, DVec3::Y * 2.0).then(1.0, DVec3::ZERO),
            DVec3::ZERO,
            0.05,
        ),
        ride(
            "lift_down",
            "On a lift that sinks at 2 m/s",
            LIFT,
            platform().then(4.0, DVec3::Y * -2.0).then(1.0, DVec3::ZERO),
            DVec3::ZERO,
            0.05,
        ),
        ride(
            "lift_fast",
            "On a lift that rises at 15 m/s",
            LIFT,
            platform().then(1.0, DVec3::Y * 15.0).then(1.0, DVec3::ZERO),
            DVec3::ZERO,
            0.1,
        ),
        walk_on_lift(),
        ride(
            "ferry",
            "On a ferry that turns back at 3 m/s",
            TURN,
            shuttle(DVec3::X * 3.0),
            DVec3::ZERO,
            0.1,
        ),
        ride(
            "ferry_aslant",
            "On a ferry that rises and sinks diagonally",
            TURN,
            shuttle(dvec3(2.0, 1.0, -1.0)),
            DVec3::ZERO,
            0.1,
        ),
        ride(
            "turntable",
            "On a turntable, 1.6 m from its centre",
            "",
            platform().then_turn(6.0, TAU / 6.0),
            DVec3::X * 1.6,
            0.1,
        ),
        leave(),
        under_a_wall(),
        pushed("pushed", "Pushed by a block at 3 m/s", 3.0, 0.0),
        pushed("pushed_fast", "Pushed by a block at 20 m/s", 20.0, 0.0),
        pushed(
            "pushed_aslant",
            "Pushed along a wall by a block at 3 m/s",
            3.0,
            60.0,
        ),
    ]
}

/// Creates a trial that walks around on a rising lift.
fn walk_on_lift() -> Trial {
    let lift = platform().then(4.0, DVec3::Y * 2.0);
    let mut trial = Trial::new(
        "lift_walk",
        "Walking on a lift that rises at 2 m/s",
        LIFT,
        &floor(),
        DVec3::Y * ABOVE,
    )
    .with_platform(lift)
    .then(WAIT, DVec3::ZERO)
    .good(Good::StaysGrounded { from: WAIT })
    .good(Good::Advances {
        along: DVec3::Y,
        metres: 7.95,
    });
    for side in 0..8 {
        trial = trial.then(0.5, heading(135.0 * f64::from(side)) * 2.0);
    }
    trial
}

/// Creates a trial that walks off a platform moving the other way, onto a floor that is 10 cm lower.
fn leave() -> Trial {
    let mut shapes = Shapes::default();
    shapes.floor([-40.0, 40.0], [-10.0, 10.0], -0.1);
    Trial::new(
        "leave",
        "Off a platform that moves the other way",
        LEAVE,
        &shapes.build("floor below a platform"),
        DVec3::Y * ABOVE,
    )
    .with_platform(
        Platform::new(dvec3(-2.0, -0.08, -2.0), dvec3(2.0, 0.0, 2.0))
            .then(WAIT, DVec3::ZERO)
            .then(5.0, DVec3::X * -2.0),
    )
    .then(WAIT, DVec3::ZERO)
    .then(3.0, DVec3::X * WALK)
    .good(Good::NeverBack {
        along: DVec3::X,
        from: WAIT,
    })
    .good(Good::Advances {
        along: DVec3::X,
        // About a second on the platform, and two seconds on the floor.
        metres: 8.5,
    })
    .good(Good::SameEnd { metres: 0.3 })
}

/// Creates a trial of a platform that carries a body against a wall and passes below it.
fn under_a_wall() -> Trial {
    let mut shapes = Shapes::default();
    shapes.floor([-40.0, 40.0], [-40.0, 40.0], -20.0);
    // The open side of the wall faces −x.
    shapes.wall([3.0, -5.0], [3.0, 5.0], [0.05, 4.0]);
    Trial::new(
        "platform_wall",
        "On a platform that passes below a wall",
        "",
        &shapes.build("wall above a platform"),
        DVec3::Y * ABOVE,
    )
    .with_platform(platform().then(1.5, DVec3::X * 3.0).then(1.0, DVec3::ZERO))
    .then(WAIT + 2.5, DVec3::ZERO)
    .good(Good::KeepsOut {
        low: dvec3(3.0, -100.0, -5.0),
        high: dvec3(40.0, 100.0, 5.0),
    })
    .good(Good::Advances {
        along: DVec3::X,
        metres: 3.0 - f64::from(RADIUS) - 0.05,
    })
    .good(Good::StaysGrounded { from: WAIT })
    .good(Good::SameEnd { metres: 0.05 })
}

/// Creates a trial of a block that pushes a body. With an angle in degrees, a wall at this angle
/// to the block's direction guides the body sideways.
fn pushed(name: &str, title: &str, speed: f64, wall: f64) -> Trial {
    let mut shapes = Shapes::default();
    shapes.floor([-40.0, 60.0], [-60.0, 60.0], 0.0);
    if wall > 0.0 {
        let along = heading(wall) * 30.0;
        // The open side faces the block.
        shapes.wall([-1.0 + along.x, 2.0 + along.z], [-1.0, 2.0], [0.0, 4.0]);
    }
    let seconds = 2.0;
    let way = speed * seconds;
    let block = Platform::new(dvec3(-3.0, 0.05, -20.0), dvec3(-2.0, 3.0, 20.0))
        .then(WAIT, DVec3::ZERO)
        .then(seconds, DVec3::X * speed);
    let mut trial = Trial::new(
        name,
        title,
        "",
        &shapes.build("floor with a block"),
        dvec3(-1.4, ABOVE, 0.0),
    )
    .with_platform(block)
    .then(WAIT + seconds + 0.5, DVec3::ZERO)
    .good(Good::Advances {
        along: DVec3::X,
        metres: way - 0.35,
    })
    .good(Good::NeverBack {
        along: DVec3::X,
        from: 0.0,
    });
    if wall == 0.0 {
        trial = trial.good(Good::StaysLow { metres: 0.02 });
    }
    trial
}
