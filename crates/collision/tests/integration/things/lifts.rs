//! Tests that moving things carry the bodies standing on them.

use bspwalk_collision::{
    mover::{CollisionMethod, Event, Input},
    things::Isometry,
};
use bspwalk_testing::worlds::desiring;
use glam::{DVec3, Vec3, dvec3, vec3};

use super::stage::{RATE, Stage, at, block, body, floor};

/// Methods that keep a body clear. Planes and hulls are excluded, because a stage does not have the trees they need.
const METHODS: [CollisionMethod; 2] = [CollisionMethod::Sweep, CollisionMethod::Push];

/// Returns a 2 m wide lift with its top at `height`.
fn lift(height: f64) -> (Vec<[DVec3; 3]>, Isometry) {
    (block(dvec3(2.0, 0.2, 2.0)), at(0.0, height - 0.1, 0.0))
}

#[test]
fn lift_keeps_its_rider_grounded() {
    for method in METHODS {
        for speed in [0.1, 1.0, 2.5, 5.0, 10.0] {
            let mut stage = Stage::new(floor(), vec![lift(3.0)]);
            let mut mover = body(method, vec3(0.3, 3.0, -0.2));
            for _ in 0..30 {
                stage.tick(&mut mover, &Input::default());
            }
            assert!(mover.is_grounded());
            let start = mover.position();
            let mut height = 3.0;
            for tick in 0..300 {
                let up = if tick / 75 % 2 == 0 { 1.0 } else { -1.0 };
                height = (height + up * speed / RATE).max(0.3);
                let (moved, tick) = stage.step(at(0.0, height - 0.1, 0.0), &mut mover, &Input::default());
                assert_eq!(moved.poses[0].translation.y, height - 0.1);
                assert!(
                    tick.grounded && mover.is_grounded(),
                    "{method:?} {speed} {tick:?}"
                );
                assert_eq!(tick.events, [], "{method:?} {speed}");
                let gap = f64::from(tick.feet.y) - height;
                let skin = f64::from(mover.skin());
                assert!((0.0..=2.0 * skin).contains(&gap), "{method:?} {speed}: {gap}");
                assert_eq!(mover.velocity, Vec3::ZERO);
                assert!(moved.rides.len() == 1 && moved.squeezes.is_empty());
            }
            let aside = (mover.position() - start).with_y(0.0).length();
            assert!(aside < 1.0e-3, "{method:?} {speed}: {aside}");
        }
    }
}

#[test]
fn platform_carries_a_body_at_any_speed() {
    for method in METHODS {
        for speed in [1.0e-4, 0.02, 1.0, 7.0, 30.0] {
            // Far from the origin, a slow lift moves less per tick than the rounding error of positions.
            let far = if speed < 1.0 {
                dvec3(400.0, 0.0, 300.0)
            } else {
                DVec3::ZERO
            };
            let place = |x: f64| Isometry::from_translation(far + dvec3(x, 0.9, 0.0));
            let mut stage = Stage::new(floor(), vec![(block(dvec3(2.0, 0.2, 2.0)), place(0.0))]);
            let mut mover = body(method, (far + dvec3(0.3, 1.0, 0.3)).as_vec3());
            for _ in 0..30 {
                stage.tick(&mut mover, &Input::default());
            }
            let start = mover.position().as_dvec3();
            let mut x = 0.0;
            for _ in 0..120 {
                x += speed / RATE;
                let (moved, tick) = stage.step(place(x), &mut mover, &Input::default());
                assert!(tick.grounded && moved.squeezes.is_empty(), "{method:?} {speed}");
                assert_eq!(mover.velocity, Vec3::ZERO);
            }
            let gone = (mover.position().as_dvec3() - start).x;
            assert!((gone - x).abs() < 1.0e-3, "{method:?} {speed}: {gone} of {x}");
        }
    }
}

#[test]
fn body_walks_on_platform_as_on_ground() {
    let mut stage = Stage::new(floor(), vec![(block(dvec3(30.0, 0.2, 30.0)), at(0.0, 1.9, 0.0))]);
    let mut mover = body(CollisionMethod::Sweep, vec3(0.0, 2.0, 0.0));
    let mut resting = mover.clone();
    let ground = Stage::new(
        block(dvec3(30.0, 0.2, 30.0))
            .into_iter()
            .map(|corners| corners.map(|corner| corner + DVec3::Y * 1.9))
            .collect(),
        vec![],
    );
    let input = Input {
        desired: vec3(0.0, 0.0, 1.0),
        ..Input::default()
    };
    for tick in 0..120 {
        let x = 3.0 * f64::from(tick) / RATE;
        let (_, step) = stage.step(at(x, 1.9, 0.0), &mut mover, &input);
        let there = ground.tick(&mut resting, &input);
        assert_eq!(step.grounded, there.grounded);
        let apart = mover.position().as_dvec3() - resting.position().as_dvec3() - DVec3::X * x;
        assert!(apart.length() < 2.0e-3, "{tick}: {apart}");
    }
}

#[test]
fn lift_faster_than_a_fall_leaves_its_rider() {
    let mut stage = Stage::new(floor(), vec![lift(6.0)]);
    let mut mover = body(CollisionMethod::Sweep, vec3(0.0, 6.0, 0.0));
    for _ in 0..30 {
        stage.tick(&mut mover, &Input::default());
    }
    // The lift moves at 60 m/s, faster than the terminal speed of 55 m/s.
    let (moved, tick) = stage.step(at(0.0, 4.9, 0.0), &mut mover, &Input::default());
    assert!(moved.rides.is_empty() && !tick.grounded && tick.feet.y > 5.9);
    let mut landed = 0;
    for _ in 0..60 {
        let (_, tick) = stage.step(at(0.0, 4.9, 0.0), &mut mover, &Input::default());
        landed += tick
            .events
            .iter()
            .filter(|event| matches!(event, Event::Landed { .. }))
            .count();
    }
    assert_eq!((landed, mover.is_grounded()), (1, true));
}

