//! Tests every method in random levels: hills, stairs of any size, creases and slivers.

use bspwalk_collision::mover::{Input, Mode, Mover, MoverParams};
use bspwalk_testing::{
    effort, meshes,
    random::seeded,
    worlds::{METHODS, RATES, World, body, place_on_ground, run, stairs, towards},
};
use glam::{DVec3, Vec3, dvec3, vec3};

/// Returns hills over a square grid, with some sliver cells and with consistent or random winding.
fn hills(random: &mut fastrand::Rng) -> Vec<[DVec3; 3]> {
    const CELLS: usize = 14;
    let (size, height) = (0.3 + random.f64(), 0.2 + 2.5 * random.f64());
    let in_no_order = random.bool();
    let lines = |random: &mut fastrand::Rng| {
        let mut at = -0.5 * size * CELLS as f64;
        (0..=CELLS)
            .map(|_| {
                let line = at;
                at += if random.u32(..5) == 0 { 0.004 } else { size };
                line
            })
            .collect::<Vec<f64>>()
    };
    let (xs, zs) = (lines(random), lines(random));
    let heights: Vec<f64> = (0..(CELLS + 1).pow(2)).map(|_| height * random.f64()).collect();
    let point = |x: usize, z: usize| dvec3(xs[x], heights[x * (CELLS + 1) + z], zs[z]);
    let mut triangles = Vec::new();
    for x in 0..CELLS {
        for z in 0..CELLS {
            let mut corners = [point(x, z), point(x, z + 1), point(x + 1, z + 1), point(x + 1, z)];
            if random.bool() {
                corners.rotate_left(1);
            }
            triangles.extend(meshes::quad(corners));
        }
    }
    for corners in &mut triangles {
        if in_no_order && random.bool() {
            corners.swap(1, 2);
        }
    }
    let far = 0.6 * size * CELLS as f64 + 1.0;
    triangles.extend(meshes::room([-far, -1.0, -far], [far, height + 5.0, far]));
    triangles
}

/// Returns planes that cross a room and meet in creases, with needles between them.
fn creases(random: &mut fastrand::Rng) -> Vec<[DVec3; 3]> {
    let mut triangles = meshes::room([-5.0, 0.0, -5.0], [5.0, 6.0, 5.0]);
    let mut share = || 2.0 * random.f64() - 1.0;
    for _ in 0..7 {
        let normal = dvec3(share(), 0.7 * share(), share()).normalize_or(DVec3::Y);
        let (u, v) = normal.any_orthonormal_pair();
        let center = dvec3(4.0 * share(), 0.5 + share(), 4.0 * share());
        let (u, v) = (u * (1.0 + 3.0 * share().abs()), v * 2.0);
        triangles.extend(meshes::quad([
            center - u - v,
            center + u - v,
            center + u + v,
            center - u + v,
        ]));
        let needle = center + normal * 0.2;
        triangles.push([needle, needle + u * 2.0, needle + u * 2.0 + v * 1.0e-3]);
    }
    triangles
}

/// Walks at random from a position. Every guarantee must hold, and repeating a tick must give the same result.
fn roam(world: &World, random: &mut fastrand::Rng, name: &str) {
    for method in METHODS {
        for mode in [Mode::Walk, Mode::Fly] {
            let eye = vec3(random.f32() - 0.5, 3.0, random.f32() - 0.5);
            let mut mover = body(mode, method, eye);
            mover.enter(&world.tree, eye);
            let mut desired = Vec3::ZERO;
            for tick in 0..400 {
                if tick % 40 == 0 {
                    desired = [(); 3].map(|()| 3.0 * random.f32() - 1.5).into();
                }
                let input = Input {
                    desired,
                    jump: random.u32(..50) == 0,
                    crouch: random.u32(..100) < 10,
                    fast: random.u32(..3) == 0,
                };
                let rate = [1, 10, 30, 60, 120, 480][random.usize(..6)];
                let before = mover.clone();
                let step = mover.tick(world.trees(method), &input, 1.0 / rate as f32);
                let wrong = world.find_violation(&mover, &step);
                assert_eq!(wrong, None, "{name}, {tick}: {before:?} {input:?} {rate} Hz");
                let mut again = before;
                let repeated = again.tick(world.trees(method), &input, 1.0 / rate as f32);
                assert!(
                    again == mover && repeated.legs == step.legs,
                    "{name}, {tick}: not the same"
                );
            }
        }
    }
    world.assert_rarely_stuck();
}

#[test]
fn random_hills_keep_guarantees() {
    for seed in 0..effort::sampled_or_whole(3, 10) {
        let mut random = seeded(seed);
        let world = World::new(hills(&mut random));
        roam(&world, &mut random, &format!("hills of seed {seed}"));
    }
}

#[test]
fn random_creases_keep_guarantees() {
    for seed in 0..effort::sampled_or_whole(3, 10) {
        let mut random = seeded(seed);
        let world = World::new(creases(&mut random));
        roam(&world, &mut random, &format!("creases of seed {seed}"));
    }
}

/// Stairs of any climbable size must be climbed to the top from every direction, and descended again.
#[test]
fn random_stairs_are_climbed_by_every_method() {
    for seed in 0..effort::sampled_or_whole(6, 24) {
        let mut random = seeded(seed);
        let (rise, tread) = (0.02 + 0.43 * random.f64(), 0.2 + random.f64());
        let (count, speed) = (1 + random.u32(..10), 0.5 + 9.5 * random.f32());
        let (rate, aslant) = (RATES[random.usize(..4)], 0.4 * random.f32() - 0.2);
        let world = World::new(stairs(count, rise, tread));
        let (top, length) = (f64::from(count) * rise, f64::from(count) * tread);
        for method in METHODS {
            let mut mover = place_on_ground(&world, method, vec3(2.0, 0.0, -1.0));
            mover.set_params(&MoverParams {
                walk_speed: speed,
                ..MoverParams::default()
            });
            // The walking direction is limited to the angle that the width of the stairs allows.
            let aslant = aslant.clamp(-1.0, 1.0) / (length + 3.0) as f32;
            let input = towards(aslant, 1.0 - aslant.abs());
            // The walk is long enough to reach the floors beyond the stairs, with time to spare.
            let seconds = ((length + 2.0) / f64::from(speed) / 8.0).max(1.5 / f64::from(rate));
            let go = |mover: &mut Mover, input: &Input, is_there: &dyn Fn(f32) -> bool| {
                for _ in 0..24 {
                    if is_there(mover.feet().z) {
                        break;
                    }
                    run(&world, mover, input, rate, seconds);
                }
            };
            go(&mut mover, &input, &|z| f64::from(z) > length + 0.5);
            let name = format!(
                "seed {seed}, {method:?}: {count} of {rise} m on {tread} m, {speed} m/s, {rate} Hz, {aslant}"
            );
            let feet = mover.feet();
            assert!((f64::from(feet.y) - top).abs() < 0.01, "{name}: up to {feet}");
            go(&mut mover, &towards(0.0, -1.0), &|z| z < -0.5);
            // On steep stairs, a fast body jumps off and lands beyond them.
            run(&world, &mut mover, &Input::default(), rate, 1.0);
            assert!(mover.feet().y.abs() < 0.01, "{name}: down to {}", mover.feet());
        }
    }
}
