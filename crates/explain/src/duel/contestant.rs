//! The contestants: build rules for both kinds of trees with their weights, the tree of a compiled level, other spatial
//! trees, and no tree at all.
//!
//! The other trees are plain implementations. `benches/compare.rs` compares with the optimised ones in parry3d and
//! obvhs.

use std::{fmt, str::FromStr};

use bspwalk_levels::Level;
use bspwalk_text::{text, translated};
use bspwalk_trees::{
    BuildParams, Rule,
    solid_leaf::{LeafParams, LeafRule},
};

use crate::other_trees::SpatialTreeKind;

/// Prefix for the names of solid-leaf tree rules.
const LEAF_PREFIX: &str = "leaf-";

/// Name of the contestant for the tree of a compiled level.
const OWN: &str = "own";
const NO_TREE: &str = "none";

/// Maximum weight. The command line has the same limit.
const MOST_WEIGHT: f64 = 1e9;

/// Number of triangles above which some rules are excluded by default. These rules are much slower than the others or
/// split a level into millions of pieces.
const LARGE: usize = 20_000;

/// Value of [`LARGE`] for the rule `ati`, whose build time is quadratic.
const LARGE_FOR_ATI: usize = 4_000;

/// A contestant of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Contestant {
    /// The node-storing tree, built by a rule with weights.
    Nodes(BuildParams),
    /// The solid-leaf tree, built by a rule with weights.
    Leaves(LeafParams),
    /// The tree stored in a compiled level (`.bsp`), converted to a solid-leaf tree.
    Own,
    /// No tree: every query tests every triangle.
    NoTree,
    /// A k-d tree, an octree or a bounding volume hierarchy.
    Other(SpatialTreeKind),
}

/// Kind of tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TreeKind {
    /// Tree that stores faces in its nodes.
    NodeStoring,
    /// Tree that stores faces in its leaves, which are empty or solid.
    SolidLeaf,
    /// Tree stored in a compiled level, converted to a solid-leaf tree.
    Own,
    /// Tree of planes perpendicular to an axis. Its leaves refer to faces.
    KdTree,
    /// Tree of cubes, each divided into eight. Its leaves refer to faces.
    Octree,
    /// Bounding volume hierarchy. Each face belongs to one leaf.
    Bvh,
    /// No tree.
    None,
}

impl TreeKind {
    /// Returns the title shown to the user.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::NodeStoring => text!("duel-tree-node-storing"),
            Self::SolidLeaf => text!("duel-tree-solid-leaf"),
            Self::Own => text!("duel-tree-own"),
            Self::KdTree => SpatialTreeKind::KdTree.title(),
            Self::Octree => SpatialTreeKind::Octree.title(),
            Self::Bvh => SpatialTreeKind::Bvh.title(),
            Self::None => text!("duel-tree-none"),
        }
    }

    /// Returns whether this is a BSP tree, which can serve as the level's tree.
    #[must_use]
    pub fn is_bsp(self) -> bool {
        matches!(self, Self::NodeStoring | Self::SolidLeaf | Self::Own)
    }
}

impl Contestant {
    /// The contestants that are not BSP trees. They are included only on request.
    pub const OTHER_TREES: [Self; 3] = [
        Self::Other(SpatialTreeKind::KdTree),
        Self::Other(SpatialTreeKind::Octree),
        Self::Other(SpatialTreeKind::Bvh),
    ];

    /// Returns the presets of all rules for both kinds of trees, the level's own tree if it has one, and no tree.
    /// [`Contestant::OTHER_TREES`] are not included.
    #[must_use]
    pub fn all(level: &Level) -> Vec<Self> {
        let nodes = Rule::ALL.map(|rule| Self::Nodes(BuildParams::preset(rule)));
        let leaves = LeafRule::ALL.map(|rule| Self::Leaves(LeafParams::preset(rule)));
        let own = level.own_tree.is_some().then_some(Self::Own);
        nodes
            .into_iter()
            .chain(leaves)
            .chain(own)
            .chain([Self::NoTree])
            .collect()
    }

