//! Command-line arguments. The help strings are in the message files `command.ftl` and `option.ftl`.

use bspwalk_trees::FaceId;
use std::{ops::RangeInclusive, path::PathBuf, sync::LazyLock};

use bspwalk_collision::mover::CollisionMethod;
use bspwalk_explain::{
    brush_costs::Measure,
    duel::{self, Contestant},
};
use bspwalk_levels::{builtin, portal_file::Dialect};
use bspwalk_session::{
    LevelName,
    actions::Preset,
    request,
    tree_args::TreeArgs,
    values::{long_help, names_parser},
    view_args::{ViewArgs, parse_view_height},
};
use bspwalk_text::{Language, text};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum, builder::TypedValueParser};

use super::{film::FilmOptions, language, shot_args::ShotOptions, tree::args::TreeFileArgs, values};
use values::{PixelSize, level_help};

/// The arguments of the program.
#[derive(Debug, Parser)]
#[command(name = "bspwalk", version, long_version = long_version(), about = text!("command-about"), long_about = text!("command-about-long"),
    override_usage = text!("command-usage"), after_help = text!("command-examples"), max_term_width = 100)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) window: WindowArgs,

    #[arg(long, value_name = "TAG", global = true, value_parser = language::read, help = text!("option-language", languages = language::all()))]
    pub(super) language: Option<Language>,

    #[command(subcommand)]
    pub(super) command: Option<Command>,

    /// Name of the subcommand; empty without one.
    #[arg(skip)]
    pub(super) command_name: String,
}

/// Returns the version of the program and the name of the library that reads gamepads.
fn long_version() -> &'static str {
    static WORDS: LazyLock<String> = LazyLock::new(version_words);
    &WORDS
}

fn version_words() -> String {
    let gamepads = match cfg!(any(feature = "app", feature = "software")) {
        true => bspwalk_pads::READER,
        false => text!("usage-no-gamepads"),
    };
    let version = env!("CARGO_PKG_VERSION");
    format!("{version}\n{}", text!("usage-gamepads", gamepads))
}

fn level_long_help() -> String {
    let levels: Vec<String> = builtin::listed()
        .map(|level| {
            text!(
                "option-level-item",
                name = level.name,
                description = level.description
            )
        })
        .collect();
    text!("option-level-long", levels = levels.join("\n"))
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    #[command(about = text!("command-info"))]
    Info(InfoArgs),
    #[command(about = text!("command-query"), after_help = text!("command-query-help"))]
    Query(QueryArgs),
    #[command(about = text!("command-walk"), after_help = text!("command-walk-help"))]
    Walk(WalkArgs),
    #[command(about = text!("command-duel"), after_help = text!("command-duel-help"))]
    Duel(DuelArgs),
    #[command(about = text!("command-replay-queries"), after_help = text!("command-replay-queries-help"))]
    ReplayQueries(ReplayQueriesArgs),
    #[command(about = text!("command-quiz"), after_help = text!("command-quiz-help"))]
    Quiz(QuizArgs),
    #[command(about = text!("command-shot"), after_help = text!("command-shot-help"))]
    Shot(Box<ShotOptions>),
    #[command(about = text!("command-film"), after_help = text!("command-film-help"))]
    Film(Box<FilmOptions>),
    #[command(about = text!("command-diff"), after_help = text!("command-diff-help"))]
    Diff(DiffArgs),
    #[command(about = text!("command-brushes"), after_help = text!("command-brushes-help"))]
    Brushes(BrushesArgs),
    #[command(about = text!("command-portals"), after_help = text!("command-portals-help"))]
    Portals(PortalsArgs),
    #[command(about = text!("command-sheet"), after_help = text!("command-sheet-help"))]
    Sheet(Box<SheetArgs>),
    #[command(about = text!("command-compile"), after_help = text!("command-compile-help"))]
    Compile(CompileArgs),
    #[command(about = text!("command-tree"), after_help = text!("command-tree-help"))]
    Tree(TreeFileArgs),
    #[command(about = text!("command-keys"), after_help = text!("command-keys-help"))]
    Keys(KeysArgs),
}

