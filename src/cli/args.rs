//! The arguments; clap makes the help of the comments.

use std::{ops::RangeInclusive, path::PathBuf};

use bspwalk_explain::duel::{self, Contestant};
use bspwalk_levels::builtin;
use bspwalk_session::{LevelName, tree_args::TreeArgs, view_args::ViewArgs};
use bspwalk_trees::{BuildParams, collision::mover::CollisionMethod};
use clap::{Args as ClapArgs, Parser, Subcommand};

use super::{
    diff_args::{DIFF_HELP, DiffArgs},
    film::{FILM_HELP, FilmOptions},
    portals_args::{PORTALS_HELP, PortalsArgs},
    renderer::Renderer,
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
  echo '{\"locate\":{\"point\":[0,1,0]}}' | bspwalk query hall
  bspwalk shot hall -o hall.png --show planes,path
  bspwalk film hall --of division -o hall.gif a film of the program, to take along
  bspwalk compile castle.obj -o castle.bspw   the level with its trees, to open at once
  bspwalk diff castle.map changed.map         what came and went in the level and its trees
  bspwalk portals castle.map -o castle.prt    the portals, for vis and level editors
  bspwalk duel castle.obj                     the build rules side by side
  bspwalk quiz castle.obj                     questions about its trees, with the reasons
  bspwalk tree castle.obj -o castle.json      the tree itself, for other programs

Exit status: 0 done, 1 failed (standard error says why), 2 wrong usage.";

const QUERY_HELP: &str = "\
Requests stand one a line on standard input; each is answered by one line on standard output,
in order. Vectors are [x,y,z] in metres, Y up, after --up and --scale; `face` counts the
triangles of the file from 0; normals are unit.

  {\"cast\":{\"from\":[0,1,0],\"to\":[9,1,0]}}
      the nearest face that the segment meets, from either side
  {\"contacts\":{\"center\":[0,1,0],\"radius\":0.3}}
      every triangle nearer than the radius, deepest first
  {\"push\":{\"center\":[0,1,0],\"radius\":0.3}}
      moves the sphere until it is clear, or says that it cannot
  {\"push_ati\":{\"center\":[0,1,0],\"radius\":0.3}}
      the push of the ATI sample, with its faults
  {\"sweep\":{\"from\":[0,1,0],\"to\":[9,1,0],\"radius\":0.3}}
      where a moving sphere first touches a face
  {\"slide\":{\"from\":[0,1,0],\"to\":[9,1,0],\"radius\":0.3}}
      where a moving sphere ends that slides along what it meets
  {\"overlap\":{\"min\":[0,0,0],\"max\":[1,1,1]}}
      the triangles that touch the box, ascending
  {\"locate\":{\"point\":[0,1,0]}}
      the way of the point down the node-storing tree (F front, B back), and its leaf in the
      solid-leaf tree
  {\"visible\":{\"from\":[0,1,0],\"to\":[9,1,0]}}
      whether the leaf of one point may be seen from that of the other
  {\"order\":{\"eye\":[0,1,0]}}
      the empty leaves, near to far

A line that is no request is answered {\"error\":\"…\"}, the rest go on, and the exit status is 1.";

const SHOT_HELP: &str = "\
Example:
  bspwalk shot hall -o hall.png --eye 0,1.7,4 --look 30,-10 --show planes,path --select 12
  bspwalk shot hall -o figure.svg --show planes,portals
  bspwalk shot hall -o figure.pdf --view plan --show leaves
  bspwalk shot hall -o rules.png --show cost --rule random --beside sampled
  bspwalk shot hall -o plane.png --select 3 --with-plan
  bspwalk shot castle.obj -o crypt.png --bookmark 'The crypt'
  bspwalk shot castle.map -o portals.png --portals qbsp.prt --view model
  bspwalk shot hall -o cost.png --show cost --csv cost.csv --json

It needs a graphics driver (Vulkan, Direct3D 12 or Metal), but no window and no display; on Linux
no graphics card either: a software driver such as Mesa's llvmpipe (package mesa-vulkan-drivers)
does. With --software it needs no driver: the faces are painted far to near in the order of the tree.
The options are the same.";

const DUEL_HELP: &str = "\
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
       bspwalk query LEVEL [OPTIONS]
       bspwalk walk LEVEL --script FILE [OPTIONS]
       bspwalk walk LEVEL --course [--json] [OPTIONS]
       bspwalk duel LEVEL [--rules A,B] [--json] [OPTIONS]
       bspwalk quiz LEVEL [--count N] [--json] [--csv FILE] [OPTIONS]
       bspwalk diff BEFORE AFTER [--pvs=false] [--json] [OPTIONS]
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
#[command(name = "bspwalk", version, override_usage = USAGE, after_help = EXAMPLES, max_term_width = 100)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) window: WindowArgs,

    #[command(subcommand)]
    pub(super) command: Option<Command>,
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
    /// Writes a level's portals as a portal file (.prt) of Quake's compilers, and compares them with those of one.
    #[command(after_help = PORTALS_HELP)]
    Portals(PortalsArgs),
    /// Compiles a level with its trees into a file that opens at once.
    #[command(after_help = COMPILE_HELP)]
    Compile(CompileArgs),
    /// Writes a tree of a level as JSON or for Graphviz, or its PVS as a picture.
    #[command(after_help = tree_file::HELP)]
    Tree(TreeFileArgs),
    /// Prints all actions with their keys, one a line, and where they are had.
    Keys(KeysArgs),
}

/// The arguments of `keys`.
#[derive(Debug, ClapArgs)]
pub(super) struct KeysArgs {
    /// Print one JSON document and nothing else.
    #[arg(long, conflicts_with = "markdown")]
    pub(super) json: bool,

    /// Print a page in Markdown: actions and fronts.
    #[arg(long)]
    pub(super) markdown: bool,
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

/// The arguments of `query`.
#[derive(Debug, ClapArgs)]
pub(super) struct QueryArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,
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

/// The options of `shot` alone.
#[derive(Clone, Debug, ClapArgs)]
pub struct ShotOptions {
    /// An OBJ file, a compiled level or a built-in one.
    #[arg(help = level_help())]
    pub level: LevelName,

    /// Where the picture goes, as PNG or, of vectors, as SVG or PDF; a file that is there is replaced.
    ///
    /// SVG and PDF are drawn without a graphics driver.
    #[arg(short, long, value_name = "FILE", value_parser = values::picture())]
    pub output: PathBuf,

    /// Size of the picture in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720")]
    pub size: PixelSize,

    /// What is looked at, and from where.
    #[command(flatten)]
    pub at: ViewArgs,

    /// What is looked at as a bookmark of the level has it; what other options say of the view wins.
    #[arg(long, value_name = "NAME")]
    pub bookmark: Option<String>,

    /// Show this division of the build of the node-storing tree, counted from 1 by depth: the cell, the planes that were
    /// considered, the chosen one, and the faces that it parts and cuts.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "select")]
    pub build_step: Option<u32>,

    /// Show the solid-leaf tree that a compiled level (.bsp) brings rather than the one that is built here.
    #[arg(long)]
    pub own_tree: bool,

    /// Show what queries cost in two trees side by side: at the left the tree of --rule, at the right that of this rule. Weights may follow,
    /// RULE:CUT:UNBALANCE.
    ///
    /// Both halves show the same view on one scale, and a sentence on standard output says which tree is better. It takes --show cost, tests
    /// or slide-cost, and is drawn without a graphics driver, as PNG.
    #[arg(long, value_name = "RULE", value_parser = values::node_rule, conflicts_with_all = ["select", "build_step", "own_tree", "division"])]
    pub beside: Option<BuildParams>,

    /// Show the plan beside what the eye sees, with the lines of the selected node's plane and of the root's; arrows point to their fronts.
    ///
    /// It is drawn without a graphics driver, as PNG.
    #[arg(long, conflicts_with = "beside")]
    pub with_plan: bool,

    /// Show the portals of a portal file (.prt) of Quake's compilers beside those of the tree: which both have, and which only one has.
    ///
    /// `bspwalk portals LEVEL --compare FILE` says the same in numbers. It is drawn without a graphics driver.
    #[arg(long, value_name = "FILE.prt", conflicts_with = "beside")]
    pub portals: Option<PathBuf>,
    /// Write the figure of each pixel as comma-separated values, too, where --show takes cost, tests, slide-cost, leaves-seen or
    /// faces-drawn; a file that is there is replaced.
    ///
    /// A line is x, y and the figure, which is empty where there is nothing to count. The picture is drawn without a graphics driver.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["beside", "with_plan"])]
    pub csv: Option<PathBuf>,

    /// Print the sum, the mean, the greatest and how many pixels have which figure, of the same, as one JSON document.
    #[arg(long, conflicts_with_all = ["beside", "with_plan"])]
    pub json: bool,

    /// Draw without a graphics driver.
    ///
    /// The tree's order alone decides what hides what. Cards and legends are not drawn.
    #[arg(long)]
    pub software: bool,
}

impl ShotOptions {
    /// The format of a picture of vectors; `None` for one of pixels.
    #[must_use]
    pub fn vector_format(&self) -> Option<VectorFormat> {
        let extension = self.output.extension()?;
        let formats = [("svg", VectorFormat::Svg), ("pdf", VectorFormat::Pdf)];
        let mut formats = formats.into_iter();
        formats.find_map(|(name, format)| extension.eq_ignore_ascii_case(name).then_some(format))
    }

    /// Whether it is drawn without a graphics driver.
    #[must_use]
    pub fn is_by_software(&self) -> bool {
        let is_drawn_here = self.beside.is_some() || self.with_plan || self.portals.is_some();
        self.software || is_drawn_here || self.vector_format().is_some() || self.has_figures()
    }

    /// Whether the figures that colour the picture are asked for.
    #[must_use]
    pub fn has_figures(&self) -> bool {
        self.csv.is_some() || self.json
    }
}

/// The format of a picture of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorFormat {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Document Format.
    Pdf,
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
