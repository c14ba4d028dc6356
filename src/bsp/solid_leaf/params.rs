//! How a solid-leaf tree is built: one struct for the panel, the command line and the library.

use std::{fmt, str::FromStr};

use crate::bsp::scoring::sample_size;

/// The rule by which a node of a solid-leaf tree chooses its plane. Names that [`crate::bsp::Rule`] has too mean the
/// same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeafRule {
    /// Sampled face planes, scored by cuts, balance and the faces that lie on them, as Quake III's compiler does: for
    /// levels of any size.
    #[default]
    Sampled,
    /// The surface area heuristic: what a random segment through the cell is expected to meet on either side.
    SurfaceArea,
    /// The plane of the first face.
    First,
    /// The face plane that cuts the fewest faces.
    FewestCuts,
    /// The face plane with the most equal numbers of faces on its sides.
    Balanced,
    /// The plane of a random face, by [`LeafParams::seed`].
    Random,
}

impl LeafRule {
    /// All rules, the default first.
    pub const ALL: [Self; 6] = [
        Self::Sampled,
        Self::SurfaceArea,
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
            Self::SurfaceArea => "surface-area",
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
                "samples planes of faces and weighs their cuts, their balance and the faces on them"
            }
            Self::SurfaceArea => "takes the plane with the least expected query cost, by surface areas",
            Self::First => "takes the plane of the first face",
            Self::FewestCuts => "takes the face plane that cuts the fewest faces",
            Self::Balanced => "takes the face plane that divides the faces most evenly",
            Self::Random => "takes the plane of a random face",
        }
    }
}

impl fmt::Display for LeafRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name is not one of [`LeafRule::ALL`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no rule is named `{0}`; the rules are sampled, surface-area, first, fewest-cuts, balanced and random"
)]
pub struct UnknownLeafRule(pub String);

impl FromStr for LeafRule {
    type Err = UnknownLeafRule;

    fn from_str(name: &str) -> Result<Self, UnknownLeafRule> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.name() == name)
            .ok_or_else(|| UnknownLeafRule(name.to_owned()))
    }
}

/// Everything that decides what solid-leaf tree is built from given triangles. Equal parameters give equal trees.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LeafParams {
    /// How a node chooses its plane.
    pub rule: LeafRule,
    /// What a cut face adds to the score of a plane.
    pub cut_weight: f64,
    /// What each face more on one side than on the other adds to the score of a plane.
    pub unbalance_weight: f64,
    /// What each face on a plane takes off its score. `surface-area` does not read it.
    pub coplanar_weight: f64,
    /// Seed of everything random.
    pub seed: u64,
    /// Candidate planes scored a node; 0 for every face's. `first` and `random` do not read it.
    pub candidates: u32,
    /// Faces that a candidate is scored against; 0 for all.
    pub sample: u32,
    /// Whether coplanar triangles of one surface are merged into convex polygons before the build.
    pub merge: bool,
    /// How much the winding of a face says about which of its sides is solid, against the mere fact that it separates
    /// two leaves (1): 0 ignores the winding of all but the whole.
    pub winding_weight: f64,
    /// The build fails rather than make more fragments than this.
    pub max_fragments: u32,
    /// The build fails rather than make more leaves than this.
    pub max_leaves: u32,
}

impl LeafParams {
    /// The default: see [`LeafRule::Sampled`].
    pub const SAMPLED: Self = Self {
        rule: LeafRule::Sampled,
        cut_weight: 5.0,
        unbalance_weight: 1.0,
        coplanar_weight: 5.0,
        seed: 1,
        candidates: 16,
        sample: 256,
        merge: true,
        winding_weight: 0.25,
        max_fragments: 5_000_000,
        max_leaves: 1_000_000,
    };
    /// See [`LeafRule::SurfaceArea`].
    pub const SURFACE_AREA: Self = Self {
        rule: LeafRule::SurfaceArea,
        cut_weight: 0.5,
        unbalance_weight: 0.0,
        ..Self::SAMPLED
    };
    /// See [`LeafRule::First`].
    pub const FIRST: Self = Self {
        rule: LeafRule::First,
        ..Self::SAMPLED
    };
    /// See [`LeafRule::FewestCuts`].
    pub const FEWEST_CUTS: Self = Self {
        rule: LeafRule::FewestCuts,
        cut_weight: 1.0,
        unbalance_weight: 0.0,
        coplanar_weight: 0.0,
        candidates: 64,
        sample: 1024,
        ..Self::SAMPLED
    };
    /// See [`LeafRule::Balanced`].
    pub const BALANCED: Self = Self {
        rule: LeafRule::Balanced,
        cut_weight: 0.0,
        unbalance_weight: 1.0,
        ..Self::FEWEST_CUTS
    };
    /// See [`LeafRule::Random`].
    pub const RANDOM: Self = Self {
        rule: LeafRule::Random,
        ..Self::SAMPLED
    };

    /// Against how many of the pieces that reached a node each of its candidates is scored.
    #[must_use]
    pub fn scored_pieces(&self, pieces: u32) -> u32 {
        match sample_size(self.sample, self.candidates, pieces) {
            0 => pieces,
            limit => limit.min(pieces),
        }
    }

    /// The preset of a rule.
    #[must_use]
    pub const fn preset(rule: LeafRule) -> Self {
        match rule {
            LeafRule::Sampled => Self::SAMPLED,
            LeafRule::SurfaceArea => Self::SURFACE_AREA,
            LeafRule::First => Self::FIRST,
            LeafRule::FewestCuts => Self::FEWEST_CUTS,
            LeafRule::Balanced => Self::BALANCED,
            LeafRule::Random => Self::RANDOM,
        }
    }
}

impl Default for LeafParams {
    fn default() -> Self {
        Self::SAMPLED
    }
}