/// The arguments of `info`.
#[derive(Debug, ClapArgs)]
pub(super) struct InfoArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    #[arg(long, help = text!("option-json"))]
    pub(super) json: bool,

    #[arg(
        long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "true|false",
        help = text!("option-info-pvs"),
        long_help = long_help(text!("option-info-pvs"), text!("option-info-pvs.more")),
    )]
    pub(super) pvs: Option<bool>,

    #[arg(long, help = text!("option-info-portal-costs"))]
    pub(super) portal_costs: bool,

    #[arg(
        long,
        help = text!("option-info-hulls"),
        long_help = long_help(text!("option-info-hulls"), text!("option-info-hulls.more")),
    )]
    pub(super) hulls: bool,

    #[arg(
        long,
        help = text!("option-info-lumps"),
        long_help = long_help(text!("option-info-lumps"), text!("option-info-lumps.more")),
    )]
    pub(super) lumps: bool,

    #[arg(
        long,
        help = text!("option-info-doom-limits"),
        long_help = long_help(text!("option-info-doom-limits"), text!("option-info-doom-limits.more")),
    )]
    pub(super) doom_limits: bool,

    #[arg(
        long, value_name = "UNITS", requires = "doom_limits", value_parser = parse_view_height,
        help = text!("option-view-height"),
    )]
    pub(super) view_height: Option<f64>,

    #[arg(
        long,
        help = text!("option-info-watch"),
        long_help = long_help(text!("option-info-watch"), text!("option-info-watch.more")),
    )]
    pub(super) watch: bool,

    #[arg(long, value_name = "FILE", help = text!("option-info-pts"))]
    pub(super) pts: Option<PathBuf>,

    #[arg(
        long, value_name = "FILE",
        help = text!("option-info-csv"),
        long_help = long_help(text!("option-info-csv"), text!("option-info-csv.more")),
    )]
    pub(super) csv: Option<PathBuf>,
}

/// The arguments of `walk`.
#[derive(Debug, ClapArgs)]
pub(super) struct WalkArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    #[arg(long, value_name = "FILE", required_unless_present = "course", help = text!("option-walk-script"))]
    pub(super) script: Option<PathBuf>,

    #[arg(long, conflicts_with_all = ["script", "rate"], help = text!("option-walk-course"))]
    pub(super) course: bool,

    #[arg(long, requires = "course", conflicts_with = "script", help = text!("option-walk-json"))]
    pub(super) json: bool,

    #[arg(
        long, value_name = "FILE", conflicts_with = "course", help = text!("option-walk-log-queries"),
        long_help = long_help(text!("option-walk-log-queries"), text!("option-walk-log-queries.more")),
    )]
    pub(super) log_queries: Option<PathBuf>,

    #[arg(long, value_name = "NAME", value_parser = values::collision(), help = text!("option-walk-collision"))]
    pub(super) collision: Option<CollisionMethod>,

    #[arg(
        long, value_name = "HZ", default_value = "120", value_parser = values::rate, allow_negative_numbers = true,
        help = text!("option-walk-rate"),
    )]
    pub(super) rate: f64,
}

/// The arguments of `quiz`.
#[derive(Debug, ClapArgs)]
pub(super) struct QuizArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    #[arg(
        long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(1..=1000),
        help = text!("option-quiz-count"),
    )]
    pub(super) count: u32,

    #[arg(long, help = text!("option-quiz-json"))]
    pub(super) json: bool,

    #[arg(long, value_name = "FILE", conflicts_with = "json", help = text!("option-quiz-csv"))]
    pub(super) csv: Option<PathBuf>,
}

/// The arguments of `compile`.
#[derive(Debug, ClapArgs)]
pub(super) struct CompileArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    #[arg(
        short, long, value_name = "FILE.bspw", value_parser = values::bspw(),
        help = text!("option-compile-output"),
    )]
    pub(super) output: PathBuf,

    #[arg(long, help = text!("option-json"))]
    pub(super) json: bool,
}

/// The arguments of `brushes`.
#[derive(Debug, ClapArgs)]
pub(super) struct BrushesArgs {
    #[arg(value_name = "LEVEL.map", help = text!("option-brushes-level"))]
    pub(super) level: PathBuf,

    #[arg(long, value_name = "N", default_value_t = 10, help = text!("option-brushes-top"))]
    pub(super) top: u32,

    #[arg(long, value_name = "N", default_value_t = 8, help = text!("option-brushes-measure"))]
    pub(super) measure: u32,

