//! `duel`: compares the build rules on a level.

use std::{
    io::{self, Write},
    sync::Arc,
};

use bspwalk_compile::{CompileParams, open::load_level};
use bspwalk_explain::{
    duel::{self, Column, Contestant, DuelLevel, Event, Queries, Row},
    other_trees::LEVELS,
};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::{OpenError, tree_args::TreeArgs};
use bspwalk_text::{lines, text, words};
use bspwalk_trees::{BuildParams, solid_leaf::LeafParams};

use super::{
    args::DuelArgs,
    duel_levels,
    error::CliError,
    output::{check_writable, print, write_file},
    progress_bar,
    report::right,
    split_costs,
};

/// Default seed for the queries, equal to the default seed for builds.
const SEED: u64 = BuildParams::SAMPLED.seed;

/// Runs `duel`.
pub(super) fn run(args: &DuelArgs, tree: &TreeArgs, output: impl Write) -> Result<(), CliError> {
    if let Some(costs) = &args.split_costs {
        return split_costs::run(args, costs, tree, output);
    }
    if let Some(file) = &args.levels {
        let mut named = args.rules.iter().chain(&args.with);
        if !named.any(|one| matches!(one, Contestant::Other(_))) {
            return Err(CliError::Failed(text!("usage-duel-no-levels").to_owned()));
        }
        check_writable(file)?;
    }
    let Outcome {
        rows,
        count,
        radius,
        failed,
        triangles,
    } = progress_bar::with_progress_bar(|progress| contest(args, tree, progress))?;
    if let Some(file) = &args.csv {
        write_file(file, duel::csv(&rows))?;
    }
    if let Some(file) = &args.levels {
        write_file(file, duel_levels::svg(&rows, &triangles))?;
    }
    let text = if args.json {
        duel::json(&rows)
    } else {
        text(&rows, count, radius)
    };
    print(&text, output)?;
    match failed.as_slice() {
        [] => Ok(()),
        failed => Err(CliError::Failed(text!(
            "usage-duel-left-out",
            reasons = failed.join(text!("text-semicolon"))
        ))),
    }
}

/// The result of a duel.
struct Outcome {
    rows: Vec<Row>,
    /// Number of positions that were found for a body with this `radius`.
    count: usize,
    radius: f32,
    /// Contestants that were named but could not take part, with the reasons.
    failed: Vec<String>,
    /// Solid triangles of the level.
    triangles: Vec<TaggedTriangle>,
}

fn contest(args: &DuelArgs, tree: &TreeArgs, progress: &Arc<Progress>) -> Result<Outcome, CliError> {
    let found = load_level(&args.level, &tree.load_options(), None, progress).map_err(OpenError::from)?;
    let (level, given) = found.into_level();
    let params = tree.apply_to(&given.unwrap_or_else(CompileParams::quick));
    let seed = tree.seed.unwrap_or(SEED);
    let contestants = contestants(args, tree, &level, seed);
    let ground =
        DuelLevel::new(level, &params, progress).map_err(|error| OpenError::compile(&args.level, error))?;
    let cancelled = |error: Cancelled| OpenError::compile(&args.level, error);
    let queries = Queries::new(&ground, args.samples as usize, seed, progress).map_err(cancelled)?;
    let mut without = Vec::new();
    let rows = duel::run_duel(&ground, &contestants, &queries, progress, |event| {
        if let Event::Fails(contestant, error) = event {
            without.push(format!("{contestant}: {error}"));
        }
    });
    let rows = rows.map_err(cancelled)?;
    if args.rules.is_empty() {
        for reason in without.drain(..) {
            note(&text!("usage-left-out", reason));
        }
    }
    Ok(Outcome {
        rows,
        count: queries.count(),
        radius: queries.radius,
        failed: without,
        triangles: ground.triangles,
    })
}

/// Prints a note to standard error. Ignores write errors, so that a closed standard error does not stop the command.
fn note(text: &str) {
    let _ = writeln!(io::stderr(), "bspwalk: {text}");
}

/// Returns the contestants: the named or default ones, and those given by `--with`, `--rule` and `--leaf-rule`. Applies
/// the weights and the seed of the arguments.
fn contestants(args: &DuelArgs, tree: &TreeArgs, level: &Level, seed: u64) -> Vec<Contestant> {
    let mut all = args.rules.clone();
    if all.is_empty() {
        all = Contestant::usual(level);
    }
    all.extend(&args.with);
    all.extend(tree.rule.map(BuildParams::preset).map(Contestant::Nodes));
    all.extend(
        tree.leaves
            .leaf_rule
            .map(LeafParams::preset)
            .map(Contestant::Leaves),
    );
    if args.rules.is_empty() {
        let slow = Contestant::all(level)
            .into_iter()
            .filter(|one| !all.contains(one));
        let slow: Vec<String> = slow.map(|one| one.to_string()).collect();
        if !slow.is_empty() {
            note(&text!("usage-duel-long", names = slow.join(text!("text-list"))));
        }
    }
    with_arguments(&all, tree, seed)
}

