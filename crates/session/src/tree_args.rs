//! Command-line arguments for reading a level and building its trees.

use std::path::PathBuf;

use bspwalk_compile::{CompileParams, StructureParams, structure::Kind};
use bspwalk_levels::{LoadOptions, UpAxis};
use bspwalk_text::text;
use bspwalk_trees::{
    BuildParams, Rule,
    solid_leaf::{LeafParams, LeafRule, PvsParams},
};
use clap::{Args as ClapArgs, ValueEnum};

use crate::values::{self, long_help};

/// Options for reading a level and building its trees, shared by all commands.
#[derive(Clone, Debug, Default, PartialEq, ClapArgs)]
pub struct TreeArgs {
    /// Metres per unit of the file. The default depends on the format; for OBJ, it is guessed from the level's size.
    #[arg(
        long, value_name = "F", global = true, value_parser = values::scale, allow_negative_numbers = true, help_heading = text!("option-heading-reading"),
        help = text!("option-build-scale"),
    )]
    pub scale: Option<f64>,

    /// Up axis of the file. If it is z, (x, y, z) becomes (x, z, −y).
    #[arg(
        long,
        value_name = "y|z",
        global = true,
        value_parser = values::names_parser(&[UpAxis::Y, UpAxis::Z], UpAxis::name, |_| ""),
        help_heading = text!("option-heading-reading"),
        hide_possible_values = true, help = text!("option-build-up"))]
    pub up: Option<UpAxis>,

    /// Folder with the images or WAD files of the level. It is searched before the level's own folder.
    #[arg(
        long, value_name = "DIR", global = true, help_heading = text!("option-heading-reading"),
        help = text!("option-build-textures"),
    )]
    pub textures: Option<PathBuf>,

    /// Map to open in a WAD file, such as E1M1 or MAP01. The default is the first map.
    #[arg(
        long, value_name = "NAME", global = true, help_heading = text!("option-heading-reading"),
        help = text!("option-build-map"),
    )]
    pub map: Option<String>,

    /// Whether doors and lifts move and have their own trees, or are fixed parts of the level's tree.
    #[arg(
        long, value_name = "apart|still", global = true, hide_possible_values = true, help_heading = text!("option-heading-reading"),
        help = text!("option-build-moving"),
        long_help = long_help(text!("option-build-moving"), text!("option-build-moving.more")),
    )]
    pub moving: Option<MovingParts>,

    /// Build rule of the node-storing tree, which chooses the plane of each node.
    #[arg(
        long, value_name = "NAME", global = true, value_parser = values::names_parser(&Rule::ALL, Rule::name, Rule::description), help_heading = text!("option-heading-tree"),
        help = text!("option-build-rule"),
        long_help = long_help(text!("option-build-rule"), text!("option-build-rule.more")),
    )]
    pub rule: Option<Rule>,

    /// Penalty for each face that a plane cuts.
    #[arg(
        long, value_name = "F", global = true, value_parser = values::weight, allow_negative_numbers = true, help_heading = text!("option-heading-tree"),
        help = text!("option-build-cut-weight"),
    )]
    pub cut_weight: Option<f64>,

    /// Penalty for each face of imbalance between the two sides of a plane.
    #[arg(
        long, value_name = "F", global = true, value_parser = values::weight, allow_negative_numbers = true, help_heading = text!("option-heading-tree"),
        help = text!("option-build-unbalance-weight"),
    )]
    pub unbalance_weight: Option<f64>,

    /// Random seed for building both trees.
    #[arg(
        long, value_name = "N", global = true, help_heading = text!("option-heading-tree"),
        help = text!("option-build-seed"),
    )]
    pub seed: Option<u64>,

    /// Maximum number of face fragments in the node-storing tree. If a node's plane would exceed the maximum, the node
    /// keeps its faces undivided.
    #[arg(
        long, value_name = "N", global = true, value_parser = clap::value_parser!(u32).range(1..), help_heading = text!("option-heading-tree"),
        help = text!("option-build-max-fragments"),
        long_help = long_help(text!("option-build-max-fragments"), text!("option-build-max-fragments.more")),
    )]
    pub max_fragments: Option<u32>,

    /// Options of the solid-leaf tree.
    #[command(flatten)]
    pub leaves: LeafArgs,
}

