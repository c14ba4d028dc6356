//! Tests that bodies in the path of a moving thing yield to it or stop it.

use bspwalk_collision::mover::{CollisionMethod, Event, Input, Mode, Mover, MoverParams};
use glam::{DVec3, Vec3, dvec3, vec3};

use super::stage::{RATE, Stage, at, block, body, floor};

fn moved_by(triangles: Vec<[DVec3; 3]>, by: DVec3) -> Vec<[DVec3; 3]> {
    triangles
        .into_iter()
        .map(|corners| corners.map(|corner| corner + by))
        .collect()
}

/// Returns a floor, and a wall whose side is at x = 3.
fn floor_and_wall() -> Vec<[DVec3; 3]> {
    let mut level = floor();
    level.extend(moved_by(block(dvec3(0.4, 6.0, 20.0)), dvec3(3.2, 3.0, 0.0)));
    level
}

/// Returns the bodies to be pushed: walking, crouched and flying.
fn bodies(feet: Vec3) -> Vec<(Mover, Input)> {
    let params = MoverParams::default();
    let mut all = Vec::new();
    for method in [CollisionMethod::Sweep, CollisionMethod::Push] {
        let crouched = Input {
            crouch: true,
            ..Input::default()
        };
        all.push((body(method, feet), Input::default()));
        all.push((body(method, feet), crouched));
        let flying = Mover::new(&params, Mode::Fly, method, feet + Vec3::Y * 0.9);
        all.push((flying, Input::default()));
    }
    all
}

#[test]
fn door_pushes_a_body_along() {
    for (mut mover, input) in bodies(vec3(0.0, 0.0, 0.0)) {
        for speed in [0.5, 2.0, 8.0] {
            let start = at(-1.0, 1.1, 0.0);
            let mut stage = Stage::new(floor(), vec![(block(dvec3(0.2, 2.1, 2.0)), start)]);
            mover.teleport(vec3(0.0, 1.681, 0.0));
            for _ in 0..30 {
                stage.tick(&mut mover, &input);
            }
            let from = mover.position();
            let mut x = -1.0;
            while x < 2.0 {
                x += speed / RATE;
                let (moved, tick) = stage.step(at(x, 1.1, 0.0), &mut mover, &input);
                assert!(moved.squeezes.is_empty() && moved.rides.is_empty(), "{moved:?}");
                assert!(tick.events.is_empty(), "{tick:?}");
                let reach = f64::from(mover.position().x) - 0.1 - f64::from(mover.body().radius);
                assert!(reach >= x, "{reach} {x}");
            }
            // The body must have been pushed exactly this far, and not sideways.
            let ahead = f64::from(mover.position().x) - 0.1 - f64::from(mover.body().radius) - x;
            assert!(ahead < 0.002, "{ahead}");
            let aside = (mover.position() - from).with_x(0.0).length();
            assert!(aside < 2.0e-3, "{aside}");
        }
    }
}

