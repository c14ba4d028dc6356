//! Measures how long it takes to build the solid-leaf tree, its portals, its PVS and the baked light, compared with the
//! node-storing tree of the same level.
//!
//! `cargo bench -p bspwalk_compile --bench leaf` measures the hall and the shared levels, prints a table and writes it
//! between the `leaf` markers of `docs/src/measurements.md`. If level names are given as arguments, it measures only
//! those levels and leaves the chapter unchanged. The best of a few runs is reported.

use std::{env, sync::Arc, thread, time::Instant};

use bspwalk_compile::{CompileError, CompileParams};
use bspwalk_draw::light;
use bspwalk_levels::{Level, LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{levels, tables, wanted};
use wanted::LevelNameFilter;

/// Number of runs per level.
const RUNS: usize = 3;

const HEADS: [&str; 10] = [
    "level",
    "triangles",
    "structural",
    "leaves",
    "portals",
    "node-storing tree",
    "solid-leaf tree",
    "its portals",
    "PVS",
    "baked light",
];

/// Measures a level and returns its table row.
fn measure(name: &str, level: &Level) -> Result<Vec<String>, CompileError> {
    let params = CompileParams::quick();
    let mut best = [f64::INFINITY; 5];
    let mut counts = Vec::new();
    for _ in 0..RUNS {
        let progress = Arc::new(Progress::default());
        let (tree, nodes) = bspwalk_compile::node_tree(level, &params.nodes, &progress)?;
        let leaves = bspwalk_compile::leaf_tree(level, &params, &progress)?;
        let (_, pvs) = bspwalk_compile::pvs(&leaves.tree, &params.pvs, &progress, |_| {})?;
        let start = Instant::now();
        light::bake(level, &tree, cores(), &progress)?;
        let light = start.elapsed().as_secs_f64() * 1.0e3;
        let times = [nodes, leaves.timings.leaves, leaves.timings.portals, pvs, light];
        for (best, time) in best.iter_mut().zip(times) {
            *best = best.min(time);
        }
        let statistics = leaves.tree.statistics();
        counts = vec![statistics.structural, statistics.leaves, statistics.portals];
    }
    let [nodes, of_leaves @ ..] = best;
    let mut row = vec![name.to_owned(), level.triangles.len().to_string()];
    row.extend(counts.iter().map(u32::to_string));
    row.push(figures(nodes));
    row.extend(of_leaves.map(|time| format!("{} {:.1}×", figures(time), time / nodes)));
    Ok(row)
}

/// Formats a number with about three significant digits.
fn figures(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn main() {
    let Some(wanted) = LevelNameFilter::by_arguments() else {
        return;
    };
    let mut rows = Vec::new();
    let hall = builtin::load("hall", &LoadOptions::default(), &Progress::default()).expect("it loads");
    let shared = levels::load_whole().into_iter();
    let shared = shared.map(|(name, (level, _))| (name, level));
    for (name, level) in std::iter::once(("hall".to_owned(), hall)).chain(shared) {
        if !wanted.includes(&name) {
            continue;
        }
        match measure(&name, &level) {
            Ok(row) => {
                println!("{}", row.join(", "));
                rows.push(row);
            }
            Err(error) => println!("{name}: {error}"),
        }
    }
    if rows.is_empty() {
        return;
    }
    let text = format!(
        "Milliseconds, the best of {RUNS} runs on {} cores ({}, {}). Factors are relative to the node-storing tree of the same \
         run.\n\n{}",
        cores(),
        env::consts::ARCH,
        env::consts::OS,
        tables::table(&HEADS, &rows)
    );
    println!("\n{text}");
    if wanted.is_all() {
        tables::write_table("leaf", &text);
    }
}