#[test]
fn jump_from_moving_lift_lands_on_it() {
    for speed in [-2.0, 2.0] {
        let mut stage = Stage::new(floor(), vec![lift(4.0)]);
        let mut mover = body(CollisionMethod::Sweep, vec3(0.0, 4.0, 0.0));
        for _ in 0..30 {
            stage.tick(&mut mover, &Input::default());
        }
        let mut events = Vec::new();
        for tick in 0..90 {
            let input = Input {
                jump: tick == 0,
                ..Input::default()
            };
            let height = 4.0 + speed * f64::from(tick + 1) / RATE;
            let (_, tick) = stage.step(at(0.0, height - 0.1, 0.0), &mut mover, &input);
            events.extend(tick.events);
        }
        assert!(
            matches!(
                events[..],
                [Event::Jumped, Event::Apex { .. }, Event::Landed { .. }]
            ),
            "{events:?}"
        );
        assert!(mover.is_grounded());
    }
}

#[test]
fn lift_stops_when_rider_hits_ceiling() {
    for method in METHODS {
        let mut level = floor();
        level.extend(
            block(dvec3(20.0, 0.2, 20.0))
                .into_iter()
                .map(|corners| corners.map(|corner| corner + DVec3::Y * 5.1)),
        );
        let mut stage = Stage::new(level, vec![lift(1.0)]);
        let mut mover = body(method, vec3(0.0, 1.0, 0.0));
        for _ in 0..30 {
            stage.tick(&mut mover, &Input::default());
        }
        let mut squeezes = Vec::new();
        for _ in 0..90 {
            let height = stage.poses[0].translation.y + 4.0 / RATE;
            let (moved, tick) = stage.step(at(0.0, height, 0.0), &mut mover, &Input::default());
            assert!(tick.grounded, "{method:?}");
            squeezes.extend(moved.squeezes);
        }
        // The lift must stop at 5 m minus the height of the body and a few skins.
        let top = stage.poses[0].translation.y + 0.1;
        assert!((3.197..=3.2).contains(&top), "{method:?}: {top}");
        assert!(
            squeezes.len() > 20
                && squeezes
                    .iter()
                    .all(|squeeze| squeeze.thing == 0 && squeeze.body == 0)
        );
    }
}

#[test]
fn fallen_rider_is_put_back_on_moved_lift() {
    // The level is far away, so that the body does not land on it.
    let far: Vec<[DVec3; 3]> = floor()
        .into_iter()
        .map(|corners| corners.map(|corner| corner - DVec3::X * 90.0))
        .collect();
    let mut stage = Stage::new(far, vec![lift(1.0)]);
    let mut mover = body(CollisionMethod::Sweep, vec3(0.0, 1.0, 0.0));
    for _ in 0..30 {
        stage.tick(&mut mover, &Input::default());
    }
    // The body runs off the edges of lift and floor while the lift rises by 3 m.
    let run = running();
    // Last position of the body on the ground, relative to the top of the lift.
    let mut stood = Vec3::ZERO;
    let mut put_back = None;
    for _ in 0..900 {
        let off = mover.position().x > 1.5;
        let height = stage.poses[0].translation.y + if off { 1.0 / RATE } else { 0.0 };
        stage.move_to(&[at(0.0, height.min(3.9), 0.0)], &mut [&mut mover]);
        let step = stage.tick(&mut mover, &run);
        let top = (stage.poses[0].translation.y + 0.1) as f32;
        if step.events.iter().any(is_put_back) {
            put_back = Some((step, top));
            break;
        }
        if step.grounded {
            stood = step.feet - Vec3::Y * top;
        }
        // Limit the fall, so that the lift has time to rise.
        mover.velocity.y = mover.velocity.y.max(-5.0);
    }
    let (step, top) = put_back.expect("it falls out");
    assert!(step.clear && step.grounded && top > 3.9, "{top} {step:?}");
    let there = step.feet - Vec3::Y * top;
    assert!(there.y > -0.1 && there.distance(stood) < 0.2, "{there} {stood}");
}

fn is_put_back(event: &Event) -> bool {
    matches!(event, Event::PutBack { .. })
}

fn running() -> Input {
    Input {
        fast: true,
        ..desiring(Vec3::X)
    }
}

#[test]
fn put_back_avoids_thing_at_last_position() {
    // A 4 m wide floor with nothing around it, so that the body can fall out. A block then moves to the body's last
    // position on the floor.
    let ground = block(dvec3(4.0, 0.2, 4.0));
    let mut stage = Stage::new(ground, vec![(block(dvec3(1.5, 2.0, 1.5)), at(9.0, 1.3, 0.0))]);
    let mut mover = body(CollisionMethod::Sweep, vec3(1.5, 0.1, 0.0));
    let run = running();
    for _ in 0..20 {
        stage.tick(&mut mover, &Input::default());
    }
    let mut put_back = None;
    for tick in 0..400 {
        let x = if tick > 40 { 1.7 } else { 9.0 };
        let _ = stage.move_to(&[at(x, 1.3, 0.0)], &mut [&mut mover]);
        let step = stage.tick(&mut mover, &run);
        if step.events.iter().any(is_put_back) {
            put_back = Some(step);
            break;
        }
    }
    let step = put_back.expect("it falls out");
    assert!(step.clear && stage.gap(&mover) > 0.0, "{step:?}");
    assert!(step.feet.y > -1.0, "{step:?}");
}
