//! The arguments of `diff`.

use bspwalk_session::LevelName;
use bspwalk_text::text;
use clap::{Args as ClapArgs, ValueEnum};

use super::values;

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
