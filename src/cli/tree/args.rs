//! The arguments of `tree`.

use std::path::{Path, PathBuf};

use bspwalk_session::LevelName;
use clap::{Args as ClapArgs, ValueEnum};

use crate::cli::values;

pub(in crate::cli) const HELP: &str = "\
Examples:
  bspwalk tree hall -o hall.json              the node-storing tree: nodes, planes, faces
  bspwalk tree hall --of leaf -o leaves.json  the solid-leaf tree: nodes, leaves, portals
  bspwalk tree hall --depth 5 -o hall.dot     its first five depths, for Graphviz:
  dot -Tsvg hall.dot -o hall.svg
  bspwalk tree hall -o pvs.png                the PVS as a picture of 1 bit a pixel

JSON is one document; each node, leaf and portal stands on a line of its own, under the number by which
the window and --select name it. Points are [x,y,z] in metres, Y up, in the space of the level's file. A
plane is n·x + d = 0 with unit normal n: a point is in front where n·x + d is 0 or greater. `face` counts the
triangles of the file from 0; a face that is a `fragment` was cut. In the solid-leaf tree, triangles that were
merged into one polygon have the number of the first. `format` and `version` say how the file is to be read;
within a version, keys are only ever added.

With --depth the nodes below are left out: `cut_off` has the root of each subtree that is missing, with how many
nodes, leaves and faces it has.

In the picture of the PVS, row y and column x are the leaves of these numbers, from the upper left corner;
leaf 0 is the outside. A pixel is white where leaf x may be seen from leaf y; a solid leaf sees itself alone.

The file is written whole or not at all.";

/// What of a level's trees is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Of {
    /// The node-storing tree.
    Node,
    /// The solid-leaf tree.
    Leaf,
    /// The potentially visible set.
    Pvs,
}

/// The format of the file.
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

    /// Where the tree goes, as JSON or for Graphviz, or the PVS as PNG; a file that is there is replaced.
    #[arg(short, long, value_name = "FILE.json|FILE.dot|FILE.png", value_parser = values::tree_file())]
    pub(super) output: PathBuf,

    /// What is written; where not said, the node-storing tree, and of PNG the PVS.
    #[arg(long, value_name = "NAME", value_enum)]
    of: Option<Of>,

    /// Write the nodes of the first N depths alone, and of what is below the counts. The root is the first depth.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) depth: Option<u32>,
}

impl TreeFileArgs {
    /// The format, by the ending of the file's name.
    pub(super) fn format(&self) -> Format {
        let has = |ending: &str| {
            let extension = Path::extension(&self.output);
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

    /// What is written.
    pub(super) fn of(&self) -> Of {
        self.of.unwrap_or(match self.format() {
            Format::Png => Of::Pvs,
            Format::Json | Format::Dot => Of::Node,
        })
    }

    /// Why the arguments do not go together, in a sentence.
    pub(in crate::cli) fn conflict(&self) -> Option<&'static str> {
        match (self.of(), self.format()) {
            (Of::Pvs, Format::Json | Format::Dot) => {
                Some("the PVS is written as PNG: end the name of its file in .png")
            }
            (Of::Node | Of::Leaf, Format::Png) => {
                Some("a tree is written as JSON or for Graphviz: end the name of its file in .json or .dot")
            }
            (Of::Pvs, Format::Png) if self.depth.is_some() => {
                Some("--depth is about a tree: the PVS has no depths")
            }
            _ => None,
        }
    }
}
