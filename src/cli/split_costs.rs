//! `duel --split-costs`: builds the tree of a level with each split cost and compares the results.

use std::{io::Write, ops::RangeInclusive, sync::Arc};

use bspwalk_compile::open::load_level;
use bspwalk_explain::duel::split_costs::{self, SplitPoint, USUAL};
use bspwalk_progress::Progress;
use bspwalk_session::{OpenError, tree_args::TreeArgs};
use bspwalk_text::{text, words::count};
use bspwalk_trees::{BuildParams, Rule};

use super::{
    args::DuelArgs,
    error::CliError,
    output::{print, print_json, write_file},
    progress_bar,
    report::right,
};

/// The results of all split costs.
struct Sweep {
    map_name: String,
    rule: String,
    /// Description of the tree, shown to the user.
    tree: String,
    points: Vec<SplitPoint>,
}

/// Runs `duel --split-costs`.
pub(super) fn run(
    args: &DuelArgs,
    costs: &RangeInclusive<u32>,
    tree: &TreeArgs,
    output: impl Write,
) -> Result<(), CliError> {
    let sweep = progress_bar::with_progress_bar(|progress| sweep(args, costs.clone(), tree, progress))?;
    if sweep.points.is_empty() {
        return Err(CliError::Failed(text!("usage-costs-too-small").to_owned()));
    }
    if let Some(file) = &args.csv {
        let text = split_costs::csv(&sweep.map_name, &sweep.rule, &sweep.points);
        write_file(file, text)?;
    }
    if args.json {
        print_json(&sweep.points, output)
    } else {
        print(&sweep.text(), output)
    }
}

fn sweep(
    args: &DuelArgs,
    costs: RangeInclusive<u32>,
    tree: &TreeArgs,
    progress: &Arc<Progress>,
) -> Result<Sweep, CliError> {
    let found = load_level(&args.level, &tree.load_options(), None, progress).map_err(OpenError::from)?;
    let (level, _) = found.into_level();
    let steps = u64::from(costs.end() - costs.start()) + 1;
    let mut points = Vec::new();
    let mut keep = |point| points.push(point);
    let (rule, what) = match &level.doom_tree {
        Some(doom) => {
            progress.begin(text!("report-costs-building"), steps);
            let done = split_costs::sweep_doom_split_costs(doom, costs, progress, |point| {
                progress.advance(1);
                keep(point);
            });
            done.map_err(|error| OpenError::compile(&args.level, error))?;
            ("planar".to_owned(), text!("report-costs-planar").to_owned())
        }
        None => {
            let rule = tree.rule.unwrap_or(Rule::FewestCuts);
            let params = BuildParams::preset(rule);
            let triangles = level.solid_triangles();
            let done = split_costs::sweep_triangle_split_costs(&triangles, &params, costs, progress, keep);
            done.map_err(|error| OpenError::compile(&args.level, error))?;
            let what = text!("report-costs-nodes", rule = rule.name());
            (rule.name().to_owned(), what)
        }
    };
    Ok(Sweep {
        map_name: level.name.clone(),
        rule,
        tree: what,
        points,
    })
}

impl Sweep {
    /// Formats the table.
    fn text(&self) -> String {
        let mut text = text!(
            "report-costs",
            level = bspwalk_text::words::printable(&self.map_name),
            tree = self.tree
        );
        let cells = |cells: [String; 10]| {
            let mut line = String::new();
            for (cell, width) in cells.iter().zip([4, 9, 12, 9, 6, 6, 8, 9, 8, 10]) {
                line += &right(cell, width);
            }
            line + "\n"
        };
        // The two lines of each column title.
        let titles = [
            ["", text!("report-costs-cost")],
            ["", text!("row-segs")],
            ["", text!("row-subsectors")],
            ["", text!("row-nodes")],
            [text!("report-costs-left"), text!("row-depth")],
            [text!("report-costs-right"), text!("row-depth")],
            [text!("report-costs-axial"), text!("row-planes")],
            [text!("report-costs-splits"), ""],
            [text!("report-costs-axial"), text!("row-faces")],
            [text!("report-costs-diagonal"), text!("row-faces")],
        ];
        for line in [0, 1] {
            text += &cells(titles.map(|title: [&str; 2]| title[line].to_owned()));
        }
        let number = |number: u32| count(number);
        for point in &self.points {
            let kinds = &point.kinds;
            text += &cells([
                point.split_cost.to_string(),
                number(point.segs),
                number(point.subsectors),
                number(point.nodes),
                number(point.size_left),
                number(point.size_right),
                kinds
                    .axial_share()
                    .map_or_else(|| "–".to_owned(), |share| format!("{:.0} %", share * 100.0)),
                number(kinds.splits()),
                number(kinds.axial_splits),
                number(kinds.diagonal_splits),
            ]);
        }
        let fewest = self.points.iter().min_by_key(|point| point.segs);
        if let (Some(fewest), Some(usual)) =
            (fewest, self.points.iter().find(|point| point.split_cost == USUAL))
        {
            text += &text!(
                "report-costs-fewest",
                segs = number(fewest.segs),
                cost = fewest.split_cost,
                usual = USUAL,
                segs_usual = number(usual.segs)
            );
        }
        text
    }
}
