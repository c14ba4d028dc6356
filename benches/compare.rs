//! The tree against parry3d's `TriMesh`, on the shared levels, with the same queries in the same run.
//!
//! `cargo bench --no-default-features --bench compare` measures, prints a table of medians with their ratios, and puts
//! it into `README.md` between its `bench` markers. parry3d has its box tests in SIMD and is asked in the quickest way
//! that gives the same answer: see [`parry`].

#[path = "../tests/common/levels.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod levels;
#[path = "../tests/common/queries.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod queries;
#[path = "../tests/common/readme.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod readme;

use std::{
    collections::HashMap,
    env,
    fmt::Write,
    fs,
    hint::black_box,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use bspwalk::{
    bsp::{BuildParams, NodeTree, node_storing::Contact},
    geometry::{TaggedTriangle, Triangle},
};
use criterion::{Criterion, SamplingMode, Throughput};
use glam::Vec3;
use levels::SharedLevel;
use parry3d::shape::TriMesh;
use queries::Queries;

/// Queries that an iteration asks: enough for a time that the clock can measure.
const BATCH: usize = 1000;

/// Radius of the spheres of the contact queries, in metres.
const RADIUS: f32 = 0.3;

/// Half the edge of the boxes of the overlap queries, in metres.
const HALF_BOX: f32 = 0.3;

/// What is measured, as criterion and the table call it.
const MEASURES: [(&str, &str); 5] = [
    ("build", "build"),
    ("cast across", "cast across the level"),
    ("cast from free", "cast from a free point"),
    ("contacts", "contacts"),
    ("overlap", "overlap"),
];

/// The queries about one level.
struct Asked {
    /// Between random points of the bounds.
    across: Vec<(Vec3, Vec3)>,
    /// From points clear of walls, in random directions, through the whole level.
    from_free: Vec<(Vec3, Vec3)>,
    /// Centres near surfaces.
    near: Vec<Vec3>,
}

impl Asked {
    fn new(level: &SharedLevel, tree: &NodeTree) -> Self {
        let triangles: Vec<Triangle> = level
            .triangles
            .iter()
            .filter_map(|triangle| Triangle::new(triangle.corners, 0.0))
            .collect();
        let mut queries = Queries::new(1, &triangles);
        let reach = tree.bounds().size().length();
        let across = (0..BATCH)
            .map(|_| (queries.point().as_vec3(), queries.point().as_vec3()))
            .collect();
        let mut contacts = Vec::new();
        let mut from_free = Vec::with_capacity(BATCH);
        for _ in 0..100 * BATCH {
            // A step off a surface to its front, which is where people are.
            let from = queries.in_front_of_surface(2.0 * f64::from(RADIUS)).as_vec3();
            let to = from + (queries.direction() * reach).as_vec3();
            tree.contacts(from, RADIUS, &mut contacts);
            if contacts.is_empty() {
                from_free.push((from, to));
            }
            if from_free.len() == BATCH {
                break;
            }
        }
        let near = (0..BATCH)
            .map(|_| queries.near_surface(f64::from(RADIUS)).as_vec3())
            .collect();
        Self {
            across,
            from_free,
            near,
        }
    }
}

/// The same queries of parry3d.
mod parry {
    use std::hint::black_box;

    use glam::Vec3;
    use parry3d::{
        bounding_volume::Aabb,
        partitioning::BvhNode,
        query::{PointQuery, Ray, details::intersection_test_aabb_triangle},
        shape::{CompositeShapeRef, TriMesh},
    };

    /// The nearest hit: where, on which triangle, and its normal.
    pub(crate) fn cast(mesh: &TriMesh, from: Vec3, to: Vec3) -> Option<(f32, u32, Vec3)> {
        let ray = Ray::new(from, to - from);
        // Not `cast_local_ray_and_get_normal`, which takes the normal of every triangle on the way, without SIMD.
        let (face, t) = CompositeShapeRef(mesh).cast_local_ray(&ray, 1.0, false)?;
        let normal = mesh.triangle(face).normal()?;
        Some((
            t,
            face,
            if normal.dot(ray.dir) > 0.0 {
                -normal
            } else {
                normal
            },
        ))
    }

    /// A point of a triangle nearer than the radius.
    pub(crate) struct Contact {
        point: Vec3,
        depth: f32,
        face: u32,
    }

    /// The nearest points of all triangles nearer than the radius, in any order.
    pub(crate) fn contacts(mesh: &TriMesh, center: Vec3, radius: f32, contacts: &mut Vec<Contact>) {
        contacts.clear();
        let ball = BvhNode::leaf(Aabb::new(center - radius, center + radius), 0);
        for face in mesh.bvh().leaves(|node| node.intersects(&ball)) {
            let point = mesh.triangle(face).project_local_point(center, true).point;
            let distance_squared = point.distance_squared(center);
            if distance_squared < radius * radius {
                contacts.push(Contact {
                    point,
                    depth: radius - distance_squared.sqrt(),
                    face,
                });
            }
        }
        for contact in &*contacts {
            black_box((contact.point, contact.depth, contact.face));
        }
    }

    /// The triangles that touch the box, in any order.
    pub(crate) fn overlap(mesh: &TriMesh, min: Vec3, max: Vec3, faces: &mut Vec<u32>) {
        faces.clear();
        let aabb = Aabb::new(min, max);
        let node = BvhNode::leaf(aabb, 0);
        let near = mesh.bvh().leaves(|other| other.intersects(&node));
        faces.extend(near.filter(|&face| intersection_test_aabb_triangle(&aabb, &mesh.triangle(face))));
    }
}

/// The corners of the mesh, each once, and the triangles as indices into them: as parry3d wants them.
fn indexed(triangles: &[TaggedTriangle]) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (mut vertices, mut known) = (Vec::new(), HashMap::new());
    let indices = triangles
        .iter()
        .map(|triangle| {
            triangle.corners.map(|corner| {
                let corner = corner.as_vec3();
                *known
                    .entry(corner.to_array().map(f32::to_bits))
                    .or_insert_with(|| {
                        vertices.push(corner);
                        vertices.len() as u32 - 1
                    })
            })
        })
        .collect();
    (vertices, indices)
}