    #[arg(
        long, value_name = "NAME", default_value = "pvs", value_parser = names_parser(&Measure::ALL, Measure::name, Measure::description),
        help = text!("option-brushes-by"),
    )]
    pub(super) by: Measure,

    #[arg(long, value_name = "N,M,…", value_delimiter = ',', help = text!("option-brushes-as-detail"))]
    pub(super) as_detail: Vec<u32>,

    #[arg(
        short, long, value_name = "COPY.map", requires = "as_detail", value_parser = values::map(),
        help = text!("option-brushes-output"),
    )]
    pub(super) output: Option<PathBuf>,

    #[arg(
        long, value_name = "FACE", value_parser = clap::value_parser!(u32).map(FaceId), conflicts_with_all = ["as_detail", "csv"],
        help = text!("option-brushes-of-face"),
    )]
    pub(super) of_face: Option<FaceId>,

    #[arg(long, help = text!("option-json"))]
    pub(super) json: bool,

    #[arg(long, value_name = "FILE", help = text!("option-brushes-csv"))]
    pub(super) csv: Option<PathBuf>,
}

/// The arguments of `portals`.
#[derive(Debug, ClapArgs)]
pub(super) struct PortalsArgs {
    #[arg(help = values::level_help())]
    pub(super) level: LevelName,

    #[arg(short, long, value_name = "FILE.prt", value_parser = values::prt(), help = text!("option-portals-output"))]
    pub(super) output: Option<PathBuf>,

    #[arg(
        long, value_name = "NAME", default_value = "prt1", value_parser = names_parser(&Dialect::ALL, Dialect::name, dialect_description),
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

fn dialect_description(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Prt1 => text!("option-dialect-prt1"),
        Dialect::Prt1Am => text!("option-dialect-prt1-am"),
        Dialect::Prt2 => text!("option-dialect-prt2"),
    }
}

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
        long, value_name = "NAMES", value_delimiter = ',', value_parser = values::contestant,
        help = text!("option-duel-with"),
    )]
    pub(super) with: Vec<Contestant>,

    #[arg(
        long, value_name = "N", default_value_t = duel::SAMPLES, value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        help = text!("option-duel-samples"),
    )]
    pub(super) samples: u32,

    #[arg(long, value_name = "FROM-TO", num_args = 0..=1, default_missing_value = "1-32", value_parser = values::costs,
        conflicts_with_all = ["rules", "with", "samples"], help = text!("option-duel-split-costs"), long_help = long_help(text!("option-duel-split-costs"), text!("option-duel-split-costs.more")))]
    pub(super) split_costs: Option<RangeInclusive<u32>>,

    #[arg(long, help = text!("option-json"))]
    pub(super) json: bool,

    #[arg(long, value_name = "FILE", help = text!("option-duel-csv"))]
    pub(super) csv: Option<PathBuf>,

    #[arg(long, value_name = "FILE.svg", conflicts_with = "split_costs", help = text!("option-duel-levels"))]
    pub(super) levels: Option<PathBuf>,
}

/// The arguments of `replay-queries`.
#[derive(Debug, ClapArgs)]
pub(super) struct ReplayQueriesArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    #[arg(value_name = "LOG", help = text!("option-replay-log"))]
    pub(super) log: PathBuf,

    #[arg(
        long, value_name = "NAMES", value_delimiter = ',', value_parser = values::contestant,
        help = text!("option-replay-rules"),
    )]
    pub(super) rules: Vec<Contestant>,

    #[arg(long, value_name = "N", default_value_t = 10, help = text!("option-replay-top"))]
    pub(super) top: u32,

    #[arg(long, value_name = "FILE.png", value_parser = values::png(), help = text!("option-replay-heat"))]
    pub(super) heat: Option<PathBuf>,

    #[arg(long, help = text!("option-json"))]
    pub(super) json: bool,
}

/// Levels in a comparison whose solid-leaf tree is read from the file instead of being built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OwnTrees {
    #[value(help = text!("option-value-own-tree-both"))]
    Both,
    #[value(help = text!("option-value-own-tree-before"))]
    Before,
    #[value(help = text!("option-value-own-tree-after"))]
    After,
}

/// The arguments of `diff`.
#[derive(Debug, ClapArgs)]
pub(super) struct DiffArgs {
    #[arg(help = values::level_help())]
    pub(super) before: LevelName,

    #[arg(help = text!("option-diff-after"))]
    pub(super) after: LevelName,

