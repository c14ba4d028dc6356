//! The arguments; clap makes the help of the comments.

use std::{path::PathBuf, sync::LazyLock};

use bspwalk_levels::builtin;
use bspwalk_session::{LevelName, tree_args::TreeArgs, view_args::ViewArgs};
use bspwalk_trees::collision::mover::CollisionMethod;
use clap::{Args as ClapArgs, Parser, Subcommand};

use super::{
    brushes_args::{BRUSHES_HELP, BrushesArgs},
    diff_args::{DIFF_HELP, DiffArgs},
    duel_args::{DUEL_HELP, DuelArgs},
    film::{FILM_HELP, FilmOptions},
    keys_args::{KEYS_HELP, KeysArgs},
    portals_args::{PORTALS_HELP, PortalsArgs},
    query_args::{QUERY_HELP, QueryArgs},
    renderer::Renderer,
    sheet::{SHEET_HELP, SheetArgs},
    shot_args::{SHOT_HELP, ShotOptions},
    tree::args::{self as tree_file, TreeFileArgs},
    values,
};
use values::{PixelSize, level_help};

const EXAMPLES: &str = "\
Examples:
  bspwalk                                     walk through the built-in hall
  bspwalk castle.obj --up z --scale 0.0254    a level in inches with Z up
  bspwalk hall --renderer terminal            in the terminal, although a window could open
  bspwalk info castle.obj --json              the level and its tree in numbers
  bspwalk query hall --ask '{\"locate\":{\"point\":[0,1,0]}}'
  bspwalk shot hall -o hall.png --show planes,path
  bspwalk film hall --of division -o hall.gif a film of the program, to take along
  bspwalk compile castle.obj -o castle.bspw   the level with its trees, to open at once
  bspwalk diff castle.map changed.map         what came and went in the level and its trees
  bspwalk brushes castle.map                  the dearest brushes, and what is saved where one is detail
  bspwalk portals castle.map -o castle.prt    the portals, for vis and level editors
  bspwalk duel castle.obj                     the build rules side by side
  bspwalk quiz castle.obj                     questions about its trees, with the reasons
  bspwalk sheet castle.obj -o castle.html     a page for a lecture
  bspwalk tree castle.obj -o castle.json      the tree itself, for other programs

Exit status: 0 done, 1 failed (standard error says why), 2 wrong usage.";

const QUIZ_HELP: &str = "\
Examples:
  bspwalk quiz three_rooms                    eight questions, a kind each, the easy ones first
  bspwalk quiz castle.obj --count 20 --csv answers.csv
  bspwalk quiz hall --count 30 --json         questions, right answers and reasons, for a test on paper

A question is answered by its letter or by a number on standard input; then it is said what is right,
and why. Each comes from a query, from the build, from the painter or from the PVS in the level's own
trees. Equal --seed and --count ask the same questions. The file of --csv holds no name: those of a class can
be joined.";

