//! The arguments of `sheet`.

use std::path::PathBuf;

use bspwalk_session::{LevelName, view_args::ViewArgs};
use clap::Args as ClapArgs;

use crate::cli::values::{self, PixelSize, level_help};

pub(in crate::cli) const SHEET_HELP: &str = "\
Examples:
  bspwalk sheet hall -o hall.html                            all of the level on one page
  bspwalk sheet castle.obj -o castle.html --eye 0,1.7,4 --look 30,-10 --show portals
  bspwalk sheet three_rooms -o exam.html --questions 20 --samples 0

The page is one file that needs no network: pictures, films, the tree, questions with answers, the duel.
Tab goes from one to the next; in a film the arrow keys step, Home and End go to its ends, Space plays it,
Enter goes on. Without scripts all steps and answers can be read, and the page can be printed.

For slides, as of reveal.js, hall.html#only=build shows one part alone: level, division, build, cast,
contacts, sweep, tree, questions, answers, duel. Keys that no film needs go to the slides.

The page stays below 2 MB: where a film has more steps, some are left out, and the page says which.";

/// The arguments of `sheet`.
#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct SheetArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    /// Where the page goes; a file that is there is replaced.
    #[arg(short, long, value_name = "FILE.html", value_parser = values::page())]
    pub(super) output: PathBuf,

    /// What the first picture shows, and from where; the queries of the films start there.
    #[command(flatten)]
    pub(super) at: ViewArgs,

    /// Size of the pictures of the films in pixels; smaller where they have no room.
    #[arg(long, value_name = "WxH", default_value = "960x540")]
    pub(super) size: PixelSize,

    /// How many questions are asked; fewer where the level has no more.
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(super) questions: u32,

    /// From how many places the duel asks each kind of query; 0 leaves the duel out.
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(super) samples: u32,
}
