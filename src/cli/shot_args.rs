//! The arguments of `shot`.

use std::path::PathBuf;

use bspwalk_session::{LevelName, values::long_help, view_args::ViewArgs};
use bspwalk_text::text;
use bspwalk_trees::BuildParams;
use clap::Args as ClapArgs;

use super::values::{self, PixelSize, level_help};

/// The options of `shot`.
#[derive(Clone, Debug, ClapArgs)]
pub(super) struct ShotOptions {
    #[arg(help = level_help())]
    pub level: LevelName,

    #[arg(
        short, long, value_name = "FILE", value_parser = values::picture(),
        help = text!("option-shot-output"),
    )]
    pub output: PathBuf,

    #[arg(long, value_name = "WxH", default_value = "1280x720", help = text!("option-shot-size"))]
    pub size: PixelSize,

    #[command(flatten)]
    pub at: ViewArgs,

    #[arg(long, value_name = "NAME", help = text!("option-bookmark"))]
    pub bookmark: Option<String>,

    #[arg(
        long, value_name = "RULE", value_parser = values::node_rule, conflicts_with_all = ["select", "select_face", "build_step", "own_tree", "division"],
        help = text!("option-shot-beside"),
        long_help = long_help(text!("option-shot-beside"), text!("option-shot-beside.more")),
    )]
    pub beside: Option<BuildParams>,

    #[arg(
        long, conflicts_with = "beside",
        help = text!("option-shot-with-plan"),
        long_help = long_help(text!("option-shot-with-plan"), text!("option-shot-with-plan.more")),
    )]
    pub with_plan: bool,

    #[arg(
        long, value_name = "FILE.prt", conflicts_with = "beside",
        help = text!("option-shot-portals"),
        long_help = long_help(text!("option-shot-portals"), text!("option-shot-portals.more")),
    )]
    pub portals: Option<PathBuf>,

    #[arg(
        long, value_name = "LEVEL", conflicts_with_all = ["beside", "with_plan"],
        help = text!("option-shot-before"),
        long_help = long_help(text!("option-shot-before"), text!("option-shot-before.more")),
    )]
    pub before: Option<LevelName>,

    #[arg(
        long, value_name = "FILE", conflicts_with_all = ["beside", "with_plan"],
        help = text!("option-shot-csv"),
        long_help = long_help(text!("option-shot-csv"), text!("option-shot-csv.more")),
    )]
    pub csv: Option<PathBuf>,

    #[arg(long, conflicts_with_all = ["beside", "with_plan"], help = text!("option-shot-json"))]
    pub json: bool,

    #[arg(long, conflicts_with = "beside", help = text!("option-shot-legend"))]
    pub legend: bool,
}

impl ShotOptions {
    /// Creates options for a view of a level, with defaults for everything else.
    pub(super) fn of_view(level: LevelName, size: PixelSize, at: ViewArgs) -> Self {
        Self {
            level,
            output: PathBuf::new(),
            size,
            at,
            bookmark: None,
            beside: None,
            with_plan: false,
            portals: None,
            before: None,
            csv: None,
            json: false,
            legend: false,
        }
    }

    /// Returns the vector format; `None` for a pixel image.
    pub(super) fn vector_format(&self) -> Option<VectorFormat> {
        let extension = self.output.extension()?;
        let formats = [("svg", VectorFormat::Svg), ("pdf", VectorFormat::Pdf)];
        let mut formats = formats.into_iter();
        formats.find_map(|(name, format)| extension.eq_ignore_ascii_case(name).then_some(format))
    }

    /// Returns whether the values of the heat map are requested as numbers.
    pub(super) fn has_figures(&self) -> bool {
        self.csv.is_some() || self.json
    }
}

/// A vector graphics format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VectorFormat {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Document Format.
    Pdf,
}