    /// Returns the contestants from [`Contestant::all`] that take only seconds to build for a level of this size. They
    /// are the default.
    #[must_use]
    pub fn usual(level: &Level) -> Vec<Self> {
        let triangles = level.triangles.iter().filter(|triangle| triangle.solid).count();
        let mut usual = Self::all(level);
        usual.retain(|contestant| triangles <= contestant.most_triangles());
        usual
    }

    /// Returns the maximum number of solid triangles in levels that include this contestant by default.
    fn most_triangles(&self) -> usize {
        match self {
            Self::Nodes(params) => match params.rule {
                Rule::Sampled | Rule::FewestCuts => usize::MAX,
                Rule::Ati => LARGE_FOR_ATI,
                Rule::First | Rule::Balanced | Rule::Random => LARGE,
            },
            Self::Leaves(params) => match params.rule {
                LeafRule::Sampled | LeafRule::SurfaceArea => usize::MAX,
                LeafRule::First | LeafRule::FewestCuts | LeafRule::Balanced | LeafRule::Random => LARGE,
            },
            Self::Own | Self::NoTree | Self::Other(_) => usize::MAX,
        }
    }

    /// Returns the kind of tree that the contestant uses.
    #[must_use]
    pub fn kind(&self) -> TreeKind {
        match self {
            Self::Nodes(_) => TreeKind::NodeStoring,
            Self::Leaves(_) => TreeKind::SolidLeaf,
            Self::Own => TreeKind::Own,
            Self::NoTree => TreeKind::None,
            Self::Other(SpatialTreeKind::KdTree) => TreeKind::KdTree,
            Self::Other(SpatialTreeKind::Octree) => TreeKind::Octree,
            Self::Other(SpatialTreeKind::Bvh) => TreeKind::Bvh,
        }
    }

