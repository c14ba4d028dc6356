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
    /// An OBJ file, a compiled level or a built-in one.
    #[arg(help = level_help())]
    pub level: LevelName,

    /// Output file: `.png` for pixels, `.svg` or `.pdf` for vectors. An existing file is replaced.
    #[arg(
        short, long, value_name = "FILE", value_parser = values::picture(),
        help = text!("option-shot-output"),
    )]
    pub output: PathBuf,

    /// Size of the picture in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720", help = text!("option-shot-size"))]
    pub size: PixelSize,

    /// What is looked at, and from where.
    #[command(flatten)]
    pub at: ViewArgs,

    /// What is looked at as a bookmark of the level has it; what other options say of the view wins.
    #[arg(long, value_name = "NAME", help = text!("option-bookmark"))]
    pub bookmark: Option<String>,

    /// Show what queries cost in two trees side by side: at the left the tree of --rule, at the right that of this rule. Weights may follow,
    /// RULE:CUT:UNBALANCE.
    #[arg(
        long, value_name = "RULE", value_parser = values::node_rule, conflicts_with_all = ["select", "select_face", "build_step", "own_tree", "division"],
        help = text!("option-shot-beside"),
        long_help = long_help(text!("option-shot-beside"), text!("option-shot-beside.more")),
    )]
    pub beside: Option<BuildParams>,

    /// Show the plan beside what the eye sees, with the lines of the selected node's plane and of the root's; arrows point to their fronts.
    #[arg(
        long, conflicts_with = "beside",
        help = text!("option-shot-with-plan"),
        long_help = long_help(text!("option-shot-with-plan"), text!("option-shot-with-plan.more")),
    )]
    pub with_plan: bool,

    /// Show the portals of a portal file (.prt) of Quake's compilers beside those of the tree: which both have, and which only one has.
    #[arg(
        long, value_name = "FILE.prt", conflicts_with = "beside",
        help = text!("option-shot-portals"),
        long_help = long_help(text!("option-shot-portals"), text!("option-shot-portals.more")),
    )]
    pub portals: Option<PathBuf>,

    /// Show what came since this level, and what is gone: faces, portals, and in the model leaves. It is read and built with the same
    /// options.
    #[arg(
        long, value_name = "LEVEL", conflicts_with_all = ["beside", "with_plan"],
        help = text!("option-shot-before"),
        long_help = long_help(text!("option-shot-before"), text!("option-shot-before.more")),
    )]
    pub before: Option<LevelName>,

    /// Write the figure of each pixel as comma-separated values, too, where --show takes cost, tests, slide-cost, leaves-seen or
    /// faces-drawn; a file that is there is replaced.
    #[arg(
        long, value_name = "FILE", conflicts_with_all = ["beside", "with_plan"],
        help = text!("option-shot-csv"),
        long_help = long_help(text!("option-shot-csv"), text!("option-shot-csv.more")),
    )]
    pub csv: Option<PathBuf>,

    /// Print the sum, the mean, the greatest and how many pixels have which figure, of the same, as one JSON document.
    #[arg(long, conflicts_with_all = ["beside", "with_plan"], help = text!("option-shot-json"))]
    pub json: bool,

    /// Draw the legends of the shown overlays and films in the upper left corner.
    #[arg(long, conflicts_with = "beside", help = text!("option-shot-legend"))]
    pub legend: bool,
}

impl ShotOptions {
    /// A view of a level with default options.
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

    /// The format of a picture of vectors; `None` for one of pixels.
    pub(super) fn vector_format(&self) -> Option<VectorFormat> {
        let extension = self.output.extension()?;
        let formats = [("svg", VectorFormat::Svg), ("pdf", VectorFormat::Pdf)];
        let mut formats = formats.into_iter();
        formats.find_map(|(name, format)| extension.eq_ignore_ascii_case(name).then_some(format))
    }

    /// Whether the figures that colour the picture are asked for.
    pub(super) fn has_figures(&self) -> bool {
        self.csv.is_some() || self.json
    }
}

/// The format of a picture of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VectorFormat {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Document Format.
    Pdf,
}
