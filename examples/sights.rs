//! Draws straight lines at random through levels and compares what they see with the potentially visible set: pairs of
//! leaves that it hides falsely (there must be none), and the share that it shows falsely.
//!
//! `cargo run --release --no-default-features --example sights -- [--lines N] [--steps N] [--openings N] [--seed N]
//! [LEVEL…]`: a million lines a level where not said. Where no level is named, the built-in ones and the OBJ files in
//! `BSPWALK_LEVELS` or `../shared/levels`. Exit status 1 where anything was hidden falsely.

#[path = "../tests/common/mod.rs"]
mod common;

use std::{process::ExitCode, sync::Arc, time::Instant};

use bspwalk::{
    bsp::solid_leaf::{LeafParams, LeafTree, LeafTriangle, PvsParams, pvs::sample_sights},
    geometry::Surface,
    level::{LoadOptions, builtin},
    progress::Progress,
};
use common::levels::SharedLevel;
use glam::{Vec2, Vec3, Vec4};

/// Lines between the leaves of one pair, until one is unblocked.
const LINES_A_PAIR: u32 = 64;

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
    let mut right = true;
    for level in levels(&names) {
        right &= look(&level, lines, seed, &params);
    }
    if right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The named levels, or all there are.
fn levels(names: &[String]) -> Vec<SharedLevel> {
    let builtin = |name: &str| {
        let level = builtin::load(name, &LoadOptions::default(), &Progress::default()).ok()?;
        Some(SharedLevel {
            name: name.to_owned(),
            triangles: level.solid_triangles(),
        })
    };
    if names.is_empty() {
        let mut all: Vec<SharedLevel> = builtin::all()
            .iter()
            .filter_map(|entry| builtin(entry.name))
            .collect();
        all.extend(common::levels::load_all());
        return all;
    }
    let named = names.iter();
    named
        .filter_map(|name| builtin(name).or_else(|| common::levels::load(name.as_ref())))
        .collect()
}

/// Builds the tree and the PVS of a level, draws lines and prints what came of it; false where something was hidden
/// falsely.
fn look(level: &SharedLevel, lines: u64, seed: u64, params: &PvsParams) -> bool {
    let bare = Surface {
        normal: Vec3::Y,
        uv: Vec2::ZERO,
        color: Vec4::ONE,
    };
    let name = &level.name;
    let triangles: Vec<LeafTriangle> = level
        .triangles
        .iter()
        .map(|triangle| LeafTriangle {
            corners: triangle.corners,
            surfaces: [bare; 3],
            face: triangle.face,
            material: 0,
            structural: true,
        })
        .collect();
    let started = Instant::now();
    let progress = Arc::new(Progress::default());
    let tree = match LeafTree::build_with(&triangles, &LeafParams::default(), &progress, false) {
        Ok(tree) => tree,
        Err(error) => {
            println!("{name}: {error}");
            return true;
        }
    };
    let built = started.elapsed();
    let leaves = tree.empty_leaves();
    println!(
        "{name}: {} triangles, {} leaves, {} empty, {} portals, built in {built:.2?}",
        triangles.len(),
        tree.leaf_count(),
        leaves.len(),
        tree.portal_count()
    );
    let started = Instant::now();
    let mut first = None;
    let answer = tree.pvs(params, &progress, |pvs| {
        first.get_or_insert_with(|| (started.elapsed(), pvs.mean_visible(&leaves)));
    });
    let pvs = match answer {
        Ok(pvs) => pvs,
        Err(error) => {
            println!("  {error}");
            return true;
        }
    };
    let took = started.elapsed();
    if let Some((first, mean)) = first {
        println!("  first answer in {first:.2?}: {:.2} % visible", 100.0 * mean);
    }
    println!(
        "  {} in {took:.2?}: {:.2} % visible, {:?}",
        if pvs.is_final() {
            "final"
        } else {
            "first answer only"
        },
        100.0 * pvs.mean_visible(&leaves),
        pvs.statistics()
    );
    let started = Instant::now();
    let sample = sample_sights(&tree, &pvs, &leaves, lines, LINES_A_PAIR, seed);
    println!(
        "  {} lines, {} unblocked, in {:.2?}; of {} pairs {} visible, {} seen: {:.2} % falsely visible at most; {} falsely hidden",
        sample.lines,
        sample.unblocked,
        started.elapsed(),
        sample.pairs,
        sample.visible_pairs,
        sample.seen_pairs,
        100.0 * sample.false_visible(),
        sample.false_hidden.len()
    );
    for (a, b, from, to) in &sample.false_hidden {
        println!("  falsely hidden: leaf {a} and leaf {b}, from {from} to {to}");
    }
    sample.false_hidden.is_empty()
}
