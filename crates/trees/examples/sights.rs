//! Casts random sightlines through levels and compares them with the potentially visible set. Reports pairs of leaves
//! that the PVS wrongly hides (there must be none), and the fraction of pairs that it shows unnecessarily. The same
//! sightlines also test the portal flow without the plane search, which may run for at least as long as the normal
//! computation.
//!
//! Run with `cargo run --release -p bspwalk_trees --example sights -- [--lines N] [--steps N] [--openings N] [--seed N]
//! [LEVEL…]`. The default is a million lines per level, on the trees that `compile` builds. Without a level, the
//! example uses the built-in ones and the OBJ files in `BSPWALK_LEVELS` or `../shared/levels`, and writes the table to
//! `docs/src/measurements.md` between the `sights` markers. The exit status is 1 if the PVS hides a visible pair.

use std::{
    path::Path,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use bspwalk_compile::{CompileError, CompileParams};
use bspwalk_levels::{Level, LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{levels, tables};
use bspwalk_trees::solid_leaf::{
    LeafTree, PvsParams,
    pvs::{FalselyHidden, Pvs, PvsError, SightlineSampling, sample_sightlines},
};

/// Maximum number of sightlines to try per pair of leaves to find an unblocked one.
const LINES_A_PAIR: u32 = 256;

/// Built-in levels that have rooms.
const BUILT_IN: [&str; 3] = ["hall", "three_rooms", "torture"];

const HEADS: [&str; 10] = [
    "level",
    "empty leaves",
    "portals",
    "visible in the PVS",
    "lines",
    "visible along a line",
    "falsely visible, at most",
    "visible by flow alone",
    "falsely visible by flow alone",
    "falsely hidden",
];

fn main() -> ExitCode {
    let (mut lines, mut seed, mut params) = (1_000_000, 1, PvsParams::default());
    let mut names = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if !arg.starts_with("--") {
            names.push(arg);
            continue;
        }
        let Some(value) = args.next().and_then(|value| value.parse::<u64>().ok()) else {
            eprintln!("{arg} needs a number");
            return ExitCode::from(2);
        };
        match arg.as_str() {
            "--lines" => lines = value,
            "--seed" => seed = value,
            "--steps" => params.steps = value,
            "--openings" => params.max_openings = value.min(u64::from(u32::MAX)) as u32,
            _ => {
                eprintln!("usage: sights [--lines N] [--steps N] [--openings N] [--seed N] [LEVEL…]");
                return ExitCode::from(2);
            }
        }
    }
    let (mut rows, mut right) = (Vec::new(), true);
    for (name, level) in all_levels(&names) {
        match look(&name, &level, lines, seed, &params) {
            Ok((row, none_hidden)) => {
                right &= none_hidden;
                rows.push(row);
            }
            Err(error) => println!("{name}: {error}"),
        }
    }
    let text = format!(
        "Up to {lines} straight lines per level, between random points of random pairs of empty leaves: up to {LINES_A_PAIR} per \
         pair until one is unblocked. The PVS takes at most {} steps.\n\n{}",
        params.steps,
        tables::table(&HEADS, &rows)
    );
    println!("\n{text}");
    if names.is_empty() {
        tables::write_table("sights", &text);
    }
    if right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns the named levels, or all levels if no names are given.
fn all_levels(names: &[String]) -> Vec<(String, Level)> {
    let built_in = |name: &str| {
        let level = builtin::load(name, &LoadOptions::default(), &Progress::default()).ok()?;
        Some((name.to_owned(), level))
    };
    if names.is_empty() {
        let shared = levels::load_whole();
        let all = BUILT_IN.iter().filter_map(|name| built_in(name));
        return all
            .chain(shared.into_iter().map(|(name, (level, _))| (name, level)))
            .collect();
    }
    let named = names.iter();
    named
        .filter_map(|name| {
            built_in(name).or_else(|| {
                let path = Path::new(name);
                match bspwalk_levels::load(path, &levels::options(path), &Progress::default()) {
                    Ok(level) => Some((level.name.clone(), level)),
                    Err(error) => {
                        eprintln!("{error}");
                        None
                    }
                }
            })
        })
        .collect()
}

/// Builds the tree and the PVS of a level, casts lines and prints the results. Returns a row of the table, and whether
/// nothing was wrongly hidden.
fn look(
    name: &str,
    level: &Level,
    lines: u64,
    seed: u64,
    params: &PvsParams,
) -> Result<(Vec<String>, bool), CompileError> {
    let progress = Arc::new(Progress::default());
    let started = Instant::now();
    let tree = bspwalk_compile::leaf_tree(level, &CompileParams::default(), &progress)?.tree;
    let built = started.elapsed();
    let leaves = tree.empty_leaves();
    println!(
        "{name}: {} triangles, {} leaves, {} empty, {} portals, built in {built:.2?}",
        level.triangles.len(),
        tree.leaf_count(),
        leaves.len(),
        tree.portal_count()
    );
    let started = Instant::now();
    let mut first = None;
    let (pvs, _) = bspwalk_compile::pvs(&tree, params, &progress, |pvs| {
        first.get_or_insert_with(|| (started.elapsed(), pvs.mean_visible(&leaves)));
    })?;
    let took = started.elapsed();
    if let Some((first, mean)) = first {
        println!("  first answer in {first:.2?}: {:.2} % visible", 100.0 * mean);
    }
    let mean = 100.0 * pvs.mean_visible(&leaves);
    println!("  {mean:.2} % visible in {took:.2?}, {:?}", pvs.statistics());
    let started = Instant::now();
    let sampling = SightlineSampling {
        lines,
        lines_per_pair: LINES_A_PAIR,
        seed,
    };
    let sample = sample_sightlines(&*tree, &pvs, &leaves, sampling);
    println!(
        "  {} lines, {} unblocked, in {:.2?}; of {} pairs {} visible, {} seen: {:.2} % falsely visible at most; {} falsely hidden",
        sample.lines,
        sample.unblocked,
        started.elapsed(),
        sample.pairs,
        sample.visible_pairs,
        sample.seen_pairs,
        100.0 * sample.false_visible_share(),
        sample.false_hidden.len()
    );
    for FalselyHidden {
        leaves: [a, b],
        line: [from, to],
    } in &sample.false_hidden
    {
        println!("  falsely hidden: leaf {a} and leaf {b}, from {from} to {to}");
    }
    let flow = flow_alone(&tree, params, took, &progress)?;
    let flow_mean = 100.0 * flow.mean_visible(&leaves);
    let flow_sample = sample_sightlines(&*tree, &flow, &leaves, sampling);
    println!(
        "  flow alone: {flow_mean:.2} % visible, {:?}; {:.2} % falsely visible at most",
        flow.statistics(),
        100.0 * flow_sample.false_visible_share()
    );
    let seen = sample.seen_pairs as f64 / sample.pairs.max(1) as f64;
    let row = vec![
        name.to_owned(),
        leaves.len().to_string(),
        tree.portal_count().to_string(),
        format!("{mean:.1} %"),
        sample.lines.to_string(),
        format!("{:.1} %", 100.0 * seen),
        format!("{:.1} %", 100.0 * sample.false_visible_share()),
        format!("{flow_mean:.1} %"),
        format!("{:.1} %", 100.0 * flow_sample.false_visible_share()),
        sample.false_hidden.len().to_string(),
    ];
    Ok((row, sample.false_hidden.is_empty()))
}

/// Returns the PVS computed by the portal flow without the plane search. The flow gets at least the given time, unless
/// it finishes sooner.
fn flow_alone(
    tree: &LeafTree,
    params: &PvsParams,
    time: Duration,
    progress: &Progress,
) -> Result<Pvs, PvsError> {
    let clusters = tree.clusters(params.max_openings, progress)?;
    let mut steps = params.steps.max(1);
    loop {
        let started = Instant::now();
        let limits = PvsParams { steps, ..*params };
        let pvs = Pvs::build(
            tree.portal_graph(),
            &clusters,
            &tree.tolerances(),
            &limits,
            progress,
            |_| {},
        )?;
        let took = started.elapsed();
        if took >= time || pvs.statistics().cut_short == 0 {
            println!("  flow alone in {took:.2?}");
            return Ok(pvs);
        }
        steps = steps.saturating_mul(2);
    }
}