    /// Returns the name to show in tables: a name such as "k-d tree" for a tree that is not a BSP tree, and the
    /// command-line name otherwise.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Other(kind) => kind.title().to_owned(),
            _ => self.to_string(),
        }
    }

    /// Returns the readable name of the rule or tree, without weights: "Fewest cuts". [`Display`](fmt::Display) writes
    /// the name used on the command line.
    #[must_use]
    pub fn readable_name(&self) -> &'static str {
        match self {
            Self::Nodes(params) => match params.rule {
                Rule::Sampled => text!("duel-name-sampled"),
                Rule::Ati => text!("duel-name-ati"),
                Rule::First => text!("duel-name-first"),
                Rule::FewestCuts => text!("duel-name-fewest-cuts"),
                Rule::Balanced => text!("duel-name-balanced"),
                Rule::Random => text!("duel-name-random"),
            },
            Self::Leaves(params) => match params.rule {
                LeafRule::Sampled => text!("duel-name-leaf-sampled"),
                LeafRule::SurfaceArea => text!("duel-name-leaf-surface-area"),
                LeafRule::First => text!("duel-name-leaf-first"),
                LeafRule::FewestCuts => text!("duel-name-leaf-fewest-cuts"),
                LeafRule::Balanced => text!("duel-name-leaf-balanced"),
                LeafRule::Random => text!("duel-name-leaf-random"),
            },
            Self::Own => text!("duel-name-own"),
            Self::NoTree => text!("duel-name-none"),
            Self::Other(kind) => kind.title(),
        }
    }

    /// Returns the readable name, followed by any weights that differ from the preset: "Fewest cuts (weights 4:0)".
    #[must_use]
    pub fn label(&self) -> String {
        let name = self.readable_name();
        match self.weights() {
            Some([cut, unbalance]) if self.weights() != self.preset() => {
                text!("duel-name-with-weights", name, cut, unbalance)
            }
            _ => name.to_owned(),
        }
    }

    /// Returns the three contestants that a duel in the window starts with. They show the trade-off between cuts and
    /// balance, and take only seconds to build.
    #[must_use]
    pub fn starters(level: &Level) -> Vec<Self> {
        let usual = Self::usual(level);
        let rules = [Rule::Sampled, Rule::FewestCuts, Rule::Balanced];
        let rules = rules.map(|rule| Self::Nodes(BuildParams::preset(rule)));
        let leaves = Self::Leaves(LeafParams::preset(LeafRule::Sampled));
        let mut starters: Vec<Self> = rules.into_iter().chain([leaves]).collect();
        starters.retain(|starter| usual.contains(starter));
        starters.truncate(3);
        starters
    }

    /// Returns the weights of a cut and of imbalance, or `None` if the rule does not use weights.
    #[must_use]
    pub fn weights(&self) -> Option<[f64; 2]> {
        match self {
            Self::Nodes(params) if !matches!(params.rule, Rule::First | Rule::Random) => {
                Some([params.cut_weight, params.unbalance_weight])
            }
            Self::Leaves(params) if !matches!(params.rule, LeafRule::First | LeafRule::Random) => {
                Some([params.cut_weight, params.unbalance_weight])
            }
            _ => None,
        }
    }

    /// Returns the contestant with different weights of a cut and of imbalance. Has no effect if the rule does not use
    /// weights.
    #[must_use]
    pub fn with_weights(mut self, [cut, unbalance]: [f64; 2]) -> Self {
        match &mut self {
            Self::Nodes(params) => (params.cut_weight, params.unbalance_weight) = (cut, unbalance),
            Self::Leaves(params) => (params.cut_weight, params.unbalance_weight) = (cut, unbalance),
            Self::Own | Self::NoTree | Self::Other(_) => {}
        }
        self
    }

    /// Returns the contestant with a different random seed for the build.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        match self {
            Self::Nodes(params) => Self::Nodes(BuildParams { seed, ..params }),
            Self::Leaves(params) => Self::Leaves(LeafParams { seed, ..params }),
            other => other,
        }
    }

    /// Returns a description to show to the user, as a sentence that starts with the name.
    #[must_use]
    pub fn description(&self) -> &'static str {
        match self {
            Self::Nodes(params) => translated(params.rule.description()),
            Self::Leaves(params) => translated(params.rule.description()),
            Self::Own => text!("duel-does-own"),
            Self::NoTree => text!("duel-does-none"),
            Self::Other(SpatialTreeKind::KdTree) => text!("duel-does-kd"),
            Self::Other(SpatialTreeKind::Octree) => text!("duel-does-octree"),
            Self::Other(SpatialTreeKind::Bvh) => text!("duel-does-bvh"),
        }
    }

    /// Returns the preset weights of the contestant's rule, or `None` if the rule does not use weights.
    fn preset(&self) -> Option<[f64; 2]> {
        match self {
            Self::Nodes(params) => Self::Nodes(BuildParams::preset(params.rule)).weights(),
            Self::Leaves(params) => Self::Leaves(LeafParams::preset(params.rule)).weights(),
            Self::Own | Self::NoTree | Self::Other(_) => None,
        }
    }
}

/// Writes the contestant's name as used on the command line.
///
/// Rules for the solid-leaf tree have the prefix `leaf-`. Weights that differ from the preset follow the name, for
/// example `sampled:2:0.5`.
impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(params) => f.write_str(params.rule.name()),
            Self::Leaves(params) => write!(f, "{LEAF_PREFIX}{}", params.rule.name()),
            Self::Own => f.write_str(OWN),
            Self::NoTree => f.write_str(NO_TREE),
            Self::Other(kind) => f.write_str(kind.name()),
        }?;
        if let Some([cut, unbalance]) = self.weights()
            && self.weights() != self.preset()
        {
            write!(f, ":{cut}:{unbalance}")?;
        }
        Ok(())
    }
}

