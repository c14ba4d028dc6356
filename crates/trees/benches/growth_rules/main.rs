//! How long the rules that score all planes against all faces take as levels grow, beside testing all against all.
//!
//! `cargo bench -p bspwalk_trees --bench growth_rules` builds terrains, soups and the shared levels, prints a table, puts it
//! into `docs/src/measurements.md` between its `growth` markers, and draws `docs/src/pictures/growth.svg`. A build that is
//! expected to take more than a minute is left out, as are larger ones of its kind; `-- 10` after the command allows ten seconds instead.

mod plot;

use std::{env, path::Path, time::Instant};

use bspwalk_geometry::TaggedTriangle;
use bspwalk_testing::{levels, meshes, tables};
use bspwalk_trees::{BuildParams, NodeTree, Rule, node_storing::BuildError};

/// Triangles of the levels that are made.
const SIZES: [usize; 7] = [1000, 3000, 10_000, 30_000, 50_000, 100_000, 300_000];

/// Seconds that a build may be expected to take.
const PATIENCE: f64 = 60.0;

const RULES: [Rule; 3] = [Rule::Ati, Rule::FewestCuts, Rule::Balanced];

/// A level of some kind.
struct Level {
    kind: &'static str,
    name: String,
    triangles: Vec<TaggedTriangle>,
}

/// What a rule took for a level.
struct Measured {
    rule: Rule,
    kind: &'static str,
    level: String,
    triangles: usize,
    nodes: u32,
    seconds: f64,
    /// Seconds of testing all against all.
    all_pairs: Option<f64>,
}

/// A terrain of cells of a metre, and a soup of as many triangles of about half a metre, one in each cubic metre.
fn made() -> Vec<Level> {
    let mut made = Vec::new();
    for size in SIZES {
        let mut random = fastrand::Rng::with_seed(1);
        let side = (size as f64 / 2.0).sqrt().round() as u32;
        let half = 0.5 * (size as f64).cbrt();
        for (kind, corners) in [
            ("terrain", meshes::terrain(&mut random, side)),
            ("soup", meshes::confetti(&mut random, size, half, 0.5)),
        ] {
            made.push(Level {
                kind,
                name: kind.to_owned(),
                triangles: meshes::tagged(corners),
            });
        }
    }
    made.sort_by_key(|level| level.kind);
    made
}

/// The shared levels, by their sizes.
fn shared() -> Vec<Level> {
    let mut shared: Vec<Level> = levels::load_all()
        .into_iter()
        .map(|level| Level {
            kind: "level",
            name: level.name,
            triangles: level.triangles,
        })
        .collect();
    shared.retain(|level| level.triangles.len() >= 1000);
    shared.sort_by_key(|level| level.triangles.len());
    shared
}

/// The seconds of a build and its nodes; `None` where it fails.
fn time(build: impl FnOnce() -> Result<NodeTree, BuildError>) -> Option<(f64, u32)> {
    let start = Instant::now();
    let tree = build().ok()?;
    Some((start.elapsed().as_secs_f64(), tree.node_count()))
}

/// How long builds of one kind took last, by which the next one is expected to grow with the square of the triangles.
#[derive(Default)]
struct Expected(Option<(usize, f64)>);

impl Expected {
    fn allows(&self, triangles: usize, patience: f64) -> bool {
        self.0.is_none_or(|(last, seconds)| {
            let growth = triangles as f64 / last as f64;
            seconds.is_finite() && seconds * growth * growth <= patience
        })
    }
}

/// Builds the levels of one kind by one rule, the smallest first.
fn measure(rule: Rule, levels: &[Level], patience: f64) -> Vec<Measured> {
    let params = BuildParams {
        candidates: 0,
        sample: 0,
        ..BuildParams::preset(rule)
    };
    let (mut ours, mut theirs) = (Expected::default(), Expected::default());
    let mut rows = Vec::new();
    for level in levels {
        let count = level.triangles.len();
        if !ours.allows(count, patience) {
            break;
        }
        let Some((seconds, nodes)) = time(|| NodeTree::build(&level.triangles, &params)) else {
            println!("{rule}, {}, {count} triangles: no tree", level.name);
            break;
        };
        ours = Expected(Some((count, seconds)));
        let mut all_pairs = None;
        if theirs.allows(count, patience) {
            all_pairs = time(|| NodeTree::build_all_pairs(&level.triangles, &params));
            theirs = Expected(Some((
                count,
                all_pairs.map_or(f64::INFINITY, |(seconds, _)| seconds),
            )));
            assert!(
                all_pairs.is_none_or(|(_, plain)| plain == nodes),
                "{rule}, {}: the trees differ",
                level.name
            );
        }
        let all_pairs = all_pairs.map(|(seconds, _)| seconds);
        println!(
            "{rule}, {}, {count} triangles: {seconds:.4} s, all pairs {all_pairs:?}",
            level.name
        );
        rows.push(Measured {
            rule,
            kind: level.kind,
            level: level.name.clone(),
            triangles: count,
            nodes,
            seconds,
            all_pairs,
        });
    }
    rows
}

/// A number with about three figures.
fn figures(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        1.0.. => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

fn table(rows: &[Measured]) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let heads = [
        "rule",
        "level",
        "triangles",
        "nodes",
        "seconds",
        "all against all",
        "times as fast",
    ];
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let none = || "–".to_owned();
            vec![
                format!("`{}`", row.rule),
                row.level.clone(),
                row.triangles.to_string(),
                row.nodes.to_string(),
                figures(row.seconds),
                row.all_pairs.map_or_else(none, figures),
                row.all_pairs
                    .map_or_else(none, |all| format!("{:.1}×", all / row.seconds)),
            ]
        })
        .collect();
    format!(
        "Seconds of a whole build, one run on {cores} cores ({}, {}); what takes too long is left out. The plot has the same \
         times: the lines are `bspwalk`, the crosses are testing all against all.\n\n\
         ![Seconds of a build by the exhaustive rules from 1,000 to 300,000 triangles, both axes logarithmic](pictures/growth.svg)\n\n{}",
        env::consts::ARCH,
        env::consts::OS,
        tables::table(&heads, &rows)
    )
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // `cargo test` runs it without, and measures nothing.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let patience = arguments.iter().find_map(|argument| argument.parse().ok());
    let patience = patience.unwrap_or(PATIENCE);
    let (made, shared) = (made(), shared());
    let mut rows = Vec::new();
    for rule in RULES {
        for levels in made.chunk_by(|a, b| a.kind == b.kind) {
            rows.extend(measure(rule, levels, patience));
        }
        rows.extend(measure(rule, &shared, patience));
    }
    let text = table(&rows);
    println!("\n{text}");
    let picture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/pictures/growth.svg");
    match plot::draw(&picture, &rows) {
        Ok(()) => tables::write_table("growth", &text),
        Err(error) => println!("no plot: {error}"),
    }
}