#[test]
fn door_stops_at_body_and_reports_squeeze() {
    for (mut mover, input) in bodies(vec3(2.5, 0.0, 0.1)) {
        for speed in [0.5, 3.0, 40.0] {
            let mut stage = Stage::new(
                floor_and_wall(),
                vec![(block(dvec3(0.2, 2.1, 2.0)), at(-1.0, 1.1, 0.0))],
            );
            mover.teleport(vec3(2.5, 1.681, 0.1));
            for _ in 0..30 {
                stage.tick(&mut mover, &input);
            }
            let mut squeezed = 0;
            for _ in 0..(4.0 / speed * RATE) as u32 + 10 {
                let x = stage.poses[0].translation.x + speed / RATE;
                let (moved, _) = stage.step(at(x, 1.1, 0.0), &mut mover, &input);
                squeezed += moved.squeezes.len();
                for squeeze in &moved.squeezes {
                    assert!((1000..1012).contains(&squeeze.face.0), "{squeeze:?}");
                    let event = Event::Squeezed { thing: 0 };
                    assert_eq!(moved.events, [(0, event)]);
                }
            }
            // The door must be as close to the wall as the body allows.
            let left = 3.0 - (stage.poses[0].translation.x + 0.1) - 2.0 * f64::from(mover.body().radius);
            assert!((0.0..0.002).contains(&left), "{speed}: {left}");
            assert!(squeezed >= 5, "{squeezed}");
            // When the body leaves along the wall, the door can shut.
            let leave = Input {
                desired: vec3(0.0, 0.0, 1.0),
                ..input
            };
            for _ in 0..240 {
                if mover.position().z < 2.0 {
                    stage.step(stage.poses[0], &mut mover, &leave);
                }
            }
            assert!(
                mover.position().z > 1.9,
                "{:?} {}",
                mover.method,
                mover.position()
            );
            let (moved, _) = stage.step(at(2.85, 1.1, 0.0), &mut mover, &input);
            assert_eq!((moved.squeezes.len(), moved.poses[0].translation.x), (0, 2.85));
        }
    }
}

#[test]
fn body_slides_out_along_slanted_wall() {
    let mut level = floor();
    // A wall that recedes from the door by 1 m every 2 m.
    let corners = [
        dvec3(3.0, -1.0, -6.0),
        dvec3(3.0, 5.0, -6.0),
        dvec3(-1.0, 5.0, 6.0),
        dvec3(-1.0, -1.0, 6.0),
    ];
    level.extend(bspwalk_testing::meshes::quad(corners));
    for (mut mover, input) in bodies(vec3(0.0, 0.0, 0.0)) {
        let mut stage = Stage::new(
            level.clone(),
            vec![(block(dvec3(0.2, 2.1, 10.0)), at(-1.5, 1.1, 0.0))],
        );
        mover.teleport(vec3(-0.2, 1.681, 0.0));
        for _ in 0..30 {
            stage.tick(&mut mover, &input);
        }
        let from = mover.position();
        for _ in 0..60 {
            let x = stage.poses[0].translation.x + 2.0 / RATE;
            let (moved, _) = stage.step(at(x, 1.1, 0.0), &mut mover, &input);
            assert!(moved.squeezes.is_empty(), "{moved:?}");
        }
        let by = mover.position() - from;
        assert!(by.x > 0.3 && by.z < -0.5, "{by}");
    }
}

#[test]
fn lowering_ceiling_stops_at_the_body() {
    for (mut mover, input) in bodies(Vec3::ZERO) {
        for speed in [0.3, 3.0, 100.0] {
            let mut stage = Stage::new(floor(), vec![(block(dvec3(4.0, 0.2, 4.0)), at(0.0, 3.0, 0.0))]);
            mover.teleport(vec3(0.0, 1.681, 0.0));
            for _ in 0..30 {
                stage.tick(&mut mover, &input);
            }
            if mover.mode() == Mode::Fly {
                // A flying sphere is first pushed down to the floor.
                let y = mover.position().y;
                assert!(y > 1.0);
            }
            for _ in 0..(3.0 / speed * RATE) as u32 + 3 {
                let y = stage.poses[0].translation.y - speed / RATE;
                stage.step(at(0.0, y, 0.0), &mut mover, &input);
            }
            let below = stage.poses[0].translation.y - 0.1;
            let body = mover.body();
            let height = 2.0 * f64::from(body.half_axis.y + body.radius);
            assert!(
                (height..height + 0.002).contains(&below),
                "{speed}: {below} {height}"
            );
            let moved = stage.move_to(&[at(0.0, 0.5, 0.0)], &mut [&mut mover]);
            assert_eq!(moved.squeezes.len(), 1);
        }
    }
}

