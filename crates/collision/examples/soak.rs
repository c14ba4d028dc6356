//! Walks and flies at random through levels and checks every tick by brute force: no surface may be closer than the
//! radius, no face may be crossed, all numbers must be finite, and the body must never be stuck in open space. Between
//! scripts, bodies are pushed out of faces, edges and corners; these pushes must not cross anything. Each violation is
//! printed with the script or push that reproduces it.
//!
//! `cargo run --release -p bspwalk_collision --example soak -- [--steps N] [--seed N] [--collision NAME] [--up y|z]
//! [--scale F] [LEVEL…]` runs N ticks (20,000 by default) for each level and collision method. Without `--collision`,
//! it runs all methods except `ati`. Levels are names of built-in levels or files; files are loaded with the given up
//! axis and scale (in metres per unit). Without a level, it uses the built-in levels and the OBJ files in
//! `BSPWALK_LEVELS` or `../shared/levels`. The exit status is 1 if a violation was found.

use std::{
    collections::VecDeque,
    process::ExitCode,
    str::FromStr,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use bspwalk_collision::{
    Capsule,
    mover::{
        CollisionMethod, Event, Mode, Mover, MoverParams, PutBackReason,
        script::{Line, Start, Ticks, View},
    },
};
use bspwalk_compile::CompileParams;
use bspwalk_levels::{Level, LoadOptions, UpAxis, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{pushes, worlds::World};
use bspwalk_trees::LeafTree;
use glam::{DVec3, Vec3};

/// Number of ticks in a script.
const EPISODE: u64 = 600;

/// Number of pushes before each script.
const PUSHES: u32 = 20;

/// Maximum number of violations printed per level and method.
const PRINTED: usize = 3;

/// One level to test with one collision method.
struct Job {
    level: usize,
    method: CollisionMethod,
}

/// A level and its spawn.
struct TestLevel {
    name: String,
    world: World,
    spawn: Vec3,
}

/// The result of a job.
#[derive(Default)]
struct Outcome {
    steps: u64,
    wrong: Vec<String>,
    violations: u64,
    pushes: u64,
    not_clear: u64,
    put_back: [u64; 2],
    freed: u64,
    stuck: u64,
    moving: Duration,
    slowest: Duration,
}

/// Parsed command line.
struct SoakArgs {
    steps: u64,
    seed: u64,
    methods: Vec<CollisionMethod>,
    options: LoadOptions,
    names: Vec<String>,
}

impl SoakArgs {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        fn value<T: FromStr>(name: &str, value: Option<String>) -> Result<T, String> {
            let parsed = value.and_then(|value| value.parse().ok());
            parsed.ok_or_else(|| format!("{name} needs a number"))
        }
        let mut asked = Self {
            steps: 20_000,
            seed: 1,
            methods: vec![
                CollisionMethod::Sweep,
                CollisionMethod::Push,
                CollisionMethod::Planes,
            ],
            options: LoadOptions::default(),
            names: Vec::new(),
        };
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--steps" => asked.steps = value(&arg, args.next())?,
                "--seed" => asked.seed = value(&arg, args.next())?,
                "--collision" => {
                    let method = args.next().and_then(|name| CollisionMethod::from_name(&name));
                    asked.methods = vec![method.ok_or("--collision needs a method")?];
                }
                "--scale" => asked.options.scale = Some(value(&arg, args.next())?),
                "--up" => {
                    asked.options.up = Some(match args.next().as_deref() {
                        Some("y") => UpAxis::Y,
                        Some("z") => UpAxis::Z,
                        _ => return Err("--up is y or z".to_owned()),
                    });
                }
                _ if arg.starts_with('-') => {
                    return Err(
                        "usage: soak [--steps N] [--seed N] [--collision NAME] [--up y|z] [--scale F] [LEVEL…]"
                            .to_owned(),
                    );
                }
                _ => asked.names.push(arg),
            }
        }
        Ok(asked)
    }
}

