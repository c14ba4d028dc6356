//! Tests the work of queries on the node-storing tree, measured in counts instead of times: visited nodes, tested
//! triangles, and bytes of the tree.

use std::{hint::black_box, sync::LazyLock};

use bspwalk_collision::Capsule;
use bspwalk_geometry::{TaggedTriangle, Triangle};
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, levels, meshes, queries::Queries};
use bspwalk_trees::{BuildParams, NodeTree, QueryCounters};
use glam::Vec3;

/// Number of queries of each kind.
const QUERIES: usize = 1000;

/// Mean work per query.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Work {
    /// Number of visited nodes. Up to seven nodes are tested at once.
    visited: f64,
    /// Number of triangles in the visited blocks.
    tested: f64,
}

impl Work {
    /// Measures the work of a query that is run once for each of the `questions`.
    fn of<T>(questions: &[T], mut ask: impl FnMut(&T)) -> Self {
        let before = QueryCounters::of_this_thread();
        questions.iter().for_each(&mut ask);
        let read = QueryCounters::of_this_thread().since(before);
        let mean = |sum: u64| sum as f64 / questions.len() as f64;
        Self {
            visited: mean(read.nodes_visited),
            tested: mean(read.faces_tested),
        }
    }
}

/// Work on one tree, for each kind of query.
#[derive(Debug)]
struct Report {
    cast: Work,
    blocked: Work,
    contacts: Work,
    sweep: Work,
    /// Mean number of faces touched by the spheres of the contact queries.
    touched: f64,
}

impl Report {
    fn of(tree: &NodeTree, triangles: &[TaggedTriangle]) -> Self {
        let solid: Vec<Triangle> = triangles
            .iter()
            .filter_map(|triangle| Triangle::new(triangle.corners, 0.0))
            .collect();
        let mut queries = Queries::new(1, &solid);
        let across: Vec<(Vec3, Vec3)> = (0..QUERIES)
            .map(|_| (queries.point().as_vec3(), queries.point().as_vec3()))
            .collect();
        let near: Vec<Vec3> = (0..QUERIES)
            .map(|_| queries.near_surface(0.3).as_vec3())
            .collect();
        let sweeps: Vec<(Vec3, Vec3)> = (0..QUERIES)
            .map(|_| {
                let from = queries.in_front_of_surface(0.6);
                (from.as_vec3(), (from + queries.direction()).as_vec3())
            })
            .collect();
        let (mut contacts, mut touched) = (Vec::new(), 0);
        Self {
            cast: Work::of(&across, |&(from, to)| {
                black_box(tree.cast(from, to));
            }),
            blocked: Work::of(&across, |&(from, to)| {
                black_box(tree.is_blocked(from, to));
            }),
            contacts: Work::of(&near, |&center| {
                tree.contacts(center, 0.3, &mut contacts);
                touched += contacts.len();
            }),
            sweep: Work::of(&sweeps, |&(from, to)| {
                black_box(bspwalk_collision::sweep(tree, Capsule::sphere(0.3), from, to).hit);
            }),
            touched: touched as f64 / QUERIES as f64,
        }
    }
}

/// Levels of very different kinds, with their solid triangles and trees: rooms, halls, terrains of up to 131,072
/// triangles, and the shared levels.
static LEVELS: LazyLock<Vec<(String, Vec<TaggedTriangle>, NodeTree)>> = LazyLock::new(|| {
    let built_in = builtin::all().iter().map(|level| {
        let loaded = builtin::load(level.name, &LoadOptions::default(), &Progress::default());
        (level.name.to_owned(), loaded.expect("it loads").solid_triangles())
    });
    let sides = [16, 64, 256].into_iter().take(effort::sampled_or_whole(2, 3));
    let terrains = sides.map(|side| {
        let mut random = bspwalk_testing::random::seeded(3);
        let triangles = meshes::tagged(meshes::terrain(&mut random, side));
        (format!("terrain of {} triangles", triangles.len()), triangles)
    });
    let shared = levels::load_small_unless_full().into_iter();
    let shared = shared.map(|level| (level.name, level.triangles));
    let all = built_in.chain(terrains).chain(shared);
    all.map(|(name, triangles)| {
        let tree = NodeTree::build(&triangles, &BuildParams::default()).expect("it builds");
        (name, triangles, tree)
    })
    .collect()
});

#[test]
fn queries_visit_few_nodes_and_triangles() {
    for (name, triangles, tree) in &*LEVELS {
        let report = Report::of(tree, triangles);
        let depth = (triangles.len() as f64).log2();
        // Nodes are visited from the root to the query's cells, on both sides of the planes that the query reaches. A
        // block has eight triangles. Touched triangles must be read, and they share blocks with others.
        let bounds = [
            ("cast", report.cast, 4.0 + 1.4 * depth, 14.0),
            ("is it blocked?", report.blocked, 4.0 + 1.4 * depth, 14.0),
            (
                "contacts",
                report.contacts,
                4.0 + 1.4 * depth + 2.5 * report.touched,
                12.0 + 3.0 * report.touched,
            ),
            (
                "sweep",
                report.sweep,
                4.0 + 1.4 * depth + 2.5 * report.touched,
                12.0 + 3.0 * report.touched,
            ),
        ];
        println!("{name}: {report:?}");
        for (query, work, visited, tested) in bounds {
            // If a query read nothing, it was not counted.
            assert!(
                (1.0..=visited).contains(&work.visited) && (1.0..=tested).contains(&work.tested),
                "{name}, {query}: {work:?}, at most {visited} and {tested}"
            );
        }
    }
}

#[test]
fn trees_stay_within_size_bounds() {
    for (name, triangles, tree) in &*LEVELS {
        let statistics = tree.statistics();
        let [fragments, bytes] = [u64::from(statistics.fragments), statistics.bytes]
            .map(|count| count as f64 / triangles.len() as f64);
        assert!(fragments < 2.7, "{name}: {fragments} fragments a triangle");
        assert!(
            bytes < 170.0 + 195.0 * fragments,
            "{name}: {bytes} bytes a triangle"
        );
    }
}
