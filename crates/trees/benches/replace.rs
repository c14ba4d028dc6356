//! Measures the replacement of an object in a tree, relative to a build from scratch in the same run.
//!
//! `cargo bench -p bspwalk_trees --bench replace` measures a built-in level and the shared levels, and writes a table
//! to `docs/src/measurements.md` between the `replace` markers. Arguments select levels by substrings of their names;
//! then it only prints the table.
//!
//! An object consists of the triangles around a point. It moves by a hundredth of the level's diagonal, and back. The
//! two measurements are interleaved.

use std::{
    collections::HashSet,
    hint::black_box,
    time::{Duration, Instant},
};

use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{levels, oracle::Oracle, queries::Queries, tables, wanted::LevelNameFilter};
use bspwalk_trees::{BuildParams, FaceId, NodeTree, QueryCounters, node_storing::EditableTree};
use levels::SharedLevel;

/// Numbers of triangles of the objects. An object has at most a fifth of the level's triangles.
const SIZES: [usize; 4] = [12, 100, 1000, 10_000];

/// Number of places with an object of each size.
const PLACES: usize = 5;

/// Number of segments cast to compare the trees.
const CASTS: usize = 20_000;

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the faces of the `size` triangles that are nearest to a point of the level.
fn object(triangles: &[TaggedTriangle], center: usize, size: usize) -> HashSet<FaceId> {
    let center = triangles[center].corners[0];
    let mut near: Vec<(f64, FaceId)> = triangles
        .iter()
        .map(|triangle| (triangle.corners[0].distance_squared(center), triangle.face))
        .collect();
    near.select_nth_unstable_by(size, |a, b| a.0.total_cmp(&b.0));
    near[..size].iter().map(|&(_, face)| face).collect()
}

/// Returns the number of nodes and faces that casts through a tree read.
fn reads(tree: &NodeTree, triangles: &[TaggedTriangle]) -> u64 {
    let oracle = Oracle::new(triangles);
    let mut queries = Queries::new(1, oracle.triangles());
    let before = QueryCounters::of_this_thread();
    for _ in 0..CASTS {
        let (from, to) = queries.segment();
        black_box(tree.cast(from, to));
    }
    let read = QueryCounters::of_this_thread().since(before);
    read.nodes_visited + read.faces_tested
}

/// Measures one level and returns its rows in the table.
fn measure(level: &SharedLevel) -> Vec<Vec<String>> {
    let params = BuildParams::default();
    let progress = Progress::default();
    let mut triangles = level.triangles.clone();
    // Face numbers need not be unique in a level, but the objects here need unique ones.
    for (face, triangle) in FaceId::all().zip(&mut triangles) {
        triangle.face = face;
    }
    let mut rows = Vec::new();
    let count = triangles.len();
    for size in SIZES.into_iter().filter(|size| 5 * size <= count) {
        let Ok(mut tree) = EditableTree::build(&triangles, &params, &progress) else {
            continue;
        };
        let step = 0.01 * tree.tree().bounds().size().length();
        let (mut ratios, mut kept, mut built, mut nodes, mut full_builds) = (Vec::new(), 0, 0, 0, 0);
        for place in 0..PLACES {
            let faces = object(&triangles, (2 * place + 1) * triangles.len() / (2 * PLACES), size);
            for by in [step, -step] {
                for triangle in &mut triangles {
                    if faces.contains(&triangle.face) {
                        triangle.corners = triangle.corners.map(|corner| corner + by);
                    }
                }
                let moved = triangles.iter().filter(|triangle| faces.contains(&triangle.face));
                let moved: Vec<TaggedTriangle> = moved.copied().collect();
                let is_moved = |face| faces.contains(&face);
                let (replaced, change) =
                    timed(|| tree.replace(is_moved, &moved, &progress).expect("it builds"));
                let (whole, _) = timed(|| black_box(NodeTree::build(&triangles, &params)));
                ratios.push(replaced.as_secs_f64() / whole.as_secs_f64());
                kept += change.nodes_kept;
                built += change.nodes_built;
                nodes += tree.tree().node_count();
                full_builds += u32::from(change.full_build.is_some());
            }
        }
        let whole = NodeTree::build(&triangles, &params).expect("it was built before");
        let [ours, theirs] = [tree.tree(), &whole].map(|tree| reads(tree, &triangles) as f64);
        let changes = 2 * PLACES;
        let row = vec![
            level.name.clone(),
            triangles.len().to_string(),
            size.to_string(),
            format!("{:.2}", median(ratios)),
            format!("{:.1} %", 100.0 * f64::from(kept) / f64::from(nodes)),
            format!("{}", built as usize / changes),
            format!("{full_builds} of {changes}"),
            format!("{:.2}", ours / theirs),
        ];
        println!("{}", row.join(", "));
        rows.push(row);
    }
    rows
}

fn main() {
    let Some(wanted) = LevelNameFilter::by_arguments() else {
        return;
    };
    let hall = builtin::load("hall", &LoadOptions::default(), &Progress::default()).expect("it loads");
    let mut levels = vec![SharedLevel {
        name: "hall".to_owned(),
        triangles: hall.solid_triangles(),
    }];
    levels.extend(levels::load_all());
    levels.retain(|level| wanted.includes(&level.name));
    let rows: Vec<Vec<String>> = levels.iter().flat_map(measure).collect();
    let heads = [
        "level",
        "triangles",
        "triangles replaced",
        "time / full build",
        "nodes kept",
        "nodes built",
        "full builds",
        "reads / full build",
    ];
    let table = tables::table(&heads, &rows);
    println!("\n{table}");
    if wanted.is_all() {
        tables::write_table("replace", &table);
    }
}
