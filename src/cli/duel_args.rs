//! The arguments of `duel`.

use std::{ops::RangeInclusive, path::PathBuf};

use bspwalk_explain::duel::{self, Contestant};
use bspwalk_session::{LevelName, values::long_help};
use bspwalk_text::text;
use clap::Args as ClapArgs;

use super::values::{self, level_help};

/// The arguments of `duel`.
#[derive(Debug, ClapArgs)]
pub(super) struct DuelArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    #[arg(
        long, value_name = "NAMES", value_delimiter = ',', value_parser = values::contestant,
        help = text!("option-duel-rules"),
    )]
    pub(super) rules: Vec<Contestant>,

    #[arg(
        long, value_name = "N", default_value_t = duel::SAMPLES, value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        help = text!("option-duel-samples"),
    )]
    pub(super) samples: u32,

    #[arg(long, value_name = "FROM-TO", num_args = 0..=1, default_missing_value = "1-32", value_parser = values::costs,
        conflicts_with_all = ["rules", "samples"], help = text!("option-duel-split-costs"), long_help = long_help(text!("option-duel-split-costs"), text!("option-duel-split-costs.more")))]
    pub(super) split_costs: Option<RangeInclusive<u32>>,

    #[arg(long, help = text!("option-json"))]
    pub(super) json: bool,

    #[arg(long, value_name = "FILE", help = text!("option-duel-csv"))]
    pub(super) csv: Option<PathBuf>,
}
