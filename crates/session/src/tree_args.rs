//! The arguments that say how a level is read and its trees are built.

use std::path::PathBuf;

use bspwalk_compile::{CompileParams, StructureParams, structure::Kind};
use bspwalk_levels::{LoadOptions, UpAxis};
use bspwalk_trees::{
    BuildParams, Rule,
    solid_leaf::{LeafParams, LeafRule, PvsParams},
};
use clap::{Args as ClapArgs, ValueEnum};

use crate::values;

/// How a level is read and its tree built: the options that every command takes.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct TreeArgs {
    /// Metres a unit of the file; where not said, the format's, or of OBJ guessed from its size.
    #[arg(long, value_name = "F", global = true, value_parser = values::scale, allow_negative_numbers = true, help_heading = "Reading the level")]
    pub scale: Option<f64>,

    /// Which axis of the file points up; z turns (x, y, z) into (x, z, −y).
    #[arg(
        long,
        value_name = "y|z",
        global = true,
        value_parser = values::up(),
        help_heading = "Reading the level",
        hide_possible_values = true
    )]
    pub up: Option<UpAxis>,

    /// A folder with the images or WAD files of the level; searched before the level's own folder.
    #[arg(long, value_name = "DIR", global = true, help_heading = "Reading the level")]
    pub textures: Option<PathBuf>,

    /// Which map of a WAD file is opened, such as E1M1 or MAP01; where not said, the first.
    #[arg(long, value_name = "NAME", global = true, help_heading = "Reading the level")]
    pub map: Option<String>,

    /// Build rule: how a node of the node-storing tree chooses its plane.
    ///
    /// Where not said, `sampled`.
    #[arg(long, value_name = "NAME", global = true, value_parser = values::rule(), help_heading = "Building the tree")]
    pub rule: Option<Rule>,

    /// What a cut face adds to the score of a plane.
    #[arg(long, value_name = "F", global = true, value_parser = values::weight, allow_negative_numbers = true, help_heading = "Building the tree")]
    pub cut_weight: Option<f64>,

    /// What each face more on one side than on the other adds to the score of a plane.
    #[arg(long, value_name = "F", global = true, value_parser = values::weight, allow_negative_numbers = true, help_heading = "Building the tree")]
    pub unbalance_weight: Option<f64>,

    /// Seed of everything random, in both trees.
    #[arg(long, value_name = "N", global = true, help_heading = "Building the tree")]
    pub seed: Option<u64>,

    /// The most pieces of faces in the node-storing tree. A node whose plane would make more keeps its faces undivided.
    ///
    /// Where not said, 64 for each face and 65,536 besides.
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Building the tree")]
    pub max_fragments: Option<u32>,

    /// How the solid-leaf tree is built.
    #[command(flatten)]
    pub leaves: LeafArgs,
}

/// How the solid-leaf tree is built.
#[derive(Clone, Debug, Default, ClapArgs)]
#[command(next_help_heading = "Building the solid-leaf tree")]
pub struct LeafArgs {
    /// Build rule of the solid-leaf tree: how a node of it chooses its plane.
    ///
    /// Where not said, `sampled`.
    #[arg(long, value_name = "NAME", global = true, value_parser = values::leaf_rule())]
    pub leaf_rule: Option<LeafRule>,

    /// What tells structural faces, which make the tree, from detail.
    ///
    /// Where not said, `auto`.
    #[arg(long, value_name = "HOW", global = true, hide_possible_values = true)]
    pub structure: Option<StructureRule>,

    /// An object that is structural, whatever else says; may be repeated.
    #[arg(long, value_name = "OBJECT", global = true)]
    pub structural: Vec<String>,

    /// An object that is detail, whatever else says; may be repeated.
    #[arg(long, value_name = "OBJECT", global = true)]
    pub detail: Vec<String>,

    /// Read a leading D or S of a name as detail or structure, as in `DSphere01`.
    #[arg(long, global = true)]
    pub letters: bool,

    /// The most facets, flat parts of surfaces, that are structural without being named so; 0 for no limit.
    #[arg(long, value_name = "N", global = true)]
    pub structural_budget: Option<u32>,

    /// Make empty space solid that cannot be reached from the spawn, where the level is sealed.
    #[arg(long, global = true)]
    pub fill: bool,

    /// How much work it may be to find what is seen from where, in clips of a view; 0 keeps a coarse answer.
    ///
    /// Where not said, 300,000, and 4,000,000 for `compile`.
    #[arg(long, value_name = "N", global = true)]
    pub pvs_steps: Option<u64>,
}

/// What tells structural faces from detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StructureRule {
    /// Names beginning with `detail` or `structure`, then the size of what stands by itself, then the budget.
    Auto,
    /// Names alone.
    Names,
    /// Everything that is not liquid is structural.
    All,
}

impl TreeArgs {
    /// The options of the loaders.
    #[must_use]
    pub fn load_options(&self) -> LoadOptions {
        LoadOptions {
            up: self.up,
            scale: self.scale,
            textures: self.textures.clone(),
            map: self.map.clone(),
        }
    }

    /// The parameters of the compilation: `given`, with those replaced that the arguments name. A rule brings its preset.
    #[must_use]
    pub fn over(&self, given: &CompileParams) -> CompileParams {
        let nodes = self.rule.map_or(given.nodes, BuildParams::preset);
        let leaves = self.leaves.leaf_rule.map_or(given.leaves, LeafParams::preset);
        CompileParams {
            nodes: BuildParams {
                cut_weight: self.cut_weight.unwrap_or(nodes.cut_weight),
                unbalance_weight: self.unbalance_weight.unwrap_or(nodes.unbalance_weight),
                seed: self.seed.unwrap_or(nodes.seed),
                max_fragments: self.max_fragments.unwrap_or(nodes.max_fragments),
                ..nodes
            },
            structure: self.leaves.structure_over(&given.structure),
            leaves: LeafParams {
                seed: self.seed.unwrap_or(leaves.seed),
                ..leaves
            },
            fill: self.leaves.fill || given.fill,
            pvs: PvsParams {
                steps: self.leaves.pvs_steps.unwrap_or(given.pvs.steps),
                ..given.pvs
            },
        }
    }
}

impl LeafArgs {
    fn structure_over(&self, given: &StructureParams) -> StructureParams {
        let mut params = match self.structure {
            None => given.clone(),
            Some(StructureRule::Auto) => StructureParams::default(),
            Some(StructureRule::Names) => StructureParams::names(),
            Some(StructureRule::All) => StructureParams::all(),
        };
        params.letters |= self.letters;
        params.budget = self.structural_budget.unwrap_or(params.budget);
        for (names, kind) in [(&self.structural, Kind::Structural), (&self.detail, Kind::Detail)] {
            let named = names.iter().map(|name| (name.clone(), kind));
            params.by_hand.extend(named);
        }
        params
    }
}
