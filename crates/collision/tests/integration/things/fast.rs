//! Tests that moving things never tunnel through a body at any speed.

use bspwalk_collision::mover::{CollisionMethod, Input, Mode, Mover, MoverParams};
use glam::{DQuat, DVec3, Vec3, dvec3, vec3};

use super::stage::{Stage, at, block, body, floor};
use bspwalk_collision::things::Isometry;

#[test]
fn fast_slab_pushes_the_body() {
    for speed in [20.0, 100.0, 1000.0, 20_000.0] {
        for thickness in [0.0, 0.01, 0.5] {
            let way = speed / 60.0;
            let slab = if thickness > 0.0 {
                block(dvec3(thickness, 2.1, 2.0))
            } else {
                // A sheet.
                bspwalk_testing::meshes::sheet(dvec3(0.0, -1.0, -1.0), 2.0 * DVec3::Y, 2.0 * DVec3::Z)
                    .to_vec()
            };
            for mode in [Mode::Fly, Mode::Walk] {
                let mut stage = Stage::new(vec![], vec![(slab.clone(), at(-0.6, 1.1, 0.0))]);
                let mut mover = Mover::new(
                    &MoverParams::default(),
                    mode,
                    CollisionMethod::Sweep,
                    vec3(0.0, 1.2, 0.0),
                );
                let moved = stage.move_to(&[at(way - 0.6, 1.1, 0.0)], &mut [&mut mover]);
                let end = at(way - 0.6, 1.1, 0.0);
                assert_eq!((moved.squeezes.len(), moved.poses[0]), (0, end));
                let ahead = f64::from(mover.position().x) - (way - 0.6) - 0.5 * thickness - 0.3;
                let gap = 0.6 - 0.5 * thickness - 0.3 - way;
                assert!(
                    ahead >= -1.0e-4 && ahead < 1.0e-3 * (1.0 + way) + gap.max(0.0),
                    "{speed} {thickness} {mode:?}: {ahead}"
                );
            }
        }
    }
}

#[test]
fn fast_slab_stops_at_body_against_wall() {
    for speed in [20.0, 100.0, 1000.0] {
        let mut level = floor();
        level.extend(
            block(dvec3(0.4, 6.0, 20.0))
                .into_iter()
                .map(|corners| corners.map(|corner| corner + dvec3(3.2, 3.0, 0.0))),
        );
        let start = 2.0 - speed / 60.0;
        let mut stage = Stage::new(level, vec![(block(dvec3(0.01, 2.1, 2.0)), at(start, 1.1, 0.0))]);
        let mut mover = body(CollisionMethod::Sweep, vec3(2.3, 0.0, 0.0));
        let moved = stage.move_to(&[at(2.6 + speed / 60.0, 1.1, 0.0)], &mut [&mut mover]);
        assert_eq!(moved.squeezes.len(), 1);
        let x = moved.poses[0].translation.x;
        assert!((2.39..2.396).contains(&x), "{speed}: {x}");
        assert!(stage.tick(&mut mover, &Input::default()).clear);
    }
}

#[test]
fn fast_lift_and_fan_push_the_body() {
    let mut stage = Stage::new(floor(), vec![(block(dvec3(2.0, 0.02, 2.0)), at(0.0, 0.2, 0.0))]);
    let mut mover = body(CollisionMethod::Sweep, vec3(0.0, 0.3, 0.0));
    for tick in 1..=10 {
        let y = 0.2 + 100.0 / 60.0 * f64::from(tick);
        stage.step(at(0.0, y, 0.0), &mut mover, &Input::default());
        assert!(f64::from(mover.feet().y) > y, "{tick}");
    }
    // A 3 m long wing turns by up to 170° in one tick.
    for degrees in [10.0_f64, 40.0, 90.0, 170.0, -130.0] {
        let wing: Vec<[DVec3; 3]> = block(dvec3(3.0, 2.0, 0.02))
            .into_iter()
            .map(|corners| corners.map(|corner| corner + DVec3::X * 1.5))
            .collect();
        let turned =
            |degrees: f64| Isometry::new(DQuat::from_rotation_y(degrees.to_radians()), DVec3::Y * 1.2);
        for mode in [Mode::Walk, Mode::Fly] {
            let mut stage = Stage::new(floor(), vec![(wing.clone(), turned(0.0))]);
            let middle = DQuat::from_rotation_y(0.5 * degrees.to_radians()) * DVec3::X * 2.0;
            let eye = Vec3::new(middle.x as f32, 1.2, middle.z as f32);
            let mut mover = Mover::new(&MoverParams::default(), mode, CollisionMethod::Sweep, eye);
            if mode == Mode::Walk {
                mover.teleport(eye.with_y(1.69));
            }
            if stage.gap(&mover) < 0.0 {
                continue;
            }
            let moved = stage.move_to(&[turned(degrees)], &mut [&mut mover]);
            assert_eq!(moved.squeezes, [], "{degrees}");
            // The body must be on the side towards which the wing turns.
            let local = turned(degrees).inverse().point(mover.position().as_dvec3());
            let side = -local.z * degrees.signum();
            assert!(
                side > 0.3 && local.x > 0.0 || local.x > 3.0,
                "{degrees} {mode:?}: {local}"
            );
        }
    }
}
