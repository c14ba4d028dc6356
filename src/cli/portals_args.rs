//! The arguments of `portals`.

use std::path::PathBuf;

use bspwalk_levels::portal_file::Dialect;
use bspwalk_session::{LevelName, values::one_of};
use clap::Args as ClapArgs;

use super::values;

pub(super) const PORTALS_HELP: &str = "\
Examples:
  bspwalk portals castle.map                          how many portals there are
  bspwalk portals castle.map -o castle.prt            as a portal file, for vis and TrenchBroom
  bspwalk portals castle.bsp --own-tree -o own.prt    those of the tree in the file
  bspwalk portals castle.map --compare qbsp.prt       what qbsp's portals and ours have in common
  bspwalk shot castle.map -o both.png --portals qbsp.prt --view model

A portal file is in the source's units and axes. PRT1 is qbsp's; PRT1-AM and PRT2 (tyrutils, ericw-tools) also say
in which cluster each leaf is. Detail divides no leaf of our tree, so that each leaf is a cluster of its own. With
--own-tree leaves and clusters have the numbers of the .bsp file.

Portals are compared by where they are, never by their numbers. Two are the same where they lie on one plane, to 2.5 mm
or twice the thickness of the tree's planes, and have 95 % of the larger one's area in common. What is covered by less
than 5 % is in one of both alone; the rest is in part: it is divided otherwise there.";

/// The arguments of `portals`.
#[derive(Debug, ClapArgs)]
pub(super) struct PortalsArgs {
    #[arg(help = values::level_help())]
    pub(super) level: LevelName,

    /// Write the portals as a portal file; a file that is there is replaced.
    #[arg(short, long, value_name = "FILE.prt", value_parser = values::prt())]
    pub(super) output: Option<PathBuf>,

    /// How the portal file is written.
    #[arg(long, value_name = "NAME", default_value = "prt1", value_parser = one_of(&Dialect::ALL, Dialect::name, description))]
    pub(super) dialect: Dialect,

    /// Compare the portals with those of this portal file, in any dialect.
    #[arg(long, value_name = "FILE.prt")]
    pub(super) compare: Option<PathBuf>,

    /// Take the portals of the tree that a compiled level (.bsp) brings rather than of the one that is built here.
    #[arg(long)]
    pub(super) own_tree: bool,

    /// Print one JSON document and nothing else.
    #[arg(long)]
    pub(super) json: bool,
}

fn description(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Prt1 => "qbsp's, and qbsp3's of Quake II: portals alone",
        Dialect::Prt1Am => "Malmberg's: the cluster of each leaf follows",
        Dialect::Prt2 => "of tyrutils and ericw-tools: the leaves of each cluster follow",
    }
}
