//! `diff`: compares two levels and their trees.

use std::io::Write;

use bspwalk_explain::difference::Difference;
use bspwalk_session::tree_args::TreeArgs;

use super::{
    args::DiffArgs,
    diff_report::{Compared, DiffReport, comparison_cancelled},
    error::CliError,
    open, progress_bar, report,
};

/// Runs `diff`.
pub(super) fn run(args: &DiffArgs, tree: &TreeArgs, output: impl Write) -> Result<(), CliError> {
    let own_trees = args.own_trees();
    let before = Compared::new(open::open(&args.before, tree)?, own_trees[0], args.pvs)?;
    let after = Compared::new(open::open(&args.after, tree)?, own_trees[1], args.pvs)?;
    let difference =
        progress_bar::with_progress_bar(|progress| Difference::new(before.side(), after.side(), progress))
            .map_err(comparison_cancelled)?;
    let report = DiffReport::of([&before, &after], &difference, own_trees);
    report::write(&report, args.json, output)
}
