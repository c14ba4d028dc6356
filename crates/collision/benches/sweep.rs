//! Benchmarks moving bodies on the shared levels: sweeps, contacts, and whole slide steps, including the spread of step
//! times. Sweeps are compared with parry3d shape casts against a `TriMesh`, and with sweeps against the shifted planes
//! of the solid-leaf tree.
//!
//! Run with `cargo bench -p bspwalk_collision --bench sweep`. To measure a single level, pass its name as an argument.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use bspwalk_collision::Capsule;
use bspwalk_compile::{BuiltLeafTree, CompileParams};
use bspwalk_geometry::Triangle;
use bspwalk_testing::{levels, queries, wanted};
use bspwalk_trees::{BuildParams, ExpandedTree, NodeTree};
use criterion::{Criterion, Throughput};
use glam::{DVec3, Vec3};
use levels::SharedLevel;
use parry3d::{
    math::{Pose, Vector},
    query::{ShapeCastOptions, cast_shapes},
    shape::{Ball, Capsule as ParryCapsule, Shape, TriMesh},
};
use queries::Queries;
use wanted::LevelNameFilter;

/// Number of queries per iteration.
const BATCH: usize = 500;

/// Radius of all bodies, in metres.
const RADIUS: f32 = 0.3;

/// Sweep length (in metres), starting from clear positions.
const REACH: f64 = 5.0;

/// Slide step length (in metres), for a speed of 5 m/s at 60 Hz.
const STEP: f64 = 5.0 / 60.0;

/// Number of slide steps per level.
const STEPS: usize = 20_000;

/// Returns the time of impact of parry3d's shape cast, or `None` if it misses.
fn parry_cast(mesh: &TriMesh, shape: &dyn Shape, from: Vec3, to: Vec3) -> Option<f32> {
    let options = ShapeCastOptions {
        max_time_of_impact: 1.0,
        ..ShapeCastOptions::default()
    };
    let (body, level) = (Pose::translation(from.x, from.y, from.z), Pose::identity());
    cast_shapes(&body, to - from, shape, &level, Vector::ZERO, mesh, options)
        .ok()
        .flatten()
        .map(|hit| hit.time_of_impact)
}

/// Returns clear positions of the body in front of surfaces.
fn free_places(queries: &mut Queries<'_>, tree: &NodeTree, body: Capsule, count: usize) -> Vec<Vec3> {
    (0..100 * count)
        .map(|_| queries.in_front_of_surface(2.0 * f64::from(RADIUS)).as_vec3())
        .filter(|&center| bspwalk_collision::is_clear(tree, body, center))
        .take(count)
        .collect()
}