/// Measures one level.
fn measure(criterion: &mut Criterion, level: &SharedLevel) {
    let params = BuildParams::default();
    let (vertices, indices) = indexed(&level.triangles);
    let Ok(tree) = NodeTree::build(&level.triangles, &params) else {
        println!("{}: no tree", level.name);
        return;
    };
    let Ok(mesh) = TriMesh::new(vertices.clone(), indices.clone()) else {
        println!("{}: no mesh of parry3d", level.name);
        return;
    };
    let asked = Asked::new(level, &tree);
    compare_answers(level, &tree, &mesh, &asked);

    let mut group = criterion.benchmark_group(format!("{}/build", level.name));
    group
        .sample_size(10)
        .sampling_mode(SamplingMode::Flat)
        .throughput(Throughput::Elements(indices.len() as u64));
    group.bench_function("bspwalk", |b| {
        b.iter(|| NodeTree::build(black_box(&level.triangles), &params));
    });
    group.bench_function("parry3d", |b| {
        b.iter(|| TriMesh::new(black_box(&vertices).clone(), black_box(&indices).clone()));
    });
    group.finish();

    for (name, rays) in [
        ("cast across", &asked.across),
        ("cast from free", &asked.from_free),
    ] {
        let mut group = criterion.benchmark_group(format!("{}/{name}", level.name));
        group.throughput(Throughput::Elements(rays.len() as u64));
        group.bench_function("bspwalk", |b| {
            b.iter(|| {
                for &(from, to) in rays {
                    black_box(tree.cast(black_box(from), black_box(to)));
                }
            });
        });
        group.bench_function("parry3d", |b| {
            b.iter(|| {
                for &(from, to) in rays {
                    black_box(parry::cast(&mesh, black_box(from), black_box(to)));
                }
            });
        });
        group.finish();
    }

    let mut group = criterion.benchmark_group(format!("{}/contacts", level.name));
    group.throughput(Throughput::Elements(asked.near.len() as u64));
    group.bench_function("bspwalk", |b| {
        let mut contacts: Vec<Contact> = Vec::new();
        b.iter(|| {
            for &center in &asked.near {
                tree.contacts(black_box(center), RADIUS, &mut contacts);
                black_box(&contacts);
            }
        });
    });
    group.bench_function("parry3d", |b| {
        let mut contacts = Vec::new();
        b.iter(|| {
            for &center in &asked.near {
                parry::contacts(&mesh, black_box(center), RADIUS, &mut contacts);
                black_box(&contacts);
            }
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group(format!("{}/overlap", level.name));
    group.throughput(Throughput::Elements(asked.near.len() as u64));
    group.bench_function("bspwalk", |b| {
        let mut faces = Vec::new();
        b.iter(|| {
            for &center in &asked.near {
                tree.overlap(black_box(center) - HALF_BOX, center + HALF_BOX, &mut faces);
                black_box(&faces);
            }
        });
    });
    group.bench_function("parry3d", |b| {
        let mut faces = Vec::new();
        b.iter(|| {
            for &center in &asked.near {
                parry::overlap(&mesh, black_box(center) - HALF_BOX, center + HALF_BOX, &mut faces);
                black_box(&faces);
            }
        });
    });
    group.finish();
}

/// Both sides must do the same work: they find as much, but for what lies on the edge.
fn compare_answers(level: &SharedLevel, tree: &NodeTree, mesh: &TriMesh, asked: &Asked) {
    let rays = || asked.across.iter().chain(&asked.from_free);
    let hits = rays()
        .filter(|&&(from, to)| tree.cast(from, to).is_some())
        .count();
    let their_hits = rays()
        .filter(|&&(from, to)| parry::cast(mesh, from, to).is_some())
        .count();
    let (mut contacts, mut their_contacts) = (Vec::new(), Vec::new());
    let (mut faces, mut their_faces) = (Vec::new(), Vec::new());
    let (mut found, mut their_found) = ([0, 0], [0, 0]);
    for &center in &asked.near {
        tree.contacts(center, RADIUS, &mut contacts);
        parry::contacts(mesh, center, RADIUS, &mut their_contacts);
        tree.overlap(center - HALF_BOX, center + HALF_BOX, &mut faces);
        parry::overlap(mesh, center - HALF_BOX, center + HALF_BOX, &mut their_faces);
        for (sum, count) in found.iter_mut().zip([contacts.len(), faces.len()]) {
            *sum += count;
        }
        for (sum, count) in their_found
            .iter_mut()
            .zip([their_contacts.len(), their_faces.len()])
        {
            *sum += count;
        }
    }
    println!(
        "{}: {} triangles; {hits} and {their_hits} hits of {}, {} and {} contacts, {} and {} overlaps",
        level.name,
        tree.triangle_count(),
        rays().count(),
        found[0],
        their_found[0],
        found[1],
        their_found[1],
    );
    let same = |a: usize, b: usize| a.abs_diff(b) <= 2 + a / 200;
    assert!(
        same(hits, their_hits) && same(found[0], their_found[0]) && same(found[1], their_found[1]),
        "{}: the two sides do not find the same",
        level.name
    );
}

/// The median of a measure, in nanoseconds an iteration, if criterion took it after `since`.
fn median(output: &Path, level: &str, measure: &str, side: &str, since: SystemTime) -> Option<f64> {
    // Criterion makes file names of group names by this.
    let group = format!("{level}/{measure}").replace('/', "_");
    let file = output.join(group).join(side).join("new").join("estimates.json");
    if fs::metadata(&file).ok()?.modified().ok()? < since {
        return None;
    }
    let estimates: serde_json::Value = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
    estimates["median"]["point_estimate"].as_f64()
}

/// The table of what was measured.
fn table(output: &Path, levels: &[SharedLevel], since: SystemTime) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut text = format!(
        "Medians of one run on {cores} cores ({}, {}): bspwalk / parry3d 0.27 with SIMD, and how many times as fast \
         bspwalk is; where it is slower, in italics. Build in milliseconds, of the default rule; queries in \
         microseconds each, on one thread; spheres of {RADIUS} m and boxes of {} m near surfaces.\n\n",
        env::consts::ARCH,
        env::consts::OS,
        2.0 * HALF_BOX,
    );
    let heads: Vec<&str> = MEASURES.iter().map(|(_, head)| *head).collect();
    let _ = writeln!(text, "| level | triangles | {} |", heads.join(" | "));
    let _ = writeln!(text, "|---|---:|{}", "---:|".repeat(MEASURES.len()));
    for level in levels {
        let _ = write!(text, "| {} | {} |", level.name, level.triangles.len());
        for (measure, _) in MEASURES {
            let unit = if measure == "build" {
                1.0e6
            } else {
                1.0e3 * BATCH as f64
            };
            let of = |side| median(output, &level.name, measure, side, since).map(|time| time / unit);
            match (of("bspwalk"), of("parry3d")) {
                (Some(ours), Some(theirs)) => {
                    let ratio = theirs / ours;
                    let ratio = if ratio < 1.0 {
                        format!("*{ratio:.2}×*")
                    } else {
                        format!("{ratio:.1}×")
                    };
                    let _ = write!(text, " {} / {} {ratio} |", figures(ours), figures(theirs));
                }
                _ => text.push_str(" – |"),
            }
        }
        text.push('\n');
    }
    text
}

/// A number with about three figures.
fn figures(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

fn main() {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("target"),
        PathBuf::from,
    );
    let output = target.join("criterion");
    let mut criterion = Criterion::default()
        .output_directory(&output)
        .without_plots()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800))
        .sample_size(20)
        .configure_from_args();
    let levels = levels::load_all();
    let since = SystemTime::now();
    for level in &levels {
        measure(&mut criterion, level);
    }
    criterion.final_summary();
    // Only a whole run makes a table: `cargo test` passes no `--bench`, and a filter is an argument of its own.
    if env::args().skip(1).all(|argument| argument == "--bench")
        && env::args().len() > 1
        && !levels.is_empty()
    {
        let table = table(&output, &levels, since);
        println!("\n{table}");
        readme::write_table("bench", &table);
    }
}