fn main() -> ExitCode {
    let asked = match SoakArgs::parse(std::env::args().skip(1)) {
        Ok(asked) => asked,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let mut places = Vec::new();
    for (name, level, spawn) in levels(&asked.names, &asked.options) {
        let triangles = level.solid_triangles();
        println!("{name}: {} triangles", triangles.len());
        let mut world = World::of(&triangles);
        if asked.methods.contains(&CollisionMethod::Planes) {
            match bspwalk_compile::leaf_tree(&level, &CompileParams::quick(), &Arc::default()) {
                Ok(leaves) => {
                    world = world.with_leaves(LeafTree::clone(&leaves.tree));
                    let planes = &world.leaves().1;
                    println!(
                        "{name}: {} solid leaves to meet, {} bevels, {} uncovered faces",
                        planes.cell_count(),
                        planes.bevel_count(),
                        planes.uncovered().len()
                    );
                }
                Err(error) => {
                    eprintln!("{name}: {error}");
                    return ExitCode::FAILURE;
                }
            }
        }
        places.push(TestLevel { name, world, spawn });
    }
    if places.is_empty() {
        eprintln!("no level");
        return ExitCode::from(2);
    }
    let jobs: VecDeque<Job> = (0..places.len())
        .flat_map(|level| asked.methods.iter().map(move |&method| Job { level, method }))
        .collect();
    let jobs = Mutex::new(jobs);
    let violations = Mutex::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some(job) = jobs.lock().expect("no panic").pop_front() else {
                        return;
                    };
                    let place = &places[job.level];
                    let outcome = soak(place, job.method, asked.steps, asked.seed);
                    *violations.lock().expect("no panic") += outcome.violations;
                    report(place, job.method, &outcome);
                }
            });
        }
    });
    let violations = violations.into_inner().expect("no panic");
    println!("{violations} violations");
    if violations == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns the named levels, or all levels if no names are given.
fn levels(names: &[String], options: &LoadOptions) -> Vec<(String, Level, Vec3)> {
    let mut found = Vec::new();
    let mut add = |name: &str, level: Result<Level, bspwalk_levels::LevelError>| match level {
        Ok(level) => {
            let spawn = level.spawn.eye.as_vec3();
            found.push((name.to_owned(), level, spawn));
        }
        Err(error) => eprintln!("{error}"),
    };
    let progress = Progress::default();
    if names.is_empty() {
        for level in builtin::all() {
            add(
                level.name,
                builtin::load(level.name, &LoadOptions::default(), &progress),
            );
        }
        for (name, (level, _)) in bspwalk_testing::levels::load_whole() {
            let center = level.bounds.center().as_vec3();
            found.push((name, level, center));
        }
    } else {
        for name in names {
            let level = if builtin::find(name).is_some() {
                builtin::load(name, options, &progress)
            } else {
                bspwalk_levels::load(name.as_ref(), options, &progress)
            };
            add(name, level);
        }
    }
    found
}

fn report(place: &TestLevel, method: CollisionMethod, outcome: &Outcome) {
    for wrong in &outcome.wrong {
        println!(
            "VIOLATION in {}, --collision {}: {wrong}",
            place.name,
            method.name()
        );
    }
    let mean = outcome.moving.as_secs_f64() * 1.0e6 / outcome.steps.max(1) as f64;
    println!(
        "{} {}: {} steps, {} of {} pushes not clear, {} violations, put back {} (fell) {} (no room), freed {}, no room at all {}, \
         {mean:.1} µs a step, slowest {:.2} ms",
        place.name,
        method.name(),
        outcome.steps,
        outcome.not_clear,
        outcome.pushes,
        outcome.violations,
        outcome.put_back[0],
        outcome.put_back[1],
        outcome.freed,
        outcome.stuck,
        outcome.slowest.as_secs_f64() * 1.0e3
    );
}

/// Plays random scripts until there are enough steps.
fn soak(place: &TestLevel, method: CollisionMethod, steps: u64, seed: u64) -> Outcome {
    let mut outcome = Outcome::default();
    let mut episode = 0;
    while outcome.steps < steps {
        let mut random = fastrand::Rng::with_seed(seed.wrapping_mul(1_000_003).wrapping_add(episode));
        for _ in 0..PUSHES {
            push_somewhere(place, &mut random, &mut outcome);
        }
        play(place, method, random, episode == 0, &mut outcome);
        episode += 1;
    }
    outcome
}

