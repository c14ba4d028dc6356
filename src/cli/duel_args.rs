//! The arguments of `duel`.

use std::{ops::RangeInclusive, path::PathBuf};

use bspwalk_explain::duel::{self, Contestant};
use bspwalk_session::LevelName;
use clap::Args as ClapArgs;

use super::values::{self, level_help};

pub(super) const DUEL_HELP: &str = "\
Examples:
  bspwalk duel hall                                   all rules that build in seconds
  bspwalk duel hall --rules sampled,sampled:4,none    two cut weights, and no tree
  bspwalk duel castle.bsp --rules own,leaf-sampled --csv castle.csv
  bspwalk duel doom1.wad --map E1M1 --split-costs --csv E1M1.csv   segs and subsectors by the cost of a cut

Rules of the node-storing tree are named as for --rule, those of the solid-leaf tree with leaf- before
them, as in leaf-sampled; own is the tree that a compiled level (.bsp) brings, none is no tree: every
query tests every triangle. Weights may follow: RULE:CUT:UNBALANCE. The best in each column has a *.

All are asked the same: casts, contacts and sweeps from random places where people can be. The nodes
visited and the faces looked at are counted, and the same for equal --seed and --samples; times are
medians of what was measured here and now.

Where in the level two rules differ is drawn by
  bspwalk shot LEVEL -o FILE.png --show cost --rule RULE --beside RULE";

/// The arguments of `duel`.
#[derive(Debug, ClapArgs)]
pub(super) struct DuelArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    /// Who takes part, with commas between them; where not said, all that build in seconds in a level of this size.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = values::contestant)]
    pub(super) rules: Vec<Contestant>,

    /// From how many places each kind of query is asked.
    #[arg(long, value_name = "N", default_value_t = duel::SAMPLES, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) samples: u32,

    /// Build the tree with each cost of a cut instead, 1 to 32 where not said, and count segs, subsectors and cuts by kind: beside the
    /// table of elfbsp's --analysis.
    ///
    /// Of a level of DOOM it is the planar tree over its linedefs, of any other the node-storing tree with the cost as its cut weight.
    #[arg(long, value_name = "FROM-TO", num_args = 0..=1, default_missing_value = "1-32", value_parser = values::costs,
        conflicts_with_all = ["rules", "samples"])]
    pub(super) split_costs: Option<RangeInclusive<u32>>,

    /// Print one JSON document and nothing else.
    #[arg(long)]
    pub(super) json: bool,

    /// Write the figures as comma-separated values, too; a file that is there is replaced.
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
}
