//! Parameters of a solid-leaf tree, shared by the panel, the command line and the library.

use crate::params::{rules, sample_size};

rules! {
    /// The rule that chooses the splitting plane of a node.
    ///
    /// Rules with the same name as in [`crate::Rule`] work in the same way, except that `Sampled` uses the scoring of
    /// Quake III's compiler.
    LeafRule {
        /// Samples face planes and weighs cuts, balance and coplanar faces.
        #[default]
        Sampled, "sampled", "trees-leaf-rule-sampled";
        /// Chooses the plane with the lowest score by the surface area heuristic.
        SurfaceArea, "surface-area", "trees-leaf-rule-surface-area";
        /// Chooses the plane of the first face.
        First, "first", "trees-rule-first";
        /// Chooses the face plane that cuts the fewest faces.
        FewestCuts, "fewest-cuts", "trees-rule-fewest-cuts";
        /// Chooses the face plane that divides the faces most evenly.
        Balanced, "balanced", "trees-rule-balanced";
        /// Chooses the plane of a random face.
        Random, "random", "trees-rule-random";
    }
}

/// Build parameters. The same triangles and parameters give the same tree.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LeafParams {
    /// Rule that chooses the plane of a node. Default [`LeafRule::Sampled`].
    ///
    /// The defaults of the other fields are made for this rule. For another rule, start with [`LeafParams::preset`].
    pub rule: LeafRule,
    /// Weight of each cut face in the score of a plane; finite. Default 5. The plane with the lowest score wins.
    /// `first` and `random` ignore it.
    ///
    /// With a small weight, the tree has many fragments and leaves, and the PVS takes longer. With a large one, the
    /// tree gets deep.
    pub cut_weight: f64,
    /// Weight of the difference between the numbers of faces on the two sides; finite. Default 1. `first` and `random`
    /// ignore it.
    ///
    /// With a small weight, the tree gets deep. With a large one, planes cut many faces.
    pub unbalance_weight: f64,
    /// Bonus for each coplanar face, subtracted from the score; finite. Default 5. `surface-area`, `first` and `random`
    /// ignore it.
    ///
    /// With a small bonus, a large wall of many faces is split by other planes first. With a large one, the largest
    /// wall always wins, wherever it is.
    pub coplanar_weight: f64,
    /// Seed of the random numbers that select candidates and samples. Default 1. Every value is equally good.
    pub seed: u64,
    /// Number of candidate face planes at a node; 0 for all. Default 16. `first` and `random` ignore it.
    ///
    /// With few candidates, the tree has more fragments. With many, the build gets slower in proportion.
    pub candidates: u32,
    /// Number of faces that each candidate is scored against; 0 for all. Default 256.
    ///
    /// A small sample picks planes by chance. With a large one, the build gets slower in proportion.
    pub sample: u32,
    /// Whether coplanar triangles of a surface are merged into convex polygons before the build. Default `true`.
    ///
    /// Without merging, diagonals of walls divide space, and there are more leaves and portals.
    pub merge: bool,
    /// Weight of a leaf's winding number as evidence for its solidity, per square metre of its boundary; finite.
    /// Default 1.
    ///
    /// An open square metre between two leaves weighs 1. At 0, winding numbers have no influence. With a large weight,
    /// leaves follow their own winding number even where they are open to leaves of the other kind, so a hole changes
    /// the leaves near it.
    pub winding_weight: f64,
    /// Maximum number of fragments. Default 5,000,000. A build with more fails with
    /// [`TooManyFragments`](super::LeafBuildError::TooManyFragments).
    pub max_fragments: u32,
    /// Maximum number of leaves. Default 1,000,000. A build with more fails with
    /// [`TooManyLeaves`](super::LeafBuildError::TooManyLeaves).
    pub max_leaves: u32,
}

impl LeafParams {
    /// The preset of [`LeafRule::Sampled`], which is the default.
    pub const SAMPLED: Self = Self::preset(LeafRule::Sampled);

    /// Returns the preset of a rule.
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

    /// Returns the number of pieces that each candidate is scored against, at a node with this many pieces.
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