/// Pushes a body out of the walls. Its centre is on a face, edge or corner (up to rounding), or close to one.
fn push_somewhere(place: &TestLevel, random: &mut fastrand::Rng, outcome: &mut Outcome) {
    let triangles = place.world.oracle.triangles();
    let [a, b, c] = triangles[random.usize(..triangles.len())].corners;
    let on = match random.u32(..4) {
        0 => a,
        1 => (a + b) / 2.0,
        2 => a.lerp(b, random.f64()),
        _ => a.lerp(b, random.f64()).lerp(c, random.f64()),
    };
    let radius = magnitude(random, 0.01, 3.0);
    let mut share = || random.f32() * 2.0 - 1.0;
    let beside = Vec3::new(share(), share(), share()) * radius;
    let half_axis = Vec3::new(share(), share(), share()) * 3.0 * radius;
    let body = Capsule {
        half_axis: [Vec3::ZERO, Vec3::Y * half_axis.y, half_axis][random.usize(..3)],
        radius,
    };
    let from = if random.bool() {
        on.as_vec3()
    } else {
        on.as_vec3() + beside
    };
    outcome.pushes += 1;
    match pushes::push(&place.world.tree, &place.world.oracle, body, from) {
        Ok(end) => outcome.not_clear += u64::from(end.is_none()),
        Err(wrong) => {
            outcome.violations += 1;
            if outcome.wrong.len() < PRINTED {
                outcome.wrong.push(format!("push: {wrong}"));
            }
        }
    }
}

/// Returns a log-uniform random number from `low` to `high`.
fn magnitude(random: &mut fastrand::Rng, low: f32, high: f32) -> f32 {
    low * (high / low).powf(random.f32())
}

/// Plays a script made of random lines.
fn play(
    place: &TestLevel,
    method: CollisionMethod,
    mut random: fastrand::Rng,
    plain: bool,
    outcome: &mut Outcome,
) {
    let (tree, trees) = (&place.world.tree, place.world.trees(method));
    let radius = magnitude(&mut random, 0.05, 1.0);
    let speed = magnitude(&mut random, 1.0, 1000.0);
    let params = if plain {
        MoverParams::default()
    } else {
        MoverParams {
            fly_radius: radius,
            radius,
            height: 1.8_f32.max(2.0 * radius),
            fly_speed: speed,
            walk_speed: if random.bool() { 4.0 } else { speed },
            ..MoverParams::default()
        }
        .clamped()
    };
    let rate = [30.0, 60.0, 120.0, 240.0][random.usize(..4)];
    let start = Start {
        eye: Some(eye(place, &mut random, plain).as_dvec3().to_array()),
        yaw: Some(0.0),
        pitch: Some(0.0),
        mode: Some(if random.bool() { Mode::Walk } else { Mode::Fly }),
    };
    let mut script = vec![
        Line::Set {
            set: Box::new(params),
        },
        Line::Start { start },
    ];
    let eye = DVec3::from_array(start.eye.unwrap_or_default()).as_vec3();
    let mut mover = Mover::new(&params, start.mode.unwrap_or_default(), method, eye);
    mover.enter(tree, eye);
    let mut view = View::default();
    let mut made = 0;
    while made < EPISODE {
        if random.u32(..12) == 0 {
            let mode = if mover.mode() == Mode::Fly {
                Mode::Walk
            } else {
                Mode::Fly
            };
            script.push(Line::Mode { mode });
            mover.set_mode(tree, mode);
        }
        let desired = |random: &mut fastrand::Rng| match random.u32(..4) {
            0 => 0.0,
            1 => 1.0,
            _ => random.f32() * 2.0 - 1.0,
        };
        let ticks = Ticks {
            ticks: u64::from(random.u32(1..=(2.5 * rate) as u32)),
            forward: desired(&mut random),
            right: desired(&mut random),
            up: desired(&mut random),
            yaw: Some((random.f32() * 360.0).round()),
            pitch: Some((random.f32() * 180.0 - 90.0).round()),
            jump: random.u32(..3) == 0,
            crouch: random.u32(..4) == 0,
            fast: random.u32(..4) == 0,
            uses: false,
        };
        script.push(Line::Ticks(ticks));
        view = view.turned(ticks.yaw, ticks.pitch);
        let mut rested = 0.0;
        for tick in 0..ticks.ticks {
            let input = ticks.input(view, mover.mode());
            let before = mover.position();
            let clock = Instant::now();
            let step = mover.tick(trees, &input, 1.0 / rate);
            let took = clock.elapsed();
            outcome.moving += took;
            outcome.slowest = outcome.slowest.max(took);
            outcome.steps += 1;
            made += 1;
            for event in &step.events {
                match event {
                    Event::PutBack {
                        why: PutBackReason::FellOut,
                    } => outcome.put_back[0] += 1,
                    Event::PutBack {
                        why: PutBackReason::NoRoom,
                    } => outcome.put_back[1] += 1,
                    Event::Freed { .. } => outcome.freed += 1,
                    Event::Stuck | Event::NoLeafTree | Event::NoHulls => outcome.stuck += 1,
                    _ => {}
                }
            }
            let no_room = step.events.contains(&Event::Stuck);
            let rests = mover.position().distance(before) < 1.0e-4 * mover.body().radius;
            rested = if rests && input.desired != Vec3::ZERO && !no_room {
                rested + 1.0 / rate
            } else {
                0.0
            };
            let mut wrong = place.world.find_violation(&mover, &step);
            if rested > 2.0 {
                rested = 0.0;
                wrong = wrong.or(stuck(place, &mover));
            }
            if let Some(wrong) = wrong {
                outcome.violations += 1;
                if outcome.wrong.len() < PRINTED {
                    let lines: Vec<String> = script
                        .iter()
                        .filter_map(|line| serde_json::to_string(line).ok())
                        .collect();
                    outcome.wrong.push(format!(
                        "{wrong}; at tick {tick} of the last line of, --rate {rate}:\n{}",
                        lines.join("\n")
                    ));
                }
                return;
            }
            if no_room {
                return;
            }
        }
    }
}

