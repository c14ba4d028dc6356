//! How a solid-leaf tree is built: one struct for the panel, the command line and the library.

use crate::params::{rules, sample_size};

rules! {
    /// The rule by which a node of a solid-leaf tree chooses its plane. Names that [`crate::Rule`] has too mean the same,
    /// but that `Sampled` scores as Quake III's compiler does.
    LeafRule {
        /// It samples planes of faces and weighs their cuts, their balance and the faces on them.
        #[default]
        Sampled, "sampled", "trees-leaf-rule-sampled";
        /// It takes the plane with the least expected query cost, by surface areas.
        SurfaceArea, "surface-area", "trees-leaf-rule-surface-area";
        /// It takes the plane of the first face.
        First, "first", "trees-rule-first";
        /// It takes the face plane that cuts the fewest faces.
        FewestCuts, "fewest-cuts", "trees-rule-fewest-cuts";
        /// It takes the face plane that divides the faces most evenly.
        Balanced, "balanced", "trees-rule-balanced";
        /// It takes the plane of a random face.
        Random, "random", "trees-rule-random";
    }
}

/// The parameters of a build. Equal triangles and parameters give equal trees.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LeafParams {
    /// How a node chooses its plane.
    pub rule: LeafRule,
    /// The weight of each face that a plane cuts in the score of the plane. The plane with the lowest score is chosen.
    pub cut_weight: f64,
    /// The weight of the difference between the numbers of faces on the two sides.
    pub unbalance_weight: f64,
    /// The weight of each face on a plane, which is subtracted from the score. `surface-area` ignores it.
    pub coplanar_weight: f64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// How many planes of faces are candidates at a node; 0 for all. `first` and `random` ignore it.
    pub candidates: u32,
    /// How many faces each candidate is scored against; 0 for all.
    pub sample: u32,
    /// Whether coplanar triangles of one surface are merged into convex polygons before the build.
    pub merge: bool,
    /// The weight of a leaf's winding number as evidence of whether the leaf is solid, for each square metre of its boundary.
    /// An open square metre between two leaves weighs 1. At 0 the winding numbers have no weight.
    pub winding_weight: f64,
    /// The limit of fragments. A build with more fails with [`TooManyFragments`](super::LeafBuildError::TooManyFragments).
    pub max_fragments: u32,
    /// The limit of leaves. A build with more fails with [`TooManyLeaves`](super::LeafBuildError::TooManyLeaves).
    pub max_leaves: u32,
}

impl LeafParams {
    /// The preset of [`LeafRule::Sampled`], which is the default.
    pub const SAMPLED: Self = Self::preset(LeafRule::Sampled);

    /// The preset of a rule.
    #[must_use]
    pub const fn preset(rule: LeafRule) -> Self {
        let sampled = Self {
            rule,
            cut_weight: 5.0,
            unbalance_weight: 1.0,
            coplanar_weight: 5.0,
            seed: 1,
            candidates: 16,
            sample: 256,
            merge: true,
            winding_weight: 1.0,
            max_fragments: 5_000_000,
            max_leaves: 1_000_000,
        };
        let (cut_weight, unbalance_weight, coplanar_weight, candidates, sample) = match rule {
            LeafRule::Sampled | LeafRule::First | LeafRule::Random => return sampled,
            LeafRule::SurfaceArea => (0.5, 0.0, 5.0, 16, 256),
            LeafRule::FewestCuts => (1.0, 0.0, 0.0, 64, 1024),
            LeafRule::Balanced => (0.0, 1.0, 0.0, 64, 1024),
        };
        Self {
            cut_weight,
            unbalance_weight,
            coplanar_weight,
            candidates,
            sample,
            ..sampled
        }
    }

    /// How many of the `pieces` of faces in the cell of a node each candidate is scored against.
    #[must_use]
    pub fn scored_pieces(&self, pieces: u32) -> u32 {
        match sample_size(self.sample, self.candidates, pieces) {
            0 => pieces,
            limit => limit.min(pieces),
        }
    }
}

impl Default for LeafParams {
    fn default() -> Self {
        Self::SAMPLED
    }
}