fn measure(criterion: &mut Criterion, level: &SharedLevel, leaves: Option<&BuiltLeafTree>) {
    let Ok(tree) = NodeTree::build(&level.triangles, &BuildParams::default()) else {
        println!("{}: no tree", level.name);
        return;
    };
    let planes = leaves.map(|leaves| ExpandedTree::new(&leaves.tree, &tree));
    if let Some(planes) = &planes {
        println!(
            "{}: {} solid leaves to meet, {} bevels, {} uncovered faces of {}",
            level.name,
            planes.cell_count(),
            planes.bevel_count(),
            planes.uncovered().len(),
            level.triangles.len()
        );
    }
    let vertices = level
        .triangles
        .iter()
        .flat_map(|triangle| triangle.corners.map(DVec3::as_vec3));
    let indices = (0..level.triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    let Ok(mesh) = TriMesh::new(vertices.collect(), indices.collect()) else {
        println!("{}: no mesh of parry3d", level.name);
        return;
    };
    let triangles: Vec<Triangle> = level
        .triangles
        .iter()
        .filter_map(|triangle| Triangle::new(triangle.corners, 0.0))
        .collect();
    let mut queries = Queries::new(1, &triangles);
    let sphere = Capsule::sphere(RADIUS);
    let capsule = Capsule::standing(1.8, RADIUS);
    let ball = Ball::new(RADIUS);
    let parry_capsule = ParryCapsule::new(-capsule.half_axis, capsule.half_axis, RADIUS);
    let bodies: [(&str, Capsule, &dyn Shape); 2] =
        [("sphere", sphere, &ball), ("capsule", capsule, &parry_capsule)];
    for (name, body, shape) in bodies {
        let across: Vec<(Vec3, Vec3)> = (0..BATCH)
            .map(|_| (queries.point().as_vec3(), queries.point().as_vec3()))
            .collect();
        let from_free: Vec<(Vec3, Vec3)> = free_places(&mut queries, &tree, body, BATCH)
            .into_iter()
            .map(|from| (from, from + (queries.direction() * REACH).as_vec3()))
            .collect();
        for (what, paths) in [("across", &across), ("from free", &from_free)] {
            let hits = paths
                .iter()
                .filter(|&&(from, to)| bspwalk_collision::sweep(&tree, body, from, to).hit.is_some())
                .count();
            let theirs = paths
                .iter()
                .filter(|&&(from, to)| parry_cast(&mesh, shape, from, to).is_some())
                .count();
            println!(
                "{}: {name} {what}: {hits} and {theirs} hits of {}",
                level.name,
                paths.len()
            );
            let mut group = criterion.benchmark_group(format!("{}/sweep {name} {what}", level.name));
            group.throughput(Throughput::Elements(paths.len() as u64));
            group.bench_function("bspwalk", |b| {
                b.iter(|| {
                    for &(from, to) in paths {
                        black_box(bspwalk_collision::sweep(&tree, body, black_box(from), to).hit);
                    }
                });
            });
            if let Some(planes) = &planes {
                group.bench_function("planes", |b| {
                    b.iter(|| {
                        for &(from, to) in paths {
                            black_box(bspwalk_collision::sweep_planes(
                                &tree,
                                planes,
                                body,
                                black_box(from),
                                to,
                            ));
                        }
                    });
                });
            }
            group.bench_function("parry3d", |b| {
                b.iter(|| {
                    for &(from, to) in paths {
                        black_box(parry_cast(&mesh, shape, black_box(from), to));
                    }
                });
            });
            group.finish();
        }
        let near: Vec<Vec3> = (0..BATCH)
            .map(|_| queries.near_surface(f64::from(RADIUS)).as_vec3())
            .collect();
        let mut group = criterion.benchmark_group(format!("{}/contacts {name}", level.name));
        group.throughput(Throughput::Elements(near.len() as u64));
        group.bench_function("bspwalk", |b| {
            let mut contacts = Vec::new();
            b.iter(|| {
                for &center in &near {
                    bspwalk_collision::contacts(&tree, body, black_box(center), &mut contacts);
                    black_box(&contacts);
                }
            });
        });
        group.finish();
        slide_steps(&level.name, name, &tree, body, &mut queries);
    }
}

/// Measures slides along walks that drop to the ground and turn occasionally, as a player would.
fn slide_steps(level: &str, name: &str, tree: &NodeTree, body: Capsule, queries: &mut Queries<'_>) {
    let places = free_places(queries, tree, body, STEPS / 100);
    // Steps through the air say little about the cost of a slide, so steps with contacts are also reported separately.
    let (mut all, mut met): (Vec<Duration>, Vec<Duration>) = (Vec::with_capacity(STEPS), Vec::new());
    for &place in &places {
        let mut center = place;
        let mut direction = queries.direction();
        for number in 0..100 {
            if number % 25 == 0 {
                direction = queries.direction();
            }
            let step = (direction.with_y(-0.5) * STEP).as_vec3();
            // Run twice and take the faster time, because the scheduler may interrupt a run.
            let [(time, result), (again, _)] = [(); 2].map(|()| {
                let start = Instant::now();
                let result = black_box(bspwalk_collision::slide(
                    tree,
                    body,
                    black_box(center),
                    center + step,
                ));
                (start.elapsed(), result)
            });
            let time = time.min(again);
            all.push(time);
            if !result.contacts.is_empty() {
                met.push(time);
            }
            center = result.center;
        }
    }
    for (what, times) in [("all", &mut all), ("those that met something", &mut met)] {
        times.sort_unstable();
        let micros = |share: f64| {
            let index = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
            times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1.0e6)
        };
        println!(
            "{level}: slide steps of a {name}, {what}: median {:.1} µs, p99 {:.1} µs, max {:.1} µs of {}",
            micros(0.5),
            micros(0.99),
            micros(1.0),
            times.len()
        );
    }
}

fn main() {
    let Some(wanted) = LevelNameFilter::by_arguments() else {
        return;
    };
    let mut criterion = Criterion::default()
        .without_plots()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    for (name, (level, source)) in levels::load_whole() {
        if wanted.includes(&name) {
            let leaves = bspwalk_compile::leaf_tree(&level, &CompileParams::quick(), &Default::default());
            let level = SharedLevel::from((name, (level, source)));
            measure(&mut criterion, &level, leaves.as_ref().ok());
        }
    }
    criterion.final_summary();
}