/// Returns the starting position: at the spawn, near a surface, or anywhere.
fn eye(place: &TestLevel, random: &mut fastrand::Rng, plain: bool) -> Vec3 {
    if plain {
        return place.spawn;
    }
    let triangles = place.world.oracle.triangles();
    let triangle = &triangles[random.usize(..triangles.len())];
    let [a, b, c] = triangle.corners;
    let point = (a + b + c) / 3.0 + triangle.normal() * random.f64() * 2.0;
    match random.u32(..4) {
        0 => place.spawn,
        1 => (point + DVec3::Y).as_vec3(),
        _ => point.as_vec3(),
    }
}

/// Returns a message if a resting, flying body is stuck: it does not move in a direction in which a sweep with a larger
/// radius finds free space. The larger radius accounts for the gap, since the body cannot move into a wedge narrower
/// than that.
fn stuck(place: &TestLevel, mover: &Mover) -> Option<String> {
    if mover.mode() != Mode::Fly {
        return None;
    }
    let (tree, body, at) = (&place.world.tree, mover.body(), mover.position());
    let trees = place.world.trees(mover.method);
    let sides = [-1.0, 0.0, 1.0];
    let directions = sides.into_iter().flat_map(|x| {
        sides
            .into_iter()
            .flat_map(move |y| sides.map(|z| Vec3::new(x, y, z)))
    });
    for direction in directions.filter_map(Vec3::try_normalize) {
        let distance = 0.1 * body.radius;
        let kept = Capsule {
            radius: body.radius + 2.0 * mover.skin(),
            ..body
        };
        let to = at + direction * distance;
        let meets = bspwalk_collision::sweep(tree, kept, at, to).hit.is_some()
            || trees.planes.is_some_and(|planes| {
                // With the whole gap, the sweep would start closer to planes than the resting distance, and would
                // ignore those planes.
                let kept = Capsule {
                    radius: body.radius + 0.5 * mover.skin(),
                    ..body
                };
                bspwalk_collision::sweep_planes(tree, planes, kept, at, to).is_some()
            });
        if meets {
            continue;
        }
        let mut probe = mover.clone();
        let input = bspwalk_collision::mover::Input {
            desired: direction,
            ..Default::default()
        };
        for _ in 0..60 {
            probe.tick(trees, &input, 1.0 / 120.0);
        }
        if probe.position().distance(at) < 0.5 * distance {
            return Some(format!("stuck at {at}: {direction} is free"));
        }
    }
    None
}
