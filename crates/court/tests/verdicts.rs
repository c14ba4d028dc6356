//! Checks that the verdicts detect faults in fabricated traces and find none in good ones.

use std::{f64::consts::TAU, sync::Arc, time::Duration};

use bspwalk_court::{
    arena::Arena,
    platform::Platform,
    run::{TickRecord, Trace},
    shapes::Shapes,
    trial::{Good, Trial},
    verdict::{Fault, judge, spread},
};
use glam::{DVec3, Vec3, dvec3};

/// Returns a room with a floor at height 0 and a wall at x = 10.
fn room() -> Arc<Arena> {
    let mut shapes = Shapes::default();
    shapes.floor([-50.0, 50.0], [-50.0, 50.0], 0.0);
    shapes.wall([10.0, -50.0], [10.0, 50.0], [0.0, 5.0]);
    shapes.build("room")
}

fn trial() -> Trial {
    Trial::new("made", "Made", "", &room(), DVec3::ZERO).then(2.0, DVec3::X * 4.0)
}

/// Returns a 2 s trace with a desired velocity of 4 m/s along x. `at` returns the centre of the body at a given time;
/// the feet are at height 0 if y is 0.
fn trace(hz: u32, at: impl Fn(f64) -> DVec3) -> Trace {
    let frame = |tick: u32| TickRecord {
        centre: DVec3::Y * 0.92 + at(f64::from(tick) / f64::from(hz)),
        grounded: true,
        desired: Vec3::X * 4.0,
        stretch: 0,
    };
    Trace {
        hz,
        frames: (0..=2 * hz).map(frame).collect(),
        cost: Duration::ZERO,
    }
}

fn faults(good: Option<Good>, trace: &Trace) -> Vec<Fault> {
    let mut trial = trial();
    trial.goods.extend(good);
    judge(&trial, trace, true).faults
}

#[test]
fn a_good_walk_has_no_fault() {
    for hz in [30, 60, 144] {
        let walk = trace(hz, |time| DVec3::X * 4.0 * time);
        for good in [
            Good::Advances {
                along: DVec3::X,
                metres: 7.9,
            },
            Good::NoFaster,
            Good::StaysGrounded { from: 0.0 },
            Good::StaysLow { metres: 0.01 },
            Good::KeepsOut {
                low: dvec3(9.0, 0.0, -50.0),
                high: dvec3(20.0, 5.0, 50.0),
            },
            Good::FindsAWay,
        ] {
            assert_eq!(faults(Some(good), &walk), [], "{good:?} at {hz} Hz");
        }
    }
}

#[test]
fn path_through_wall_is_tunnelling() {
    let through = trace(60, |time| DVec3::X * 8.0 * time);
    assert!(faults(None, &through).contains(&Fault::Tunnelled));
    // A jump within a single tick must be detected too.
    let jump = trace(60, |time| DVec3::X * if time < 1.0 { 0.0 } else { 20.0 });
    assert_eq!(faults(None, &jump), [Fault::Tunnelled]);
    let through_the_floor = trace(60, |time| DVec3::Y * -time);
    assert!(faults(None, &through_the_floor).contains(&Fault::Tunnelled));
}

#[test]
fn a_body_that_reaches_into_a_wall_is_inside() {
    let at = |x: f64| trace(60, move |_| DVec3::X * x);
    assert_eq!(faults(None, &at(9.7)), []);
    // A distance from the wall that is slightly less than the radius is not a fault.
    assert_eq!(faults(None, &at(9.72)), []);
    assert_eq!(faults(None, &at(9.75)), [Fault::Inside]);
    // If the body is not a capsule, only its centre is judged.
    assert_eq!(judge(&trial(), &at(9.75), false).faults, []);
}

#[test]
fn a_body_that_stays_behind_is_stuck() {
    let good = Some(Good::Advances {
        along: DVec3::X,
        metres: 7.2,
    });
    let stops = trace(60, |time| DVec3::X * (4.0 * time).min(3.0));
    assert_eq!(faults(good, &stops), [Fault::Stuck]);
}

#[test]
fn body_blocked_in_eight_directions_is_stuck() {
    let mut still = trace(60, |_| DVec3::ZERO);
    let parts = still.frames.len() / 9 + 1;
    for (index, frame) in still.frames.iter_mut().enumerate() {
        frame.stretch = index / parts;
    }
    assert_eq!(faults(Some(Good::FindsAWay), &still), [Fault::Stuck]);
    // In the last direction, the body can move away.
    let last = still.frames.len() - parts;
    for (index, frame) in still.frames[last - parts..].iter_mut().enumerate() {
        frame.centre.z += index as f64 * 0.01;
    }
    assert_eq!(faults(Some(Good::FindsAWay), &still), []);
}

