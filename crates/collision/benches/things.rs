//! Benchmarks mover ticks on a level's tree, and in an `Assembly` of that level with zero, one or ten moving things,
//! near the body or far away. Also measures the cost of moving them. Prints ratios to the ticks on the tree; the two
//! kinds of ticks are interleaved.
//!
//! `cargo bench -p bspwalk_collision --bench things`

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use bspwalk_collision::{
    mover::{CollisionMethod, Input, Mode, Mover, MoverParams, Observable, Trees, move_things},
    things::{Assembly, Isometry, Placed, Thing},
};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{meshes, wanted::LevelNameFilter};
use bspwalk_trees::{BuildParams, NodeTree};
use glam::{DQuat, DVec3, Vec3, dvec3};

/// Number of ticks per walk.
const TICKS: u32 = 600;

/// Number of walks per set. The median time is reported.
const ROUNDS: usize = 15;

/// Duration of a tick, in seconds.
const TICK: f32 = 1.0 / 60.0;

/// Returns the time taken by a walk with occasional turns.
fn walk<T: Observable>(set: &T, eye: Vec3) -> Duration {
    let mut mover = Mover::new(&MoverParams::default(), Mode::Walk, CollisionMethod::Sweep, eye);
    mover.enter(set, eye);
    let start = Instant::now();
    for tick in 0..TICKS {
        let turn = (tick / 40) as f32 * 2.4;
        let input = Input {
            desired: Vec3::new(turn.cos(), 0.0, turn.sin()),
            ..Input::default()
        };
        black_box(mover.tick(Trees::from(set), &input, TICK));
    }
    start.elapsed()
}

/// Returns the time taken by the same number of ticks while several things move around a resting body.
fn moving(level: &NodeTree, block: &NodeTree, places: &[DVec3], eye: Vec3) -> Duration {
    let mut mover = Mover::new(&MoverParams::default(), Mode::Walk, CollisionMethod::Sweep, eye);
    mover.enter(level, eye);
    let at = |place: DVec3, tick: u32| {
        let angle = f64::from(tick) * 0.02;
        Isometry::new(
            DQuat::from_rotation_y(angle),
            place + DVec3::Y * (0.2 * angle.sin()),
        )
    };
    let start = Instant::now();
    for tick in 0..TICKS {
        let things: Vec<Thing<'_>> = places
            .iter()
            .map(|&place| Thing {
                tree: block,
                before: at(place, tick),
                after: at(place, tick + 1),
            })
            .collect();
        black_box(move_things(level, &things, &mut [&mut mover], TICK));
    }
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1.0e6 / f64::from(TICKS)
}

fn main() {
    let Some(wanted) = LevelNameFilter::by_arguments() else {
        return;
    };
    let block: Vec<TaggedTriangle> =
        meshes::tagged(meshes::cuboid(DVec3::splat(-0.5), DVec3::splat(0.5), false));
    let block = NodeTree::build(&block, &BuildParams::default()).expect("a box is built");
    for name in ["hall", "torture"] {
        if !wanted.includes(name) {
            continue;
        }
        let level = builtin::load(name, &LoadOptions::default(), &Progress::default()).expect("it loads");
        let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).expect("it builds");
        let eye = level.spawn.eye;
        let far = |index: u32| dvec3(500.0 + 3.0 * f64::from(index), 0.0, 0.0);
        // Place the things around the start, above the body's head but within its reach, so that they do not change its
        // path.
        let near = |index: u32| eye + DQuat::from_rotation_y(f64::from(index) * 0.63) * dvec3(1.4, 0.9, 0.0);
        let places =
            |count: u32, place: &dyn Fn(u32) -> DVec3| -> Vec<DVec3> { (0..count).map(place).collect() };
        let cases = [
            ("no thing", places(0, &far)),
            ("1 thing far away", places(1, &far)),
            ("10 things far away", places(10, &far)),
            ("1 thing near the start", places(1, &near)),
            ("10 things near the start", places(10, &near)),
        ];
        let placed: Vec<Vec<Placed<'_>>> = cases
            .iter()
            .map(|(_, places)| {
                let place = |&place: &DVec3| Placed::new(&block, Isometry::from_translation(place));
                places.iter().map(place).collect()
            })
            .collect();
        let mut plain = Vec::new();
        let mut among = vec![Vec::new(); cases.len()];
        let mut moved = vec![Vec::new(); cases.len()];
        for _ in 0..ROUNDS {
            plain.push(walk(&tree, eye.as_vec3()));
            for (index, (_, places)) in cases.iter().enumerate() {
                among[index].push(walk(&Assembly::new(&tree, &placed[index]), eye.as_vec3()));
                moved[index].push(moving(&tree, &block, places, eye.as_vec3()));
            }
        }
        let plain = median(plain);
        println!("{name}: a tick on the tree takes {plain:.2} µs");
        for (index, (what, _)) in cases.iter().enumerate() {
            let [among, moved] = [&among[index], &moved[index]].map(|times| median(times.clone()));
            println!(
                "{name}: {what}: a tick takes {:.3} of that, moving the things {:.3}",
                among / plain,
                moved / plain
            );
        }
    }
}
