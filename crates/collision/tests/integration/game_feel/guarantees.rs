//! Tests that no combination of parameters and environment lets a body enter a wall, and that ticks are deterministic.

use bspwalk_collision::mover::{Environment, Input, Mode, Mover, MoverParams, Volumes};
use bspwalk_geometry::Aabb;
use bspwalk_testing::{
    effort, meshes,
    random::seeded,
    worlds::{METHODS, World},
};
use bspwalk_trees::Contact;
use glam::{DVec3, Vec3, dvec3};

use super::trees;

/// An environment with random liquids and ladders, and a random grip for each face.
struct Anything {
    volumes: Volumes,
    grips: [f32; 5],
}

impl Environment for Anything {
    fn grip(&self, ground: &Contact) -> f32 {
        self.grips[ground.face.index() % self.grips.len()]
    }

    fn is_liquid(&self, point: Vec3) -> bool {
        self.volumes.is_liquid(point)
    }

    fn ladder(&self, body: &Aabb) -> Option<Vec3> {
        self.volumes.ladder(body)
    }
}

fn point(random: &mut fastrand::Rng) -> DVec3 {
    dvec3(
        8.0 * random.f64() - 4.0,
        4.0 * random.f64(),
        8.0 * random.f64() - 4.0,
    )
}

fn random_box(random: &mut fastrand::Rng) -> Aabb {
    Aabb::from_points([point(random), point(random)])
}

/// Returns game-feel parameters with a random strength, from off to absurd.
fn random_params(random: &mut fastrand::Rng) -> MoverParams {
    let mut pick = |values: [f32; 4]| values[random.usize(..4)];
    MoverParams {
        coyote_time: pick([0.0, 0.1, 1.0, 10.0]),
        jump_buffer: pick([0.0, 0.1, 1.0, 10.0]),
        slide_speed: pick([0.0, 0.1, 3.0, 6.0]),
        slide_friction: pick([0.0, 0.8, 10.0, 1.0e4]),
        swim_factor: pick([0.0, 0.7, 5.0, 100.0]),
        swim_response: pick([0.0, 4.0, 100.0, 1.0e4]),
        sink_speed: pick([-100.0, 0.0, 0.5, 100.0]),
        leap_height: pick([0.0, 1.1, 20.0, 1000.0]),
        climb_speed: pick([0.0, 2.5, 50.0, 1000.0]),
        jump_height: pick([0.0, 0.55, 0.55, 20.0]),
        ..MoverParams::default()
    }
}

#[test]
fn game_feel_keeps_guarantees() {
    for seed in 0..effort::sampled_or_whole(8, 60) {
        let mut random = seeded(seed);
        let random = &mut *random;
        let mut triangles = meshes::room([-5.0, 0.0, -5.0], [5.0, 5.0, 5.0]);
        for _ in 0..6 {
            let corner = point(random);
            let size = dvec3(random.f64(), random.f64(), random.f64()) * 1.5 + 0.1;
            triangles.extend(meshes::cuboid(corner, corner + size, false));
        }
        let world = World::new(triangles);
        let anything = Anything {
            volumes: Volumes {
                liquids: (0..2).map(|_| random_box(random)).collect(),
                ladders: (0..2).map(|_| random_box(random)).collect(),
            },
            grips: [0.0, 0.05, 1.0, 30.0, f32::NAN],
        };
        for method in METHODS {
            let params = random_params(random);
            let eye = point(random).as_vec3();
            let mut mover = Mover::new(&params, Mode::Walk, method, eye);
            mover.enter(&world.tree, eye);
            let mut input = Input::default();
            for tick in 0..400 {
                if random.u32(..25) == 0 {
                    let mut share = || 2.0 * random.f32() - 1.0;
                    input.desired = Vec3::new(share(), share(), share());
                    input.crouch = random.u32(..3) == 0;
                    input.fast = random.u32(..3) == 0;
                }
                input.jump = random.u32(..4) == 0;
                let rate = [1, 10, 30, 60, 120, 480][random.usize(..6)];
                let before = mover.clone();
                let step = mover.tick(trees(&world, method, &anything), &input, 1.0 / rate as f32);
                let wrong = world.find_violation(&mover, &step);
                assert_eq!(wrong, None, "{seed}, {tick}: {before:?} {input:?} {rate} Hz");
                let mut again = before;
                let repeated = again.tick(trees(&world, method, &anything), &input, 1.0 / rate as f32);
                let is_same = again == mover && repeated.legs == step.legs && repeated.events == step.events;
                assert!(is_same, "{seed}, {tick}: not the same");
            }
        }
        world.assert_rarely_stuck();
    }
}