#[test]
fn only_visible_shaking_is_jitter() {
    for hz in [30, 60, 144] {
        let shaken = |size: f64, axis: DVec3| {
            trace(hz, move |time| {
                let tick = (time * f64::from(hz)).round() as i64;
                DVec3::X * 4.0 * time + axis * size * (tick % 2) as f64
            })
        };
        assert_eq!(faults(None, &shaken(0.01, DVec3::Y)), [Fault::Jittered], "{hz}");
        assert_eq!(faults(None, &shaken(0.01, DVec3::Z)), [Fault::Jittered], "{hz}");
        // A wobble of 1.6 mm is invisible.
        assert_eq!(faults(None, &shaken(0.0016, DVec3::Y)), [], "{hz}");
        // Following wavy ground, or stairs every 10 cm, is not jitter.
        let wave = trace(hz, |time| {
            dvec3(4.0 * time, 0.1 * (time * TAU * 2.0).sin() + 0.1, 0.0)
        });
        assert_eq!(faults(None, &wave), [], "{hz}");
        let stairs = trace(hz, |time| dvec3(time, (time * 10.0).floor() * 0.2, 0.0));
        assert_eq!(faults(None, &stairs), [], "{hz}");
    }
    // The body oscillates along its walking direction, as in a corner.
    let trembling = trace(60, |time| DVec3::X * 0.01 * (time * TAU * 12.0).sin());
    assert_eq!(faults(None, &trembling), [Fault::Jittered]);
}

#[test]
fn more_than_the_desired_speed_is_a_gain() {
    let walk = |speed: f64| trace(60, move |time| DVec3::X * speed * time);
    assert_eq!(faults(Some(Good::NoFaster), &walk(4.05)), []);
    assert_eq!(faults(Some(Good::NoFaster), &walk(4.2)), [Fault::Gained]);
    // Gaining speed for a short time is enough for a fault.
    let burst = trace(60, |time| DVec3::X * (time + (time - 1.0).clamp(0.0, 0.5) * 5.0));
    assert_eq!(faults(Some(Good::NoFaster), &burst), [Fault::Gained]);
}

#[test]
fn a_body_at_rest_that_moves_drifts() {
    let good = Some(Good::Rests { from: 0.5 });
    let creeping = |speed: f64| trace(60, move |time| DVec3::X * speed * time);
    assert_eq!(faults(good, &creeping(0.002)), []);
    assert_eq!(faults(good, &creeping(0.01)), [Fault::Drifted]);
}

#[test]
fn intermittent_ground_contact_flickers() {
    let good = Some(Good::StaysGrounded { from: 0.5 });
    let with = |is_grounded: fn(usize) -> bool| {
        let mut trace = trace(60, |time| DVec3::X * time);
        for (index, frame) in trace.frames.iter_mut().enumerate() {
            frame.grounded = is_grounded(index);
        }
        trace
    };
    // Frames before the start time do not count, and leaving the ground once is not flickering.
    assert_eq!(faults(good, &with(|index| index > 20 && index != 60)), []);
    assert_eq!(faults(good, &with(|index| index % 30 != 7)), [Fault::Flickered]);
    assert_eq!(faults(good, &with(|index| index < 60)), [Fault::Flickered]);
}

#[test]
fn slow_fall_is_a_fault() {
    let good = Some(Good::Falls { seconds: 1.0 });
    let fall = |share: f64| {
        trace(60, move |time| {
            DVec3::Y * (30.0 - share * 0.5 * 9.81 * time * time)
        })
    };
    assert_eq!(faults(good, &fall(1.0)), []);
    assert_eq!(faults(good, &fall(0.7)), [Fault::Slowed]);
}

#[test]
fn rising_or_entering_forbidden_box_is_a_fault() {
    let rising = trace(60, |time| DVec3::Y * 0.1 * time);
    assert_eq!(
        faults(Some(Good::StaysLow { metres: 0.02 }), &rising),
        [Fault::Rose]
    );
    let behind = Good::KeepsOut {
        low: dvec3(5.0, 0.0, -1.0),
        high: dvec3(9.0, 5.0, 1.0),
    };
    let walk = trace(60, |time| DVec3::X * 4.0 * time);
    assert_eq!(faults(Some(behind), &walk), [Fault::Tunnelled]);
}

#[test]
fn spread_is_the_largest_distance_of_two_ends() {
    let ends = [0.0, 0.3, -0.2].map(|z| trace(60, move |time| dvec3(time, 0.0, z)));
    assert!((spread(&ends) - 0.5).abs() < 1.0e-12);
    assert_eq!(spread(&[]), 0.0);
}

#[test]
fn body_that_a_platform_does_not_carry_is_left_behind() {
    let lift = Platform::new(dvec3(-2.0, -0.5, -2.0), dvec3(2.0, 0.0, 2.0)).then(2.0, dvec3(1.0, 1.0, 0.0));
    let judged = |path: fn(f64) -> DVec3| {
        let rides = Good::Rides {
            platform: 0,
            from: 0.5,
            metres: 0.05,
        };
        let trial = trial().good(rides).with_platform(lift.clone());
        judge(&trial, &trace(60, path), true).faults
    };
    assert_eq!(judged(|time| dvec3(time, time, 0.0)), []);
    // The lift rises through a body that stays, and a body that only rises slides.
    let stays = judged(|_| DVec3::ZERO);
    assert!(stays.contains(&Fault::Tunnelled) && stays.contains(&Fault::Inside));
    assert_eq!(judged(|time| DVec3::Y * time), [Fault::LeftBehind]);
}

#[test]
fn more_than_two_centimetres_back_are_dragged() {
    let good = Some(Good::NeverBack {
        along: DVec3::X,
        from: 0.5,
    });
    // The body moves back once, at 1 s.
    let back = |metres: f64| {
        trace(60, move |time| {
            DVec3::X * (time - if time < 1.0 { 0.0 } else { metres })
        })
    };
    assert_eq!(faults(good, &back(0.03)), []);
    assert_eq!(faults(good, &back(0.05)), [Fault::Dragged]);
}