/// Build options of the solid-leaf tree.
#[derive(Clone, Debug, Default, PartialEq, ClapArgs)]
#[command(next_help_heading = text!("option-heading-leaf-tree"))]
pub struct LeafArgs {
    /// Build rule of the solid-leaf tree, which chooses the plane of each node.
    #[arg(
        long, value_name = "NAME", global = true, value_parser = values::names_parser(&LeafRule::ALL, LeafRule::name, LeafRule::description),
        help = text!("option-build-leaf-rule"),
        long_help = long_help(text!("option-build-leaf-rule"), text!("option-build-leaf-rule.more")),
    )]
    pub leaf_rule: Option<LeafRule>,

    /// Rule that separates structural faces, which define the tree, from detail.
    #[arg(
        long, value_name = "HOW", global = true, hide_possible_values = true,
        help = text!("option-build-structure"),
        long_help = long_help(text!("option-build-structure"), text!("option-build-structure.more")),
    )]
    pub structure: Option<StructureRule>,

    /// Objects that are always structural. This option can be repeated.
    #[arg(long, value_name = "OBJECT", global = true, help = text!("option-build-structural"))]
    pub structural: Vec<String>,

    /// Objects that are always detail. This option can be repeated.
    #[arg(long, value_name = "OBJECT", global = true, help = text!("option-build-detail"))]
    pub detail: Vec<String>,

    /// Whether object names that start with D or S mark detail or structure, as in `DSphere01`.
    #[arg(long, global = true, help = text!("option-build-letters"))]
    pub letters: bool,

    /// Maximum number of structural facets (flat parts of surfaces) whose names do not mark them as structural. 0 means
    /// no limit.
    #[arg(long, value_name = "N", global = true, help = text!("option-build-structural-budget"))]
    pub structural_budget: Option<u32>,

    /// Whether to make empty space solid if it cannot be reached from the spawn. Only applies to sealed levels.
    #[arg(long, global = true, help = text!("option-build-fill"))]
    pub fill: bool,

    /// Work limit of the PVS computation, as a number of view clips. 0 keeps a coarse result.
    #[arg(
        long, value_name = "N", global = true,
        help = text!("option-build-pvs-steps"),
        long_help = long_help(text!("option-build-pvs-steps"), text!("option-build-pvs-steps.more")),
    )]
    pub pvs_steps: Option<u64>,
}

/// Treatment of doors, lifts and other moving parts. The window and every command have the same default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MovingParts {
    /// Moving parts have their own trees.
    #[default]
    #[value(help = text!("option-value-moving-apart"))]
    Apart,
    /// Moving parts stay at their positions in the file and belong to the level's tree.
    #[value(help = text!("option-value-moving-still"))]
    Still,
}

impl MovingParts {
    /// Returns the `--moving` argument for moving parts that move (`apart` is true) or stay still. Returns `None` for
    /// the default.
    fn other_than_default(apart: bool) -> Option<Self> {
        let moving = if apart { Self::Apart } else { Self::Still };
        (moving != Self::default()).then_some(moving)
    }
}

/// Rule that separates structural faces from detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StructureRule {
    /// By names that begin with `detail` or `structure`, then by the size of separate parts, then by the budget.
    #[value(help = text!("option-value-structure-auto"))]
    Auto,
    /// By names only.
    #[value(help = text!("option-value-structure-names"))]
    Names,
    /// All faces except liquids are structural.
    #[value(help = text!("option-value-structure-all"))]
    All,
}

impl TreeArgs {
    /// Returns the options for the loaders.
    pub fn load_options(&self) -> LoadOptions {
        LoadOptions {
            up: self.up,
            scale: self.scale,
            textures: self.textures.clone(),
            map: self.map.clone(),
            moving_apart: self.moving.unwrap_or_default() == MovingParts::Apart,
        }
    }

