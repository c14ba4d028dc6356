//! Measures how the build time of the exhaustive rules grows with the size of the level.
//!
//! `cargo bench -p bspwalk_trees --bench growth_rules` builds terrains, soups and the shared levels, prints a table,
//! writes it to `docs/src/measurements.md` between the `growth` markers, and draws `docs/src/pictures/growth.svg`. It
//! skips builds that are expected to take more than a minute, and all larger ones of the same kind. Append `-- 10` to
//! lower this limit to ten seconds.

mod plot;

use std::{env, path::Path, time::Instant};

use bspwalk_geometry::TaggedTriangle;
use bspwalk_testing::{levels, meshes, tables};
use bspwalk_trees::{BuildParams, NodeTree, Rule, node_storing::BuildError};

/// Triangle counts of the generated levels.
const SIZES: [usize; 7] = [1000, 3000, 10_000, 30_000, 50_000, 100_000, 300_000];

/// Maximum expected duration of a build, in seconds.
const PATIENCE: f64 = 60.0;

const RULES: [Rule; 3] = [Rule::Ati, Rule::FewestCuts, Rule::Balanced];

/// A level and its kind.
struct Level {
    kind: &'static str,
    name: String,
    triangles: Vec<TaggedTriangle>,
}

/// The build time of a rule on a level.
struct Measured {
    rule: Rule,
    kind: &'static str,
    level: String,
    triangles: usize,
    nodes: u32,
    seconds: f64,
}

/// Generates terrains with 1 m cells, and soups with the same numbers of triangles. Soup triangles are about half a
/// metre in size, with one per cubic metre.
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

/// Returns the shared levels, sorted by size.
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

/// Returns the build time in seconds and the number of nodes, or `None` if the build fails.
fn time(build: impl FnOnce() -> Result<NodeTree, BuildError>) -> Option<(f64, u32)> {
    let start = Instant::now();
    let tree = build().ok()?;
    Some((start.elapsed().as_secs_f64(), tree.node_count()))
}

/// Last build time for one kind of level. The expected time grows with the square of the number of triangles.
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

/// Builds the levels of one kind with one rule, smallest level first.
fn measure(rule: Rule, levels: &[Level], patience: f64) -> Vec<Measured> {
    let params = BuildParams {
        candidates: 0,
        sample: 0,
        ..BuildParams::preset(rule)
    };
    let mut expected = Expected::default();
    let mut rows = Vec::new();
    for level in levels {
        let count = level.triangles.len();
        if !expected.allows(count, patience) {
            break;
        }
        let Some((seconds, nodes)) = time(|| NodeTree::build(&level.triangles, &params)) else {
            println!("{rule}, {}, {count} triangles: no tree", level.name);
            break;
        };
        expected = Expected(Some((count, seconds)));
        println!("{rule}, {}, {count} triangles: {seconds:.4} s", level.name);
        rows.push(Measured {
            rule,
            kind: level.kind,
            level: level.name.clone(),
            triangles: count,
            nodes,
            seconds,
        });
    }
    rows
}

/// Formats a number with about three significant digits.
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
    let heads = ["rule", "level", "triangles", "nodes", "seconds"];
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            vec![
                format!("`{}`", row.rule),
                row.level.clone(),
                row.triangles.to_string(),
                row.nodes.to_string(),
                figures(row.seconds),
            ]
        })
        .collect();
    format!(
        "Seconds of a whole build, one run on {cores} cores ({}, {}). Builds that take too long are left out. The plot shows the \
         same times.\n\n\
         ![Seconds of a build by the exhaustive rules from 1,000 to 300,000 triangles, both axes logarithmic](pictures/growth.svg)\n\n{}",
        env::consts::ARCH,
        env::consts::OS,
        tables::table(&heads, &rows)
    )
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // `cargo test` runs benchmarks without `--bench`; nothing must be measured then.
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
