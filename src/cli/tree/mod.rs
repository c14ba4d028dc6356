//! `tree`: writes a tree of a level to a file for other programs, or lists the most expensive parts of a level.
//!
//! `args` defines the arguments. `nodes` and `leaves` write the two trees as JSON, using `header` and `places`. `graph`
//! writes them for Graphviz, `subtree` counts the omitted nodes, and `pvs` writes the PVS as an image.
//! `costs` lists the most expensive parts.

pub(super) mod args;
mod costs;
mod graph;
mod header;
mod leaves;
mod nodes;
mod places;
mod pvs;
mod subtree;

use std::io::{self, Write};

use bspwalk_compile::atomic_file;
use bspwalk_progress::Progress;
use bspwalk_session::{Opened, tree_args::TreeArgs};
use bspwalk_text::text;
use bspwalk_trees::{LeafTree, solid_leaf::Pvs};

use self::{
    args::{Format, TreeContent, TreeFileArgs},
    leaves::Leaves,
};
use super::{
    error::CliError,
    open,
    output::{check_writable, not_written},
    portals::no_own_leaves,
    progress_bar,
};

/// Runs `tree`.
pub(super) fn run(args: &TreeFileArgs, tree: &TreeArgs, output: impl Write) -> Result<(), CliError> {
    if let Some(kind) = args.by_cost {
        return costs::run(args, kind, tree, output);
    }
    check_writable(args.output())?;
    let opened = open::open(&args.level, tree)?;
    let (leaves, pvs) = match (args.content(), args.own_tree) {
        (TreeContent::Node, _) => (None, None),
        (_, true) => {
            let own = opened.own_tree()?.ok_or_else(|| no_own_leaves(&opened))?;
            let leaves = Leaves {
                tree: &own.tree,
                own: Some(&own.own_leaves),
            };
            (Some(leaves), own.pvs.as_deref())
        }
        (of, false) => {
            let tree = &opened.leaves()?.tree;
            let pvs = if of == TreeContent::Pvs {
                Some(&*opened.pvs()?.0)
            } else {
                None
            };
            (Some(Leaves { tree, own: None }), pvs)
        }
    };
    if args.content() == TreeContent::Pvs && pvs.is_none() {
        return Err(CliError::Failed(text!("usage-no-own-pvs", name = opened.source)));
    }
    progress_bar::with_progress_bar(|progress| write(args, &opened, (leaves, pvs), progress))
}

/// A tree file for an open level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeFile {
    /// The node-storing tree as JSON.
    Nodes,
    /// The node-storing tree as a graph for Graphviz.
    NodeGraph,
    /// The solid-leaf tree as JSON.
    Leaves,
}

/// Encodes a tree of an open level in the same format as the command `tree`.
///
/// # Errors
/// Returns an error if `progress` is cancelled, or if [`TreeFile::Leaves`] is requested without `leaves`.
pub fn encode(
    file: TreeFile,
    opened: &Opened,
    leaves: Option<&LeafTree>,
    progress: &Progress,
) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let leaves = leaves.map(|tree| Leaves { tree, own: None });
    match (file, leaves) {
        (TreeFile::NodeGraph, _) => {
            graph::write_node_dot(&mut bytes, &opened.level, (&opened.tree, None), progress)?;
        }
        (TreeFile::Leaves, Some(leaves)) => leaves::write(&mut bytes, opened, (leaves, None), progress)?,
        (TreeFile::Leaves, None) => return Err(io::Error::other(text!("saving-no-leaves"))),
        (TreeFile::Nodes, _) => nodes::write(&mut bytes, opened, (&opened.tree, None), progress)?,
    }
    Ok(bytes)
}

fn write(
    args: &TreeFileArgs,
    opened: &Opened,
    (leaves, pvs): (Option<Leaves<'_>>, Option<&Pvs>),
    progress: &Progress,
) -> Result<(), CliError> {
    let (level, depth) = (&*opened.level, args.depth);
    let pvs = pvs.filter(|_| args.content() == TreeContent::Pvs);
    let written = atomic_file::write_with(args.output(), |out| match (args.format(), leaves, pvs) {
        (Format::Png, _, Some(pvs)) => pvs::write(out, pvs, progress),
        (Format::Dot, Some(leaves), _) => graph::write_leaf_dot(out, level, (leaves.tree, depth), progress),
        (Format::Dot, None, _) => graph::write_node_dot(out, level, (&opened.tree, depth), progress),
        (_, Some(leaves), _) => leaves::write(out, opened, (leaves, depth), progress),
        (_, None, _) => nodes::write(out, opened, (&opened.tree, depth), progress),
    });
    written.map_err(|error| not_written(args.output(), error))
}