const WALK_HELP: &str = "\
The script is JSON Lines; all of it is checked before anything moves. A line is one of

  {\"ticks\":60,\"forward\":1,\"right\":0,\"up\":0,\"yaw\":90,\"pitch\":0,\"jump\":true,\"crouch\":false,\"fast\":false}
      what is wanted for some ticks; forward, right and up are -1 to 1, yaw (0 looks to -Z, positive
      turns left) and pitch are degrees that hold until they are said again; all but ticks optional
  {\"start\":{\"eye\":[0,1.7,4],\"yaw\":90,\"pitch\":0,\"mode\":\"walk\"}}
      where it begins, at the spawn where not said; a mode is walk or fly
  {\"mode\":\"fly\"}
      how it goes from here on
  {\"set\":{\"gravity\":1.62,\"step_height\":0.3}}
      sizes and speeds in metres and seconds from here on

Each tick is answered by one line: tick, feet, center, eye, velocity, yaw, pitch, grounded, crouched,
contacts [{point, normal, depth, face, material}], events. Equal scripts give equal answers.";

const COMPILE_HELP: &str = "\
Example:
  bspwalk compile castle.obj -o castle.bspw --up z --scale 0.0254

The file holds the level with its materials and images, both trees, the portals and what can be seen
from where. Every command and the window take it where they take a level. The axes and the scale are
in it for good; with other options for the trees, those that they concern are built anew, not the file.
It is written whole or not at all. Another version of the program may ask to compile it again.";

const USAGE: &str = "\
bspwalk [LEVEL] [OPTIONS]
       bspwalk info LEVEL [--json] [--csv FILE] [--pvs[=false]] [--portal-costs] [OPTIONS]
       bspwalk query LEVEL [--ask JSON] [OPTIONS]
       bspwalk walk LEVEL --script FILE [OPTIONS]
       bspwalk walk LEVEL --course [--json] [OPTIONS]
       bspwalk duel LEVEL [--rules A,B] [--json] [OPTIONS]
       bspwalk quiz LEVEL [--count N] [--json] [--csv FILE] [OPTIONS]
       bspwalk sheet LEVEL -o FILE.html [OPTIONS]
       bspwalk diff BEFORE AFTER [--pvs=false] [--json] [OPTIONS]
       bspwalk brushes LEVEL.map [--top N] [--as-detail N,M -o COPY.map] [--json] [--csv FILE] [OPTIONS]
       bspwalk portals LEVEL [-o FILE.prt] [--compare FILE.prt] [--json] [OPTIONS]
       bspwalk compile LEVEL -o FILE.bspw [--json] [OPTIONS]
       bspwalk tree LEVEL -o FILE.json|FILE.dot [--of node|leaf] [--depth N] [OPTIONS]
       bspwalk tree LEVEL -o FILE.png [--of pvs] [OPTIONS]
       bspwalk shot LEVEL -o FILE.png|FILE.svg|FILE.pdf [OPTIONS]
       bspwalk film LEVEL --of NAME -o FILE.gif|FILE.png [OPTIONS]";

/// See, walk through and query the BSP trees of a level.
///
/// Without a command it walks through LEVEL: in a window, or in the terminal where no window can open.
#[derive(Debug, Parser)]
#[command(name = "bspwalk", version, long_version = long_version(), override_usage = USAGE, after_help = EXAMPLES, max_term_width = 100)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) window: WindowArgs,

    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// The version, and what reads gamepads.
fn long_version() -> &'static str {
    static WORDS: LazyLock<String> = LazyLock::new(version_words);
    &WORDS
}

fn version_words() -> String {
    let gamepads = match cfg!(any(feature = "app", feature = "software")) {
        true => bspwalk_pads::READER,
        false => "none, as there is no window",
    };
    format!("{}\ngamepads: {gamepads}", env!("CARGO_PKG_VERSION"))
}

fn level_long_help() -> String {
    let levels: Vec<String> = builtin::all()
        .iter()
        .map(|level| format!("- {}: {}", level.name, level.description))
        .collect();
    format!(
        "A level file or a built-in level; the first of these where none is named. Files are OBJ, glTF (.gltf, .glb), Quake's maps (.map), compiled levels of Quake, Quake II and Half-Life (.bsp), maps of DOOM (.wad, see --map) and those of this program (.bspw), told by their content:\n\n{}\n\nA \
         built-in name always means the built-in level: write ./hall for a file of that name.",
        levels.join("\n")
    )
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Loads a level, builds its tree and reports both in numbers.
    Info(InfoArgs),
    /// Answers collision and tree queries: JSON Lines on standard input, one answer a line.
    #[command(after_help = QUERY_HELP)]
    Query(QueryArgs),
    /// Drives a walking or flying body by a script: one pose a tick, JSON Lines in and out.
    #[command(after_help = WALK_HELP)]
    Walk(WalkArgs),
    /// Sets the build rules side by side on a level: what their trees are, and what queries cost in them.
    #[command(after_help = DUEL_HELP)]
    Duel(DuelArgs),
    /// Asks questions about a level's trees, says what is right and why, and what to look at again.
    #[command(after_help = QUIZ_HELP)]
    Quiz(QuizArgs),
    /// Draws a level to a PNG file without a window.
    #[command(after_help = SHOT_HELP)]
    Shot(Box<ShotOptions>),
    /// Writes a film of the program as an animated picture: of the division, of the build, of a query, of the portal flow.
    #[command(after_help = FILM_HELP)]
    Film(Box<FilmOptions>),
    /// Says what came and went between two levels with their trees: two saves of a map, or two compilations.
    #[command(after_help = DIFF_HELP)]
    Diff(DiffArgs),
    /// Says which brushes of a Quake map cost most and what is saved where they are detail; writes a copy in which they are.
    #[command(after_help = BRUSHES_HELP)]
    Brushes(BrushesArgs),
    /// Writes a level's portals as a portal file (.prt) of Quake's compilers, and compares them with those of one.
    #[command(after_help = PORTALS_HELP)]
    Portals(PortalsArgs),
    /// Writes a page for a lecture: pictures, films to step through, the tree, questions and the duel of a level in one file of HTML.
    #[command(after_help = SHEET_HELP)]
    Sheet(Box<SheetArgs>),
    /// Compiles a level with its trees into a file that opens at once.
    #[command(after_help = COMPILE_HELP)]
    Compile(CompileArgs),
    /// Writes a tree of a level as JSON or for Graphviz, or its PVS as a picture.
    #[command(after_help = tree_file::HELP)]
    Tree(TreeFileArgs),
    /// Prints all actions with their keys, one a line, and where they are had.
    #[command(after_help = KEYS_HELP)]
    Keys(KeysArgs),
}

/// The arguments of `info`.
#[derive(Debug, ClapArgs)]
pub(super) struct InfoArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    /// Print one JSON document and nothing else.
    #[arg(long)]
    pub(super) json: bool,

    /// Compute the potentially visible set, too, which takes seconds in small levels and a minute in large ones: as a rule
    /// for --json alone.
    ///
    /// A compiled level has it, so that it is reported in any case. With --pvs=false its figures are null in JSON.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "true|false")]
    pub(super) pvs: Option<bool>,

    /// Compute the potentially visible set once more and report how many steps of the portal flow each portal took, the costliest first.
    #[arg(long)]
    pub(super) portal_costs: bool,

    /// List the lumps of a compiled level of Quake's kind: how many items and bytes, and the limits of the engine that first read it.
    ///
    /// What is beyond a limit is a warning in any case. With --json and --csv all lumps are there.
    #[arg(long)]
    pub(super) lumps: bool,

    /// Report once more whenever the level's file, or one that it names, is saved, until it is interrupted.
    ///
    /// A save that cannot be loaded is said on standard error. With --json, each report is a document of its own.
    #[arg(long)]
    pub(super) watch: bool,

    /// Write the way of a leak to the outside as a .pts file in the source's units, which `TrenchBroom` opens.
    #[arg(long, value_name = "FILE")]
    pub(super) pts: Option<PathBuf>,

    /// Write the figures as comma-separated values, too: a line of names and a line of figures, a list being its length.
    ///
    /// Names are those of --json with dots between, as in `node_tree.nodes`; lines of several levels can be joined. A file that is there
    /// is replaced.
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
}

/// The arguments of `walk`.
#[derive(Debug, ClapArgs)]
pub(super) struct WalkArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    /// The script; - is standard input.
    #[arg(long, value_name = "FILE", required_unless_present = "course")]
    pub(super) script: Option<PathBuf>,

    /// Run the level's course instead of a script, and tell how each of its stations came out; `torture` has one.
    #[arg(long, conflicts_with_all = ["script", "rate"])]
    pub(super) course: bool,

    /// Of a course: print one JSON document and nothing else.
    #[arg(long, requires = "course", conflicts_with = "script")]
    pub(super) json: bool,

    /// Collision method: how the body is kept out of the walls. Where not said, `sweep`; a course is run for each.
    #[arg(long, value_name = "NAME", value_parser = values::collision())]
    pub(super) collision: Option<CollisionMethod>,

    /// Ticks a second.
    #[arg(long, value_name = "HZ", default_value = "120", value_parser = values::rate, allow_negative_numbers = true)]
    pub(super) rate: f64,
}

/// The arguments of `quiz`.
#[derive(Debug, ClapArgs)]
pub(super) struct QuizArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    /// How many questions are asked; fewer where the level has no more.
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) count: u32,

    /// Print the questions with their right answers as one JSON document, and ask nothing.
    #[arg(long)]
    pub(super) json: bool,

    /// Write the answers that were given as comma-separated values; a file that is there is replaced.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(super) csv: Option<PathBuf>,
}

