//! Tests the grip of surfaces, and slides.

use bspwalk_collision::mover::{Environment, Input, Mover, MoverParams};
use bspwalk_testing::{
    random::seeded,
    worlds::{METHODS, RATES, World, floor, place_on_ground, towards},
};
use bspwalk_trees::{Contact, FaceId};
use glam::{Vec3, vec3};

use super::{run, trees};

/// An environment with the given grip for all face numbers from `first` on.
struct Ice {
    first: u32,
    grip: f32,
}

impl Environment for Ice {
    fn grip(&self, ground: &Contact) -> f32 {
        if ground.face >= FaceId(self.first) {
            self.grip
        } else {
            1.0
        }
    }
}

/// Leaves a body standing for a moment, then pushes it along X.
fn pushed(world: &World, ice: &Ice, mut mover: Mover, speed: f32) -> Mover {
    run(world, ice, &mut mover, &Input::default(), 60, 0.2);
    mover.velocity = Vec3::X * speed;
    mover
}

#[test]
fn body_coasts_by_grip() {
    let world = World::new(floor(40.0));
    let friction = MoverParams::default().friction;
    for method in METHODS {
        for rate in RATES {
            for grip in [0.0, 0.05, 0.5, 1.0] {
                let ice = Ice { first: 0, grip };
                let start = place_on_ground(&world, method, vec3(-10.0, 0.0, 1.0));
                let mut mover = pushed(&world, &ice, start, 3.0);
                let from = mover.feet().x;
                run(&world, &ice, &mut mover, &Input::default(), rate, 1.0);
                let decay = friction * grip;
                let expected = if decay == 0.0 {
                    3.0
                } else {
                    3.0 * (1.0 - (-decay).exp()) / decay
                };
                let coasted = mover.feet().x - from;
                assert!(
                    (coasted - expected).abs() < 0.01,
                    "{method:?}, {rate} Hz, grip {grip}: {coasted} m is not {expected} m"
                );
            }
        }
    }
}

#[test]
fn body_accelerates_by_grip() {
    let world = World::new(floor(40.0));
    let params = MoverParams::default();
    for method in METHODS {
        let ice = Ice { first: 0, grip: 0.1 };
        let start = place_on_ground(&world, method, vec3(-10.0, 0.0, 1.0));
        let mut mover = pushed(&world, &ice, start, 0.0);
        run(&world, &ice, &mut mover, &towards(1.0, 0.0), 60, 1.0);
        let expected = params.walk_speed * (1.0 - (-0.1 * params.ground_response).exp());
        let speed = mover.velocity.x;
        assert!((speed - expected).abs() < 0.01, "{method:?}: {speed} m/s");
    }
}

#[test]
fn invalid_grip_keeps_motion_finite() {
    let world = World::new(floor(40.0));
    for grip in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, 1.0e30] {
        let ice = Ice { first: 0, grip };
        for method in METHODS {
            let start = place_on_ground(&world, method, vec3(0.0, 0.0, 1.0));
            let mut mover = pushed(&world, &ice, start, 3.0);
            run(&world, &ice, &mut mover, &towards(0.3, 1.0), 60, 0.5);
            run(&world, &ice, &mut mover, &Input::default(), 60, 0.5);
            assert!(
                mover.is_grounded() && mover.velocity.is_finite(),
                "{method:?}, {grip}"
            );
        }
    }
}

#[test]
fn normal_grip_changes_no_bit() {
    let world = World::new(floor(40.0));
    let ice = Ice { first: 0, grip: 1.0 };
    for method in METHODS {
        let mut random = seeded(5);
        let mut plain = place_on_ground(&world, method, Vec3::ZERO);
        let mut same = plain.clone();
        for tick in 0..400 {
            let mut share = || 2.0 * random.f32() - 1.0;
            let input = Input {
                jump: tick % 37 == 0,
                crouch: tick % 90 > 70,
                ..towards(share(), share())
            };
            plain.tick(world.trees(method), &input, 1.0 / 60.0);
            same.tick(trees(&world, method, &ice), &input, 1.0 / 60.0);
            assert_eq!(plain, same, "{method:?}, tick {tick}");
        }
    }
}

fn crouching(x: f32, z: f32) -> Input {
    Input {
        crouch: true,
        ..towards(x, z)
    }
}

#[test]
fn fast_body_slides_when_it_crouches() {
    let world = World::new(floor(60.0));
    let params = MoverParams {
        slide_speed: 6.0,
        ..MoverParams::default()
    };
    let plain = Ice { first: 0, grip: 1.0 };
    for method in METHODS {
        for rate in RATES {
            let mut start = place_on_ground(&world, method, vec3(-20.0, 0.0, 1.0));
            start.set_params(&params);
            start.velocity = Vec3::X * 9.0;
            let mut mover = start.clone();
            // While sliding, the desired direction has no effect.
            run(&world, &plain, &mut mover, &crouching(0.0, 1.0), rate, 0.5);
            let expected = 9.0 * (-0.5 * params.slide_friction).exp();
            assert!(mover.is_sliding(), "{method:?}, {rate} Hz");
            assert!(
                (mover.velocity - Vec3::X * expected).length() < 0.01,
                "{method:?}, {rate} Hz: {}",
                mover.velocity
            );
            // The slide ends at the speed of a crouched walk.
            run(&world, &plain, &mut mover, &crouching(0.0, 1.0), rate, 4.0);
            let walk = params.walk_speed * params.crouch_factor;
            assert!(!mover.is_sliding(), "{method:?}, {rate} Hz");
            assert!(
                (mover.velocity - Vec3::Z * walk).length() < 0.01,
                "{}",
                mover.velocity
            );
            // Standing up also ends a slide.
            let mut mover = start.clone();
            run(&world, &plain, &mut mover, &crouching(1.0, 0.0), rate, 0.2);
            assert!(mover.is_sliding());
            run(&world, &plain, &mut mover, &towards(1.0, 0.0), rate, 0.1);
            assert!(!mover.is_sliding());
            // A slower body does not slide, and by default no body slides.
            let mut slow = start.clone();
            slow.velocity = Vec3::X * 5.0;
            let mut off = start.clone();
            off.set_params(&MoverParams::default());
            for mut mover in [slow, off] {
                run(&world, &plain, &mut mover, &crouching(1.0, 0.0), rate, 0.1);
                assert!(!mover.is_sliding(), "{method:?}, {rate} Hz");
            }
        }
    }
}
