//! Parameters of a solid-leaf tree, shared by the panel, the command line and the library.

use crate::params::{rules, sample_size};

rules! {
    /// Rule for choosing the splitting plane of a node.
    ///
    /// Rules with the same name as in [`crate::Rule`] work in the same way, except that `Sampled` uses the scoring of
    /// Quake III's compiler.
    LeafRule {
        /// Samples face planes and weighs cuts, balance and coplanar faces.
        #[default]
        Sampled, "sampled", "samples face planes and weighs their cuts, balance and coplanar faces";
        /// Chooses the plane with the lowest score by the surface area heuristic.
        SurfaceArea, "surface-area", "picks the best plane by the surface area heuristic";
        /// Chooses the plane of the first face that reaches the node.
        First, "first", "picks the plane of the first face";
        /// Chooses the face plane that cuts the fewest faces.
        FewestCuts, "fewest-cuts", "picks the face plane that cuts the fewest faces";
        /// Chooses the face plane that divides the faces most evenly.
        Balanced, "balanced", "picks the face plane that divides the faces most evenly";
        /// Chooses the plane of a random face.
        Random, "random", "picks the plane of a random face";
    }
}

/// Build parameters. Builds are deterministic: equal triangles and parameters produce equal trees.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LeafParams {
    /// Rule for choosing the plane of a node. Default [`LeafRule::Sampled`].
    ///
    /// The defaults of the other fields suit this rule. For another rule, start with [`LeafParams::preset`].
    pub rule: LeafRule,
    /// Weight of each cut face in the score of a plane. Must be finite. Default 5. The plane with the lowest score
    /// wins. Ignored by `first` and `random`.
    ///
    /// With a small weight, the tree has many fragments and leaves, and computing the PVS takes longer. With a large
    /// one, the tree becomes deep.
    pub cut_weight: f64,
    /// Weight of the difference between the numbers of faces on the two sides. Must be finite. Default 1. Ignored by
    /// `first` and `random`.
    ///
    /// With a small weight, the tree becomes deep. With a large one, planes cut many faces.
    pub unbalance_weight: f64,
    /// Bonus for each coplanar face, which is subtracted from the score. Must be finite. Default 5. Ignored by
    /// `surface-area`, `first` and `random`.
    ///
    /// With a small bonus, a large wall made of many faces is first split by other planes. With a large one, the
    /// largest wall always wins, wherever it is.
    pub coplanar_weight: f64,
    /// Seed for the random numbers that select candidates and samples. Default 1. All values are equally good.
    pub seed: u64,
    /// Number of candidate face planes per node, or 0 for all. Default 16. Ignored by `first` and `random`.
    ///
    /// With few candidates, the tree has more fragments. With many, build times grow in proportion.
    pub candidates: u32,
    /// Number of faces against which each candidate is scored, or 0 for all. Default 256.
    ///
    /// With a small sample, the choice of planes is partly random. With a large one, build times grow in proportion.
    pub sample: u32,
    /// Whether coplanar triangles of a surface are merged into convex polygons before the build. Default `true`.
    ///
    /// Without merging, the diagonals of walls divide space, which adds leaves and portals.
    pub merge: bool,
    /// Weight of a leaf's winding number as evidence of its solidity, per square metre of the leaf's boundary. Must be
    /// finite. Default 1.
    ///
    /// For comparison, an open square metre between two leaves weighs 1. At 0, winding numbers have no influence. With
    /// a large weight, leaves follow their own winding number even where they are open to leaves of the other kind, so
    /// a hole changes the classification of nearby leaves.
    pub winding_weight: f64,
    /// Maximum number of fragments. Default 5,000,000. If there are more, the build fails with
    /// [`TooManyFragments`](super::LeafBuildError::TooManyFragments).
    pub max_fragments: u32,
    /// Maximum number of leaves. Default 1,000,000. If there are more, the build fails with
    /// [`TooManyLeaves`](super::LeafBuildError::TooManyLeaves).
    pub max_leaves: u32,
}

impl LeafParams {
    /// The preset for [`LeafRule::Sampled`], the default rule.
    pub const SAMPLED: Self = Self::preset(LeafRule::Sampled);

    /// Returns the preset for a rule.
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

    /// Returns the number of pieces against which each candidate is scored at a node with `pieces` pieces.
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
