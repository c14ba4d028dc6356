//! The arguments of `portals`.

use std::path::PathBuf;

use bspwalk_levels::portal_file::Dialect;
use bspwalk_session::{LevelName, values::one_of};
use bspwalk_text::text;
use clap::Args as ClapArgs;

use super::values;

/// The arguments of `portals`.
#[derive(Debug, ClapArgs)]
pub(super) struct PortalsArgs {
    #[arg(help = values::level_help())]
    pub(super) level: LevelName,

    #[arg(short, long, value_name = "FILE.prt", value_parser = values::prt(), help = text!("option-portals-output"))]
    pub(super) output: Option<PathBuf>,

    #[arg(
        long, value_name = "NAME", default_value = "prt1", value_parser = one_of(&Dialect::ALL, Dialect::name, description),
        help = text!("option-portals-dialect"),
    )]
    pub(super) dialect: Dialect,

    #[arg(long, value_name = "FILE.prt", help = text!("option-portals-compare"))]
    pub(super) compare: Option<PathBuf>,

    #[arg(long, help = text!("option-portals-own-tree"))]
    pub(super) own_tree: bool,

    #[arg(long, help = text!("option-json"))]
    pub(super) json: bool,
}

fn description(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Prt1 => text!("option-dialect-prt1"),
        Dialect::Prt1Am => text!("option-dialect-prt1-am"),
        Dialect::Prt2 => text!("option-dialect-prt2"),
    }
}