    /// Returns the parameters after applying the arguments, which override `given`. A rule also sets the other
    /// parameters of its preset.
    pub fn apply_to(&self, given: &CompileParams) -> CompileParams {
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

impl TreeArgs {
    /// Returns the arguments as words of a command line, each `--name` or `--name=value`.
    pub fn words(&self) -> Vec<String> {
        let textures = self.textures.as_ref();
        let moving = self.moving.and_then(|moving| moving.to_possible_value());
        let options = [
            ("scale", self.scale.map(|scale| scale.to_string())),
            ("up", self.up.map(|up| up.name().to_owned())),
            ("textures", textures.map(|folder| folder.display().to_string())),
            ("map", self.map.clone()),
            ("moving", moving.map(|moving| moving.get_name().to_owned())),
            ("rule", self.rule.map(|rule| rule.to_string())),
            ("cut-weight", self.cut_weight.map(|weight| weight.to_string())),
            (
                "unbalance-weight",
                self.unbalance_weight.map(|weight| weight.to_string()),
            ),
            ("seed", self.seed.map(|seed| seed.to_string())),
            ("max-fragments", self.max_fragments.map(|most| most.to_string())),
        ];
        let words = options.into_iter().filter_map(word);
        words.chain(self.leaves.words()).collect()
    }

    /// Returns the arguments that turn the parameters `given` into `wanted`, as far as arguments can express the
    /// difference.
    ///
    /// `load` contains the options for reading the level.
    pub fn between(given: &CompileParams, wanted: &CompileParams, load: &LoadOptions) -> Self {
        let changed = |wanted: f64, base: f64| (wanted != base).then_some(wanted);
        let (rule, leaf_rule) = (wanted.nodes.rule, wanted.leaves.rule);
        let rule = (wanted.nodes != given.nodes).then_some(rule);
        let nodes = rule.map_or(given.nodes, BuildParams::preset);
        let leaf_rule = (leaf_rule != given.leaves.rule).then_some(leaf_rule);
        let seed = wanted.nodes.seed;
        let most = wanted.nodes.max_fragments;
        Self {
            scale: load.scale,
            up: load.up,
            textures: load.textures.clone(),
            map: load.map.clone(),
            moving: MovingParts::other_than_default(load.moving_apart),
            rule,
            cut_weight: changed(wanted.nodes.cut_weight, nodes.cut_weight),
            unbalance_weight: changed(wanted.nodes.unbalance_weight, nodes.unbalance_weight),
            seed: (seed != nodes.seed).then_some(seed),
            max_fragments: (most != nodes.max_fragments && most > 0).then_some(most),
            leaves: LeafArgs {
                leaf_rule,
                fill: wanted.fill && !given.fill,
                ..LeafArgs::structure_between(&given.structure, &wanted.structure)
            },
        }
    }
}

fn word((name, value): (&str, Option<String>)) -> Option<String> {
    Some(format!("--{name}={}", value?))
}

impl LeafArgs {
    fn words(&self) -> Vec<String> {
        let structure = self.structure.and_then(|structure| structure.to_possible_value());
        let options = [
            ("leaf-rule", self.leaf_rule.map(|rule| rule.to_string())),
            (
                "structure",
                structure.map(|structure| structure.get_name().to_owned()),
            ),
            (
                "structural-budget",
                self.structural_budget.map(|budget| budget.to_string()),
            ),
            ("pvs-steps", self.pvs_steps.map(|steps| steps.to_string())),
        ];
        let named = |option, names: &[String]| -> Vec<String> {
            names.iter().map(|name| format!("--{option}={name}")).collect()
        };
        let flags = [("--letters", self.letters), ("--fill", self.fill)];
        let flags = flags.into_iter().filter(|(_, is_set)| *is_set);
        let options = options.into_iter().filter_map(word);
        options
            .chain(named("structural", &self.structural))
            .chain(named("detail", &self.detail))
            .chain(flags.map(|(name, _)| name.to_owned()))
            .collect()
    }

    /// Returns the arguments that turn one structure into another, as far as arguments can express the difference.
    fn structure_between(given: &StructureParams, wanted: &StructureParams) -> Self {
        let rules = [StructureRule::Auto, StructureRule::Names, StructureRule::All];
        let bases = rules.map(|rule| {
            let structure = Some(rule);
            let args = Self {
                structure,
                ..Self::default()
            };
            (args.structure_over(given), structure)
        });
        let base = [(given.clone(), None)]
            .into_iter()
            .chain(bases)
            .find(|(base, _)| {
                let rest = |params: &StructureParams| (params.names, params.detail_size);
                let keeps = |(name, kind): (&String, &Kind)| wanted.by_hand.get(name) == Some(kind);
                rest(base) == rest(wanted) && base.by_hand.iter().all(keeps) && wanted.letters >= base.letters
            });
        let Some((base, structure)) = base else {
            return Self::default();
        };
        let named = |kind: Kind| {
            let new = wanted
                .by_hand
                .iter()
                .filter(|(name, by_hand)| **by_hand == kind && base.by_hand.get(*name) != Some(&kind));
            new.map(|(name, _)| name.clone()).collect()
        };
        Self {
            structure,
            structural: named(Kind::Structural),
            detail: named(Kind::Detail),
            letters: wanted.letters && !base.letters,
            structural_budget: (wanted.budget != base.budget).then_some(wanted.budget),
            ..Self::default()
        }
    }

    fn structure_over(&self, given: &StructureParams) -> StructureParams {
        let mut params = match self.structure {
            None => given.clone(),
            Some(StructureRule::Auto) => StructureParams::default(),
            Some(StructureRule::Names) => StructureParams::names(),
            Some(StructureRule::All) => StructureParams::all_structural(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_between_params_reproduce_them() {
        let all = {
            let nodes = Rule::ALL.map(|rule| CompileParams {
                nodes: BuildParams::preset(rule),
                ..CompileParams::default()
            });
            let leaves = LeafRule::ALL.map(|rule| CompileParams {
                leaves: LeafParams::preset(rule),
                ..CompileParams::default()
            });
            let weighed = CompileParams {
                nodes: BuildParams {
                    cut_weight: 3.5,
                    seed: 9,
                    max_fragments: 12_345,
                    ..BuildParams::ATI
                },
                leaves: LeafParams {
                    seed: 9,
                    ..LeafParams::default()
                },
                fill: true,
                ..CompileParams::default()
            };
            let mut by_hand = StructureParams::names();
            by_hand.by_hand.insert("pillar".to_owned(), Kind::Detail);
            by_hand.letters = true;
            by_hand.budget = 7;
            let structured = CompileParams {
                structure: by_hand,
                ..CompileParams::default()
            };
            let everything = CompileParams {
                structure: StructureParams::all_structural(),
                ..CompileParams::default()
            };
            let mut all = nodes.to_vec();
            all.extend(leaves);
            all.extend([weighed, structured, everything]);
            all
        };
        let given = CompileParams::default();
        let load = TreeArgs::default().load_options();
        for wanted in &all {
            let args = TreeArgs::between(&given, wanted, &load);
            assert_eq!(args.apply_to(&given), *wanted, "{:?}", args.words());
        }
        let same = TreeArgs::between(&all[2], &all[2], &load);
        assert_eq!(same, TreeArgs::default(), "what is there is not said");
    }

    #[test]
    fn load_options_round_trip() {
        let load = LoadOptions {
            up: Some(UpAxis::Z),
            scale: Some(0.0254),
            textures: Some("my textures".into()),
            map: Some("E1M1".to_owned()),
            moving_apart: MovingParts::default() == MovingParts::Still,
        };
        let params = CompileParams::default();
        let args = TreeArgs::between(&params, &params, &load);
        assert_eq!(args.load_options(), load);
        let moving = format!("--moving={}", if load.moving_apart { "apart" } else { "still" });
        let words = [
            "--scale=0.0254",
            "--up=z",
            "--textures=my textures",
            "--map=E1M1",
            &moving,
        ];
        assert_eq!(args.words(), words);
    }
}