    #[arg(
        long, num_args = 0..=1, require_equals = true, default_value = "true", default_missing_value = "true", value_name = "true|false",
        help = text!("option-diff-pvs"),
    )]
    pub(super) pvs: bool,

    #[arg(
        long, num_args = 0..=1, require_equals = true, default_missing_value = "both", value_name = "both|before|after", value_enum,
        help = text!("option-diff-own-tree"),
    )]
    pub(super) own_tree: Option<OwnTrees>,

    #[arg(long, help = text!("option-json"))]
    pub(super) json: bool,
}

impl DiffArgs {
    /// Returns, for each level, whether its solid-leaf tree is read from the file.
    pub(super) fn own_trees(&self) -> [bool; 2] {
        let is = |one| self.own_tree == Some(OwnTrees::Both) || self.own_tree == Some(one);
        [is(OwnTrees::Before), is(OwnTrees::After)]
    }
}

/// The arguments of `keys`.
#[derive(Debug, ClapArgs)]
pub(super) struct KeysArgs {
    #[arg(long, conflicts_with = "markdown", help = text!("option-json"))]
    pub(super) json: bool,

    #[arg(long, help = text!("option-keys-markdown"))]
    pub(super) markdown: bool,

    #[arg(long, help = text!("option-keys-default"))]
    pub(super) default: bool,

    #[arg(long, conflicts_with = "default", value_name = "NAME", value_parser = preset,
        help = text!("option-keys-preset"))]
    pub(super) preset: Option<Preset>,
}

fn preset(name: &str) -> Result<Preset, String> {
    let known = Preset::ALL.into_iter().find(|preset| preset.name() == name);
    known.ok_or_else(|| {
        text!(
            "option-keys-presets",
            presets = Preset::ALL.map(Preset::name).join(", ")
        )
    })
}

/// The arguments of `query`.
#[derive(Debug, ClapArgs)]
pub(super) struct QueryArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    #[arg(long, value_name = "JSON", value_parser = asked, help = text!("option-query-ask"))]
    pub(super) ask: Vec<String>,
}

/// Parses a request early, so that errors are reported as usage errors.
fn asked(text: &str) -> Result<String, String> {
    request::parse(text.as_bytes()).map(|request| request.to_string())
}

/// The arguments of `sheet`.
#[derive(Debug, ClapArgs)]
pub(super) struct SheetArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    #[arg(short, long, value_name = "FILE.html", value_parser = values::page(), help = text!("option-sheet-output"))]
    pub(super) output: PathBuf,

    /// View of the first picture. The query films start at its eye.
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

/// A renderer for the walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Renderer {
    /// The best available renderer. Renderers are tried in the order of the variants below.
    #[default]
    #[value(help = text!("option-value-renderer-auto"))]
    Auto,
    /// Renders in a window, with the graphics driver.
    #[value(help = text!("option-value-renderer-gpu"))]
    Gpu,
    /// Renders in a window, without a graphics driver.
    #[value(help = text!("option-value-renderer-software"))]
    Software,
    /// Renders in the terminal.
    #[value(help = text!("option-value-renderer-terminal"))]
    Terminal,
}

impl Renderer {
    /// Returns the name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Gpu => "gpu",
            Self::Software => "software",
            Self::Terminal => "terminal",
        }
    }
}

/// The level and the options of the window.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct WindowArgs {
    /// Level file or built-in level. `None` selects the default level.
    #[arg(help = level_help(), long_help = level_long_help())]
    pub level: Option<LevelName>,

    /// Size of the window, in pixels.
    #[arg(long, value_name = "WxH", help = text!("option-window-size"))]
    pub size: Option<PixelSize>,

    /// Renderer. `None` selects one automatically and prints the reason to standard error.
    #[arg(long, value_name = "NAME", value_enum, help = text!("option-window-renderer"))]
    pub renderer: Option<Renderer>,

    /// Collision method for this run. `None` keeps the last one used.
    #[arg(long, value_name = "NAME", value_parser = values::collision(), help = text!("option-window-collision"))]
    pub collision: Option<CollisionMethod>,

    /// Initial view.
    #[command(flatten)]
    pub at: ViewArgs,

    /// Bookmark for the initial view. Other view options override it.
    #[arg(long, value_name = "NAME", help = text!("option-window-bookmark"))]
    pub bookmark: Option<String>,

    /// Options for reading the level and building its trees. Every command has these options.
    #[command(flatten)]
    pub tree: TreeArgs,
}