/// The arguments of `compile`.
#[derive(Debug, ClapArgs)]
pub(super) struct CompileArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    /// Where the compiled level goes; a file that is there is replaced.
    #[arg(short, long, value_name = "FILE.bspw", value_parser = values::bspw())]
    pub(super) output: PathBuf,

    /// Print one JSON document and nothing else.
    #[arg(long)]
    pub(super) json: bool,
}

/// The window's level and options.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct WindowArgs {
    /// An OBJ file, a compiled level or a built-in one; the default level where none is named.
    #[arg(help = level_help(), long_help = level_long_help())]
    pub level: Option<LevelName>,

    /// Size of the window in pixels.
    #[arg(long, value_name = "WxH")]
    pub size: Option<PixelSize>,

    /// Where the walk is drawn; by itself where not said, which a line on standard error explains.
    #[arg(long, value_name = "NAME", value_enum)]
    pub renderer: Option<Renderer>,

    /// Collision method: how the body is kept out of the walls, in this run; where not said, as it was left.
    #[arg(long, value_name = "NAME", value_parser = values::collision())]
    pub collision: Option<CollisionMethod>,

    /// What is looked at first, and from where.
    #[command(flatten)]
    pub at: ViewArgs,

    /// What is looked at first, as a bookmark of the level has it; what other options say of the view wins.
    #[arg(long, value_name = "NAME")]
    pub bookmark: Option<String>,

    /// How the level is read and its trees are built, by every command.
    #[command(flatten)]
    pub tree: TreeArgs,
}

/// The arguments of `shot`.
#[derive(Clone, Debug)]
pub struct ShotArgs {
    /// The picture.
    pub shot: ShotOptions,
    /// How the level is read and its trees are built.
    pub tree: TreeArgs,
}