#[test]
fn closing_things_stop_at_body_between_them() {
    for (mut mover, input) in bodies(Vec3::ZERO) {
        let leaf = || block(dvec3(0.2, 2.1, 2.0));
        let mut stage = Stage::new(
            floor(),
            vec![(leaf(), at(-1.5, 1.1, 0.0)), (leaf(), at(1.5, 1.1, 0.0))],
        );
        mover.teleport(vec3(0.3, 1.681, 0.0));
        for _ in 0..30 {
            stage.tick(&mut mover, &input);
        }
        let mut squeezes = 0;
        for _ in 0..120 {
            let by = 1.5 / RATE;
            let [left, right] = [
                stage.poses[0].translation.x + by,
                stage.poses[1].translation.x - by,
            ];
            let after = [at(left, 1.1, 0.0), at(right, 1.1, 0.0)];
            squeezes += stage.move_to(&after, &mut [&mut mover]).squeezes.len();
            assert!(stage.tick(&mut mover, &input).clear);
        }
        let width = stage.poses[1].translation.x - stage.poses[0].translation.x - 0.2;
        let body = 2.0 * f64::from(mover.body().radius);
        assert!((body..body + 0.003).contains(&width), "{width}");
        assert!(squeezes > 30);
    }
}

#[test]
fn one_squeezed_body_stops_the_lift() {
    // A lift with a rider descends onto a body below it.
    let mut stage = Stage::new(floor(), vec![(block(dvec3(2.0, 0.2, 2.0)), at(0.0, 3.0, 0.0))]);
    let mut rider = body(CollisionMethod::Sweep, vec3(0.0, 3.1, 0.0));
    let mut below = body(CollisionMethod::Sweep, vec3(0.0, 0.0, 0.0));
    for tick in 0..180 {
        for mover in [&mut rider, &mut below] {
            let tick = stage.tick(mover, &Input::default());
            assert!(tick.clear, "{tick:?}");
        }
        if tick > 30 {
            assert!(rider.is_grounded() && below.is_grounded());
            let y = stage.poses[0].translation.y - 3.0 / RATE;
            stage.move_to(&[at(0.0, y, 0.0)], &mut [&mut rider, &mut below]);
        }
    }
    let under = stage.poses[0].translation.y - 0.1;
    assert!((1.8..1.802).contains(&under), "{under}");
    assert!((f64::from(rider.feet().y) - under - 0.2).abs() < 1.0e-3);
}

#[test]
fn resting_things_act_as_stairs_and_walls() {
    for method in [CollisionMethod::Sweep, CollisionMethod::Push] {
        let step = |number: u32| {
            let height = 0.25 * f64::from(number);
            let place = at(1.0 + 0.4 * f64::from(number), 0.5 * height, 0.0);
            (block(dvec3(0.4, height, 3.0)), place)
        };
        let stage = Stage::new(floor(), (1..=6).map(step).collect());
        let mut mover = body(method, vec3(0.0, 0.0, 0.0));
        let walk = Input {
            desired: Vec3::X,
            ..Input::default()
        };
        let mut events = Vec::new();
        let mut top = f32::NEG_INFINITY;
        for _ in 0..75 {
            let tick = stage.tick(&mut mover, &walk);
            assert!(tick.clear);
            top = top.max(tick.feet.y);
            events.extend(tick.events);
        }
        assert!(top > 1.49, "{method:?} {top} {events:?}");
        assert!(
            events
                .iter()
                .any(|event| matches!(event, Event::SteppedUp { .. }))
        );
        let door = Stage::new(floor(), vec![(block(dvec3(0.2, 2.1, 20.0)), at(1.0, 1.1, 0.0))]);
        let mut mover = body(method, Vec3::ZERO);
        let along = Input {
            desired: vec3(0.6, 0.0, 0.8),
            ..Input::default()
        };
        for _ in 0..90 {
            assert!(door.tick(&mut mover, &along).clear);
        }
        let at = mover.position();
        assert!((at.x - 0.6).abs() < 2.0e-3 && at.z > 3.5, "{method:?} {at}");
    }
}
