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

    /// View.
    #[command(flatten)]
    pub at: ViewArgs,

    /// Start at this bookmark. Other view options override it.
    #[arg(long, value_name = "NAME", help = text!("option-bookmark"))]
    pub bookmark: Option<String>,

    /// Compare the query costs of two trees side by side: the tree of --rule on the left, the tree of this rule on the
    /// right. Weights may follow: RULE:CUT:UNBALANCE.
    #[arg(
        long, value_name = "RULE", value_parser = values::node_rule, conflicts_with_all = ["select", "select_face", "build_step", "own_tree", "division"],
        help = text!("option-shot-beside"),
        long_help = long_help(text!("option-shot-beside"), text!("option-shot-beside.more")),
    )]
    pub beside: Option<BuildParams>,

    /// Show the plan next to the first-person view. Lines mark the planes of the selected node and of the root, with
    /// arrows on their fronts.
    #[arg(
        long, conflicts_with = "beside",
        help = text!("option-shot-with-plan"),
        long_help = long_help(text!("option-shot-with-plan"), text!("option-shot-with-plan.more")),
    )]
    pub with_plan: bool,

    /// Compare the portals of a portal file (.prt) from Quake's compilers with the tree's portals.
    #[arg(
        long, value_name = "FILE.prt", conflicts_with = "beside",
        help = text!("option-shot-portals"),
        long_help = long_help(text!("option-shot-portals"), text!("option-shot-portals.more")),
    )]
    pub portals: Option<PathBuf>,

    /// Show differences from this level: faces, portals, and in the model leaves. It is read and built with the same
    /// options.
    #[arg(
        long, value_name = "LEVEL", conflicts_with_all = ["beside", "with_plan"],
        help = text!("option-shot-before"),
        long_help = long_help(text!("option-shot-before"), text!("option-shot-before.more")),
    )]
    pub before: Option<LevelName>,

    /// Write the value of each pixel as CSV if --show includes cost, tests, slide-cost, leaves-seen or faces-drawn. An
    /// existing file is replaced.
    #[arg(
        long, value_name = "FILE", conflicts_with_all = ["beside", "with_plan"],
        help = text!("option-shot-csv"),
        long_help = long_help(text!("option-shot-csv"), text!("option-shot-csv.more")),
    )]
    pub csv: Option<PathBuf>,

    /// Print sum, mean, maximum and histogram of these values as one JSON document.
    #[arg(long, conflicts_with_all = ["beside", "with_plan"], help = text!("option-shot-json"))]
    pub json: bool,

    /// Draw the legends of the shown overlays and films in the upper left corner.
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

    /// Returns whether the values of the heat map are requested.
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
