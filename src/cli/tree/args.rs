//! The arguments of `tree`.

use std::path::{Path, PathBuf};

use bspwalk_explain::expensive::{Order, PartKind};
use bspwalk_session::{
    LevelName,
    values::{long_help, names_parser},
};
use bspwalk_text::text;
use clap::{Args as ClapArgs, ValueEnum};

use crate::cli::values;

/// Data to write: one of the trees, or the PVS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TreeContent {
    #[value(help = text!("option-value-of-node"))]
    Node,
    #[value(help = text!("option-value-of-leaf"))]
    Leaf,
    #[value(help = text!("option-value-of-pvs"))]
    Pvs,
}

/// File format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Format {
    Json,
    Dot,
    Png,
}

/// The arguments of `tree`.
#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct TreeFileArgs {
    #[arg(help = values::level_help())]
    pub(super) level: LevelName,

    #[arg(
        short, long, value_name = "FILE.json|FILE.dot|FILE.png", value_parser = values::tree_file(),
        required_unless_present = "by_cost", help = text!("option-tree-output"),
    )]
    output: Option<PathBuf>,

    #[arg(long, value_name = "NAME", value_enum, help = text!("option-tree-of"))]
    of: Option<TreeContent>,

    #[arg(
        long,
        help = text!("option-tree-own-tree"),
        long_help = long_help(text!("option-tree-own-tree"), text!("option-tree-own-tree.more")),
    )]
    pub(super) own_tree: bool,

    #[arg(
        long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..),
        help = text!("option-tree-depth"),
    )]
    pub(super) depth: Option<u32>,

    #[arg(
        long, value_name = "NAME", value_parser = names_parser(&PartKind::ALL, PartKind::name, PartKind::description),
        conflicts_with_all = ["output", "of", "own_tree", "depth"], help = text!("option-tree-by-cost"),
    )]
    pub(super) by_cost: Option<PartKind>,

    #[arg(long, value_name = "N", default_value_t = 20, help = text!("option-tree-top"))]
    pub(super) top: u32,

    #[arg(
        long, value_name = "NAME", default_value = "cost", value_parser = names_parser(&Order::ALL, Order::name, Order::title),
        help = text!("option-tree-order"),
    )]
    pub(super) order: Order,

    #[arg(long, value_name = "TEXT", requires = "by_cost", help = text!("option-tree-search"))]
    pub(super) search: Option<String>,

    #[arg(long, requires = "by_cost", help = text!("option-json"))]
    pub(super) json: bool,
}

impl TreeFileArgs {
    /// Returns the path of the output file. It is empty if no file is written.
    pub(super) fn output(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new(""))
    }

    /// Returns the file format, based on the file extension.
    pub(super) fn format(&self) -> Format {
        let has = |ending: &str| {
            let extension = self.output().extension();
            extension.is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
        };
        if has("png") {
            Format::Png
        } else if has("json") {
            Format::Json
        } else {
            Format::Dot
        }
    }

    /// Returns which data to write. The default depends on the file format.
    pub(super) fn content(&self) -> TreeContent {
        self.of.unwrap_or(match self.format() {
            Format::Png => TreeContent::Pvs,
            Format::Json | Format::Dot if self.own_tree => TreeContent::Leaf,
            Format::Json | Format::Dot => TreeContent::Node,
        })
    }

    /// Returns a sentence about incompatible arguments, if there are any.
    pub(in crate::cli) fn conflict(&self) -> Option<&'static str> {
        match (self.content(), self.format()) {
            (TreeContent::Pvs, Format::Json | Format::Dot) => Some(text!("usage-pvs-png")),
            (TreeContent::Node | TreeContent::Leaf, Format::Png) => Some(text!("usage-tree-text")),
            (TreeContent::Node, _) if self.own_tree => Some(text!("usage-own-node-tree")),
            (TreeContent::Pvs, Format::Png) if self.depth.is_some() => Some(text!("usage-pvs-depth")),
            _ => None,
        }
    }
}