/// Applies the weights of the arguments and the seed to the contestants. Removes duplicates.
pub(super) fn with_arguments(all: &[Contestant], tree: &TreeArgs, seed: u64) -> Vec<Contestant> {
    let mut once = Vec::with_capacity(all.len());
    for &(mut contestant) in all {
        if let (Contestant::Nodes(_), Some([cut, unbalance])) = (contestant, contestant.weights()) {
            contestant = contestant.with_weights([
                tree.cut_weight.unwrap_or(cut),
                tree.unbalance_weight.unwrap_or(unbalance),
            ]);
        }
        let contestant = contestant.with_seed(seed);
        if !once.contains(&contestant) {
            once.push(contestant);
        }
    }
    once
}

/// Formats the tables, the notes on the measurement, and the verdict.
fn text(rows: &[Row], count: usize, radius: f32) -> String {
    let is_of_tree = |column: &Column| column.title()[0].is_empty();
    let (of_trees, of_queries): (Vec<Column>, Vec<Column>) = Column::ALL.into_iter().partition(is_of_tree);
    let mut text = format!("{}\n{}\n", table(rows, &of_trees), table(rows, &of_queries));
    if rows.iter().any(|row| row.figures.kinds.is_some()) {
        text += &format!("{}\n", table(rows, &Column::SPLITS));
    }
    if rows.iter().any(|row| !row.levels.is_empty()) {
        text += &format!("{}\n", depths(rows));
    }
    text += &text!(
        "report-duel-measured",
        count,
        radius,
        why = text!("duel-cost-and-visits")
    );
    if let Some(verdict) = duel::verdict(rows) {
        text += &format!("{verdict}\n");
    }
    text
}

/// Formats a table with the given columns.
fn table(rows: &[Row], shown: &[Column]) -> String {
    let names = rows.iter().map(|row| row.contestant.title());
    let mut columns = vec![column(["", text!("report-duel-rule")], names)];
    for figure in shown {
        let best = figure.best(rows);
        let cells = rows.iter().enumerate().map(|(index, row)| {
            let mark = if best == Some(index) { "*" } else { "" };
            format!("{mark}{}", figure.text(row))
        });
        columns.push(column(figure.title(), cells));
    }
    aligned(&columns)
}

/// Formats the number of nodes at each of the first few depths, for all trees.
fn depths(rows: &[Row]) -> String {
    let trees = rows.iter().filter(|row| row.has_tree());
    let names = trees.clone().map(|row| row.contestant.title());
    let mut columns = vec![column(["", text!("report-duel-rule")], names)];
    for depth in 0..LEVELS {
        let counts = trees.clone().map(|row| match row.figures.depths.get(depth) {
            Some(&nodes) => words::count(nodes),
            None => "–".to_owned(),
        });
        columns.push(column([text!("report-duel-depths"), &depth.to_string()], counts));
    }
    aligned(&columns)
}

/// Returns a column of a table with its group heading and its own heading.
pub(super) fn column(headings: [&str; 2], cells: impl Iterator<Item = String>) -> Vec<String> {
    headings.map(str::to_owned).into_iter().chain(cells).collect()
}

/// Aligns the columns of a table.
pub(super) fn aligned(columns: &[Vec<String>]) -> String {
    let count = columns.first().map_or(0, Vec::len);
    let has_kinds = columns.iter().any(|column| !column[0].is_empty());
    let mut text = String::new();
    for line in usize::from(!has_kinds)..count {
        let mut row = String::new();
        for (index, column) in columns.iter().enumerate() {
            let width = column.iter().map(|cell| lines::columns(cell)).max().unwrap_or(0);
            // Print a heading that spans several columns only once.
            let repeats = line == 0 && index > 0 && columns[index - 1][0] == column[0];
            let cell = if repeats { "" } else { column[line].as_str() };
            if index == 0 {
                row += &lines::padded(cell, width);
            } else {
                row += &format!("  {}", right(cell, width));
            }
        }
        text += row.trim_end();
        text.push('\n');
    }
    text
}
