//! Compares the tree with parry3d's `TriMesh` and obvhs's `CwBvh`. All libraries run the same queries on the shared
//! levels and on terrains of 5 thousand, a million and 4 million triangles.
//!
//! `cargo bench -p bspwalk_trees --bench compare` runs the measurements, prints a table of medians with their ratios,
//! and writes it to `docs/src/measurements.md` between the `bench` markers.
//!
//! - parry3d uses SIMD for its box tests. It is queried in the fastest way that gives the same result; see [`parry`].
//! - obvhs builds with its `slow` preset, whose casts are about as fast as with the slowest preset. Its triangles are
//!   in the order of its leaves.
//! - With the feature `embree`, Embree is measured as well; see `embree.rs`.
//!
//! Everything runs on a single thread.

mod answers;
mod asked;
mod counts;
mod cwbvh;
#[cfg(feature = "embree")]
mod embree;
mod parry;
mod table;

use std::{
    collections::HashMap,
    env,
    hint::black_box,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use asked::QuerySet;
use bspwalk_collision::Capsule;
use bspwalk_geometry::TaggedTriangle;
use bspwalk_testing::{levels, meshes, queries, tables};
use bspwalk_trees::{BuildParams, Contact, NodeTree, node_storing::QueryLayout};
use criterion::{Criterion, SamplingMode, Throughput};
use cwbvh::Obvhs;
#[cfg(feature = "embree")]
use embree::Embree;
use glam::Vec3;
use levels::SharedLevel;
use parry3d::shape::TriMesh;

/// Number of queries per iteration, chosen to exceed the clock's resolution.
const BATCH: usize = 1000;

/// Radius of the spheres in contact queries, in metres.
const RADIUS: f32 = 0.3;

/// Half the edge length of the boxes in overlap queries, in metres.
const HALF_BOX: f32 = 0.3;

/// Sweep length, in metres.
const SWEEP: f32 = 1.0;

/// The measurements: name for criterion, name in the table, and libraries to compare with. Embree is only compared if
/// it is built in.
const MEASURES: [(&str, &str, &[&str]); 10] = [
    ("build", "build", &["parry3d", "obvhs", "embree"]),
    (
        "cast across",
        "cast across the level",
        &["parry3d", "obvhs", "embree", "planes"],
    ),
    (
        "cast from free",
        "cast from a free point",
        &["parry3d", "obvhs", "embree", "planes"],
    ),
    (
        "cast far",
        "cast of twice the diagonal",
        &["parry3d", "obvhs", "embree", "planes"],
    ),
    ("blocked", "is it blocked?", &["obvhs", "embree", "planes"]),
    (
        "blocked from free",
        "is it blocked, from a free point?",
        &["obvhs", "embree", "planes"],
    ),
    ("contacts", "contacts", &["parry3d", "planes"]),
    ("deepest contact", "deepest contact", &["parry3d", "planes"]),
    ("overlap", "overlap", &["parry3d", "planes"]),
    ("sweep", "sweep", &["parry3d", "planes"]),
];

/// Returns the distinct corners of a mesh, and its triangles as indices into them. This is parry3d's input format.
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

/// Returns a closure that passes each segment to a query.
fn each<'a, R>(rays: &'a [(Vec3, Vec3)], query: impl Fn(Vec3, Vec3) -> R + 'a) -> impl FnMut() + 'a {
    move || ask_all(rays, &query)
}

/// Passes each segment to a query. It is not inlined, so that profilers can be limited to the queries.
#[inline(never)]
fn ask_all<R>(rays: &[(Vec3, Vec3)], query: &impl Fn(Vec3, Vec3) -> R) {
    for &(from, to) in rays {
        black_box(query(black_box(from), black_box(to)));
    }
}

/// Measures one operation in several libraries.
fn compare(
    criterion: &mut Criterion,
    level: &SharedLevel,
    (measure, elements): (&str, usize),
    sides: &mut [(&str, &mut dyn FnMut())],
) {
    let mut group = criterion.benchmark_group(format!("{}/{measure}", level.name));
    group.throughput(Throughput::Elements(elements as u64));
    if measure == "build" {
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
    }
    for (side, run) in sides {
        group.bench_function(*side, |b| b.iter(&mut *run));
    }
    group.finish();
}

/// Measures one level and returns its row in the table of counts.
fn measure(criterion: &mut Criterion, level: &SharedLevel) -> Option<String> {
    let params = BuildParams::default();
    let (vertices, indices) = indexed(&level.triangles);
    let Ok(tree) = NodeTree::build(&level.triangles, &params) else {
        println!("{}: no tree", level.name);
        return None;
    };
    let Ok(mesh) = TriMesh::new(vertices.clone(), indices.clone()) else {
        println!("{}: no mesh of parry3d", level.name);
        return None;
    };
    let corners = Obvhs::corners(&level.triangles);
    let obvhs = Obvhs::new(&corners);
    let asked = QuerySet::new(level, &tree);
    answers::compare(level, &tree, &mesh, &obvhs, &asked);
    #[cfg(feature = "embree")]
    let embree = Embree::new(&vertices, &indices);
    #[cfg(feature = "embree")]
    embree.compare(level, &tree, &asked);
    let mut planes = tree.clone();
    planes.set_query_layout(QueryLayout::WITHOUT_BOUNDS);
    let counts = counts::row(&level.name, &tree, &planes, &asked);
    println!("{counts}");

    compare(
        criterion,
        level,
        ("build", indices.len()),
        &mut [
            ("bspwalk", &mut || {
                let _ = black_box(NodeTree::build(black_box(&level.triangles), &params));
            }),
            ("parry3d", &mut || {
                let _ = black_box(TriMesh::new(
                    black_box(&vertices).clone(),
                    black_box(&indices).clone(),
                ));
            }),
            ("obvhs", &mut || {
                black_box(Obvhs::new(black_box(&corners)));
            }),
            #[cfg(feature = "embree")]
            ("embree", &mut || {
                black_box(Embree::new(black_box(&vertices), black_box(&indices)));
            }),
        ],
    );
    for (name, rays) in [
        ("cast across", &asked.across),
        ("cast from free", &asked.from_free),
        ("cast far", &asked.far),
    ] {
        compare(
            criterion,
            level,
            (name, rays.len()),
            &mut [
                ("bspwalk", &mut each(rays, |from, to| tree.cast(from, to))),
                (
                    "parry3d",
                    &mut each(rays, |from, to| parry::cast(&mesh, from, to)),
                ),
                ("obvhs", &mut each(rays, |from, to| obvhs.cast(from, to))),
                #[cfg(feature = "embree")]
                ("embree", &mut each(rays, |from, to| embree.cast(from, to))),
                ("planes", &mut each(rays, |from, to| planes.cast(from, to))),
            ],
        );
    }
    for (name, rays) in [
        ("blocked", &asked.across),
        ("blocked from free", &asked.from_free),
    ] {
        compare(
            criterion,
            level,
            (name, rays.len()),
            &mut [
                ("bspwalk", &mut each(rays, |from, to| tree.is_blocked(from, to))),
                ("obvhs", &mut each(rays, |from, to| obvhs.is_blocked(from, to))),
                #[cfg(feature = "embree")]
                ("embree", &mut each(rays, |from, to| embree.is_blocked(from, to))),
                ("planes", &mut each(rays, |from, to| planes.is_blocked(from, to))),
            ],
        );
    }
    let (mut contacts, mut their_contacts): (Vec<Contact>, _) = (Vec::new(), Vec::new());
    let mut planes_contacts = Vec::new();
    compare(
        criterion,
        level,
        ("contacts", asked.near.len()),
        &mut [
            ("bspwalk", &mut || {
                for &center in &asked.near {
                    tree.contacts(black_box(center), RADIUS, &mut contacts);
                    black_box(&contacts);
                }
            }),
            ("parry3d", &mut || {
                for &center in &asked.near {
                    parry::contacts(&mesh, black_box(center), RADIUS, &mut their_contacts);
                    black_box(&their_contacts);
                }
            }),
            ("planes", &mut || {
                for &center in &asked.near {
                    planes.contacts(black_box(center), RADIUS, &mut planes_contacts);
                    black_box(&planes_contacts);
                }
            }),
        ],
    );
    compare(
        criterion,
        level,
        ("deepest contact", asked.near.len()),
        &mut [
            ("bspwalk", &mut || {
                for &center in &asked.near {
                    black_box(tree.deepest_contact(black_box(center), RADIUS));
                }
            }),
            ("parry3d", &mut || {
                for &center in &asked.near {
                    black_box(parry::deepest(&mesh, black_box(center), RADIUS));
                }
            }),
            ("planes", &mut || {
                for &center in &asked.near {
                    black_box(planes.deepest_contact(black_box(center), RADIUS));
                }
            }),
        ],
    );
    let (mut faces, mut their_faces) = (Vec::new(), Vec::new());
    let mut planes_faces = Vec::new();
    compare(
        criterion,
        level,
        ("overlap", asked.near.len()),
        &mut [
            ("bspwalk", &mut || {
                for &center in &asked.near {
                    tree.overlap(black_box(center) - HALF_BOX, center + HALF_BOX, &mut faces);
                    black_box(&faces);
                }
            }),
            ("parry3d", &mut || {
                for &center in &asked.near {
                    parry::overlap(
                        &mesh,
                        black_box(center) - HALF_BOX,
                        center + HALF_BOX,
                        &mut their_faces,
                    );
                    black_box(&their_faces);
                }
            }),
            ("planes", &mut || {
                for &center in &asked.near {
                    planes.overlap(black_box(center) - HALF_BOX, center + HALF_BOX, &mut planes_faces);
                    black_box(&planes_faces);
                }
            }),
        ],
    );
    let body = Capsule::sphere(RADIUS);
    compare(
        criterion,
        level,
        ("sweep", asked.sweeps.len()),
        &mut [
            (
                "bspwalk",
                &mut each(&asked.sweeps, |from, to| {
                    bspwalk_collision::sweep(&tree, body, from, to).hit
                }),
            ),
            (
                "parry3d",
                &mut each(&asked.sweeps, |from, to| parry::sweep(&mesh, from, to, RADIUS)),
            ),
            (
                "planes",
                &mut each(&asked.sweeps, |from, to| {
                    bspwalk_collision::sweep(&planes, body, from, to).hit
                }),
            ),
        ],
    );
    Some(counts)
}

/// Returns a hilly square of `side` × `side` cells with two triangles each.
fn terrain(side: u32) -> SharedLevel {
    let corners = meshes::terrain(&mut fastrand::Rng::with_seed(1), side);
    SharedLevel {
        name: format!("terrain_{side}x{side}"),
        triangles: meshes::tagged(corners),
    }
}

fn main() {
    // Build on a single thread, as obvhs and parry3d do.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(1).build_global();
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"),
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
    let mut levels = levels::load_all();
    levels.extend([50, 707, 1414].map(terrain));
    let since = SystemTime::now();
    let counts = levels.iter().filter_map(|level| measure(&mut criterion, level));
    let counts: String = counts.collect();
    criterion.final_summary();
    // Only a complete run writes the table. `cargo test` does not pass `--bench`, and a filter is an extra argument.
    if env::args().skip(1).all(|argument| argument == "--bench") && env::args().len() > 1 && levels.len() > 1
    {
        let table = table::table(&output, &levels, since) + &counts::table(&counts);
        println!("\n{table}");
        tables::write_table("bench", &table);
    }
}
