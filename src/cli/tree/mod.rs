//! `tree`: a tree of a level as a file, for other programs.
//!
//! `args` are its arguments; `nodes` and `leaves` the documents of the two trees, with `header` and `places`; `graph` the same for Graphviz; `subtree` counts what is left out; `pvs` is the picture of the PVS.

pub(super) mod args;
mod graph;
mod header;
mod leaves;
mod nodes;
mod places;
mod pvs;
mod subtree;

use bspwalk_compile::atomic_file;
use bspwalk_progress::Progress;
use bspwalk_session::{Opened, tree_args::TreeArgs};

use self::args::{Format, Of, TreeFileArgs};
use super::{error::CliError, open, progress_bar, shot::check_writable};

/// Runs `tree`.
pub(super) fn run(args: &TreeFileArgs, tree: &TreeArgs) -> Result<(), CliError> {
    check_writable(&args.output)?;
    let opened = open::open(&args.level, tree)?;
    let leaves = match args.of() {
        Of::Node => None,
        Of::Leaf | Of::Pvs => Some(opened.leaves()?),
    };
    if args.of() == Of::Pvs {
        opened.pvs()?;
    }
    let leaves = leaves.map(|leaves| &*leaves.tree);
    progress_bar::shown(|progress| write(args, &opened, leaves, progress))
}

fn write(
    args: &TreeFileArgs,
    opened: &Opened,
    leaves: Option<&bspwalk_trees::LeafTree>,
    progress: &Progress,
) -> Result<(), CliError> {
    let (level, depth) = (&*opened.level, args.depth);
    let pvs = opened.built_pvs().filter(|_| args.of() == Of::Pvs);
    let written = atomic_file::write_by(&args.output, |out| match (args.format(), leaves, pvs) {
        (Format::Png, _, Some(pvs)) => pvs::write(out, pvs, progress),
        (Format::Dot, Some(tree), _) => graph::of_leaves(out, level, (tree, depth), progress),
        (Format::Dot, None, _) => graph::of_nodes(out, level, (&opened.tree, depth), progress),
        (_, Some(tree), _) => leaves::write(out, opened, (tree, depth), progress),
        (_, None, _) => nodes::write(out, opened, (&opened.tree, depth), progress),
    });
    written.map_err(|error| CliError::NotWritten {
        path: args.output.clone(),
        error,
    })
}
