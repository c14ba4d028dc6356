//! How a tree chooses its planes: one struct for the panel, the command line and the library.

use std::{fmt, str::FromStr};

use super::scoring::sample_size;

/// The rule by which a node chooses its splitting plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Sampled candidates, of faces and of axes, scored by the expected cost of a query: for levels of any size.
    #[default]
    Sampled,
    /// The ATI sample's (seed 000): every triangle's plane against every triangle, O(n²) a node, one triangle a node.
    Ati,
    /// The plane of the first face.
    First,
    /// The face plane that cuts the fewest faces.
    FewestCuts,
    /// The face plane with the most equal numbers of faces on its sides.
    Balanced,
    /// The plane of a random face, by [`BuildParams::seed`].
    Random,
}

impl Rule {
    /// All rules, the default first.
    pub const ALL: [Self; 6] = [
        Self::Sampled,
        Self::Ati,
        Self::First,
        Self::FewestCuts,
        Self::Balanced,
        Self::Random,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sampled => "sampled",
            Self::Ati => "ati",
            Self::First => "first",
            Self::FewestCuts => "fewest-cuts",
            Self::Balanced => "balanced",
            Self::Random => "random",
        }
    }

    /// What it does, in one sentence for a person.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Sampled => {
                "samples planes of faces and axes and takes the one with the least expected query cost"
            }
            Self::Ati => {
                "scores every triangle's plane against every triangle, as the ATI SDK's sample does: slow in large levels"
            }
            Self::First => "takes the plane of the first face",
            Self::FewestCuts => "takes the face plane that cuts the fewest faces",
            Self::Balanced => "takes the face plane that divides the faces most evenly",
            Self::Random => "takes the plane of a random face",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name is not one of [`Rule::ALL`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no rule is named `{0}`; the rules are sampled, ati, first, fewest-cuts, balanced and random")]
pub struct UnknownRule(pub String);

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.name() == name)
            .ok_or_else(|| UnknownRule(name.to_owned()))
    }
}

/// Everything that decides what tree is built from given triangles. Equal parameters give equal trees.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BuildParams {
    /// How a node chooses its plane.
    pub rule: Rule,
    /// What a cut face adds to the score of a plane.
    pub cut_weight: f64,
    /// What each face more on one side than on the other adds to the score of a plane.
    pub unbalance_weight: f64,
    /// Seed of everything random.
    pub seed: u64,
    /// Candidate planes scored a node; 0 for every face's. `ati`, `first` and `random` do not read it.
    pub candidates: u32,
    /// Faces that a candidate is scored against; 0 for all. `ati` scores against all.
    pub sample: u32,
    /// The build fails rather than make more fragments than this: some rules cut a level into millions.
    pub max_fragments: u32,
}

impl BuildParams {
    /// The default: see [`Rule::Sampled`].
    pub const SAMPLED: Self = Self {
        rule: Rule::Sampled,
        cut_weight: 0.5,
        unbalance_weight: 0.0,
        seed: 1,
        candidates: 8,
        sample: 128,
        max_fragments: 5_000_000,
    };
    /// The sample's rule; seed 000 leaves the two weights to the caller, here a cut costs three faces of unbalance.
    pub const ATI: Self = Self {
        rule: Rule::Ati,
        cut_weight: 3.0,
        unbalance_weight: 1.0,
        candidates: 0,
        sample: 0,
        ..Self::SAMPLED
    };
    /// See [`Rule::First`].
    pub const FIRST: Self = Self {
        rule: Rule::First,
        ..Self::SAMPLED
    };
    /// See [`Rule::FewestCuts`].
    pub const FEWEST_CUTS: Self = Self {
        rule: Rule::FewestCuts,
        cut_weight: 1.0,
        unbalance_weight: 0.0,
        candidates: 64,
        sample: 1024,
        ..Self::SAMPLED
    };
    /// See [`Rule::Balanced`].
    pub const BALANCED: Self = Self {
        rule: Rule::Balanced,
        cut_weight: 0.0,
        unbalance_weight: 1.0,
        ..Self::FEWEST_CUTS
    };
    /// See [`Rule::Random`].
    pub const RANDOM: Self = Self {
        rule: Rule::Random,
        ..Self::SAMPLED
    };

    /// Against how many of the pieces that reached a node each of its candidates is scored.
    #[must_use]
    pub fn scored_pieces(&self, pieces: u32) -> u32 {
        let limit = match self.rule {
            Rule::Sampled => sample_size(self.sample, self.candidates, pieces),
            Rule::FewestCuts | Rule::Balanced => self.sample,
            Rule::Ati | Rule::First | Rule::Random => 0,
        };
        if limit == 0 { pieces } else { limit.min(pieces) }
    }

    /// The preset of a rule.
    #[must_use]
    pub const fn preset(rule: Rule) -> Self {
        match rule {
            Rule::Sampled => Self::SAMPLED,
            Rule::Ati => Self::ATI,
            Rule::First => Self::FIRST,
            Rule::FewestCuts => Self::FEWEST_CUTS,
            Rule::Balanced => Self::BALANCED,
            Rule::Random => Self::RANDOM,
        }
    }
}

impl Default for BuildParams {
    fn default() -> Self {
        Self::SAMPLED
    }
}