/// Parses the format that [`Display`](fmt::Display) writes. The second weight is optional.
impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let other = SpatialTreeKind::ALL.into_iter().find(|kind| kind.name() == name);
        let named = match (name, other) {
            (OWN, _) => Self::Own,
            (NO_TREE, _) => Self::NoTree,
            (_, Some(kind)) => Self::Other(kind),
            (_, None) => match name.strip_prefix(LEAF_PREFIX) {
                Some(rule) => rule.parse().ok().map(LeafParams::preset).map(Self::Leaves),
                None => name.parse().ok().map(BuildParams::preset).map(Self::Nodes),
            }
            .ok_or_else(|| unknown(name))?,
        };
        let weights: Vec<f64> = parts.map(weight).collect::<Result<_, String>>()?;
        match (named.weights(), weights.as_slice()) {
            (_, []) => Ok(named),
            (Some([_, unbalance]), &[cut]) => Ok(named.with_weights([cut, unbalance])),
            (Some(_), &[cut, unbalance]) => Ok(named.with_weights([cut, unbalance])),
            (None, _) => Err(text!("duel-error-no-weights", name)),
            (Some(_), _) => Err(text!("duel-error-many-weights", text, name)),
        }
    }
}

fn weight(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| (0.0..=MOST_WEIGHT).contains(number));
    number.ok_or_else(|| text!("duel-error-weight", text))
}

fn unknown(name: &str) -> String {
    let nodes = Rule::ALL.map(Rule::name).join(text!("text-list"));
    let leaves: Vec<String> = LeafRule::ALL
        .iter()
        .map(|rule| format!("{LEAF_PREFIX}{rule}"))
        .collect();
    let leaves = leaves.join(text!("text-list"));
    let others = SpatialTreeKind::ALL
        .map(SpatialTreeKind::name)
        .join(text!("text-list"));
    text!(
        "duel-error-rule",
        name,
        nodes,
        leaves,
        others,
        own = OWN,
        none = NO_TREE
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use bspwalk_levels::{LoadOptions, builtin};
    use bspwalk_progress::Progress;

    #[test]
    fn contestant_names_round_trip() {
        let level =
            builtin::load("hall", &LoadOptions::default(), &Progress::default()).expect("it is built in");
        let all = Contestant::all(&level);
        assert_eq!(all.len(), Rule::ALL.len() + LeafRule::ALL.len() + 1);
        for contestant in Contestant::OTHER_TREES {
            let name = contestant.to_string();
            assert_eq!(name.parse(), Ok(contestant), "{name}");
            assert!(
                !all.contains(&contestant) && !contestant.kind().is_bsp(),
                "{name}"
            );
            assert_eq!(contestant.weights(), None);
        }
        assert_eq!(
            Contestant::OTHER_TREES.map(|one| one.title()),
            ["k-d tree", "octree", "BVH"]
        );
        let labels: HashSet<String> = all.iter().map(Contestant::label).collect();
        assert_eq!(labels.len(), all.len(), "readable names are unique: {labels:?}");
        let starters = Contestant::starters(&level);
        assert_eq!(
            starters.iter().map(Contestant::label).collect::<Vec<_>>(),
            ["Surface area heuristic", "Fewest cuts", "Best balance"]
        );
        assert_eq!(
            starters[1].with_weights([4.0, 0.0]).label(),
            "Fewest cuts (weights 4:0)"
        );
        for contestant in all {
            let name = contestant.to_string();
            assert_eq!(name.parse(), Ok(contestant), "{name}");
            let is_blind = ["first", "random"].iter().any(|rule| name.ends_with(rule));
            assert_eq!(contestant.weights().is_none(), is_blind || name == "none");
            if contestant.weights().is_some() {
                let weighed = contestant.with_weights([2.25, 0.5]);
                assert_eq!(weighed.to_string(), format!("{name}:2.25:0.5"));
                assert_eq!(weighed.to_string().parse(), Ok(weighed));
            }
        }
        let cut = Contestant::Nodes(BuildParams {
            cut_weight: 4.0,
            ..BuildParams::ATI
        });
        assert_eq!("ati:4".parse(), Ok(cut));
        for wrong in [
            "",
            "leaf-ati",
            "best",
            "none:1",
            "kd:1",
            "sampled:-1",
            "sampled:1:2:3",
            "sampled:x",
        ] {
            let error = wrong.parse::<Contestant>().expect_err(wrong);
            assert!(error.contains('`'), "{error}");
        }
    }
}
