//! `diff`: compares two levels and their trees.

use std::io::Write;

use bspwalk_explain::difference::Difference;
use bspwalk_progress::Cancelled;
use bspwalk_session::tree_args::TreeArgs;
use bspwalk_text::text;

use super::{
    args::DiffArgs,
    diff_report::{Compared, DiffReport},
    error::CliError,
    progress_bar, report,
};

/// Runs `diff`.
pub(super) fn run(args: &DiffArgs, tree: &TreeArgs, output: impl Write) -> Result<(), CliError> {
    let own_trees = args.own_trees();
    let before = Compared::open(&args.before, own_trees[0], args, tree)?;
    let after = Compared::open(&args.after, own_trees[1], args, tree)?;
    let difference =
        progress_bar::with_progress_bar(|progress| Difference::new(before.side(), after.side(), progress))
            .map_err(|Cancelled| CliError::Failed(text!("usage-comparison-cancelled").to_owned()))?;
    let report = DiffReport::of([&before, &after], &difference, own_trees);
    report::write(&report, args.json, output)
}
