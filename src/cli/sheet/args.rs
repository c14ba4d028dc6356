//! The arguments of `sheet`.

use std::path::PathBuf;

use bspwalk_session::{LevelName, view_args::ViewArgs};
use bspwalk_text::text;
use clap::Args as ClapArgs;

use crate::cli::values::{self, PixelSize, level_help};

/// The arguments of `sheet`.
#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct SheetArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    #[arg(short, long, value_name = "FILE.html", value_parser = values::page(), help = text!("option-sheet-output"))]
    pub(super) output: PathBuf,

    /// View of the first picture. The queries of the films start at its eye.
    #[command(flatten)]
    pub(super) at: ViewArgs,

    #[arg(long, value_name = "WxH", default_value = "960x540", help = text!("option-sheet-size"))]
    pub(super) size: PixelSize,

    #[arg(
        long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(0..=100),
        help = text!("option-sheet-questions"),
    )]
    pub(super) questions: u32,

    #[arg(
        long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u32).range(0..=100_000),
        help = text!("option-sheet-samples"),
    )]
    pub(super) samples: u32,
}
