//! `diff`: compares two levels and their trees.

use std::{io::Write, sync::Arc};

use bspwalk_explain::difference::{Difference, Side};
use bspwalk_progress::Cancelled;
use bspwalk_session::{LevelName, Opened, tree_args::TreeArgs};
use bspwalk_text::text;
use bspwalk_trees::{LeafTree, solid_leaf::Pvs};
use clap::{Args as ClapArgs, ValueEnum};

use super::{diff_report::DiffReport, error::CliError, open, progress_bar, report, values};

/// Sides whose solid-leaf tree is read from the file instead of being built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OwnTrees {
    #[value(help = text!("option-value-own-tree-both"))]
    Both,
    #[value(help = text!("option-value-own-tree-before"))]
    Before,
    #[value(help = text!("option-value-own-tree-after"))]
    After,
}

/// The arguments of `diff`.
#[derive(Debug, ClapArgs)]
pub(super) struct DiffArgs {
    #[arg(help = values::level_help())]
    pub(super) before: LevelName,

    #[arg(help = text!("option-diff-after"))]
    pub(super) after: LevelName,

    #[arg(
        long, num_args = 0..=1, require_equals = true, default_value = "true", default_missing_value = "true", value_name = "true|false",
        help = text!("option-diff-pvs"),
    )]
    pub(super) pvs: bool,

    #[arg(
        long, num_args = 0..=1, require_equals = true, default_missing_value = "both", value_name = "both|before|after", value_enum,
        help = text!("option-diff-own-tree"),
    )]
    pub(super) own_tree: Option<OwnTrees>,

    #[arg(long, help = text!("option-json"))]
    pub(super) json: bool,
}

impl DiffArgs {
    /// Returns for each side whether its solid-leaf tree is read from the file.
    pub(super) fn own_trees(&self) -> [bool; 2] {
        let is = |one| self.own_tree == Some(OwnTrees::Both) || self.own_tree == Some(one);
        [is(OwnTrees::Before), is(OwnTrees::After)]
    }
}

/// A level to compare.
pub(super) struct Compared {
    pub(super) opened: Opened,
    pub(super) leaves: Arc<LeafTree>,
    pub(super) pvs: Option<Arc<Pvs>>,
    /// Computation time of the PVS in milliseconds, if it was computed.
    pub(super) pvs_ms: Option<f64>,
}

impl Compared {
    /// Opens a level with the trees to compare.
    pub(super) fn open(
        name: &LevelName,
        is_own: bool,
        args: &DiffArgs,
        tree: &TreeArgs,
    ) -> Result<Self, CliError> {
        let opened = open::open(name, tree)?;
        if is_own {
            let Some(own) = opened.own_tree()? else {
                return Err(CliError::Failed(text!("usage-no-own-leaves", name)));
            };
            let (leaves, pvs) = (Arc::clone(&own.tree), own.pvs.clone().filter(|_| args.pvs));
            return Ok(Self {
                opened,
                leaves,
                pvs,
                pvs_ms: None,
            });
        }
        let leaves = Arc::clone(&opened.leaves()?.tree);
        let pvs = if args.pvs {
            Some(opened.pvs()?.clone())
        } else {
            None
        };
        let (pvs, pvs_ms) = pvs.unzip();
        Ok(Self {
            opened,
            leaves,
            pvs,
            pvs_ms,
        })
    }

    /// Returns this side of the comparison.
    pub(super) fn side(&self) -> Side<'_> {
        Side {
            level: &self.opened.level,
            nodes: &self.opened.tree,
            leaves: &self.leaves,
            pvs: self.pvs.as_deref(),
        }
    }
}

/// Runs `diff`.
pub(super) fn run(args: &DiffArgs, tree: &TreeArgs, output: impl Write) -> Result<(), CliError> {
    let own_trees = args.own_trees();
    let before = Compared::open(&args.before, own_trees[0], args, tree)?;
    let after = Compared::open(&args.after, own_trees[1], args, tree)?;
    let difference = progress_bar::shown(|progress| Difference::new(before.side(), after.side(), progress))
        .map_err(|Cancelled| CliError::Failed(text!("usage-comparison-cancelled").to_owned()))?;
    let report = DiffReport::of([&before, &after], &difference, own_trees);
    report::write(&report, args.json, output)
}
