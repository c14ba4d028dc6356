//! Build parameters, which determine how a tree's planes are chosen. The panel, the command line and the library share
//! these types.

/// Number of triangles that queries on the node-storing tree test at once.
pub(super) const BLOCK_PIECES: u32 = 8;

/// At nodes with at most this many pieces, `sampled` tests every face plane against every piece.
pub(super) const FEW_PIECES: u32 = 32;

/// Error for an unknown rule name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no rule `{name}`; choose one of {rules}", rules = .rules.join(", "))]
#[non_exhaustive]
pub struct UnknownRule {
    /// The unknown name.
    pub name: String,
    /// Names of all rules.
    pub rules: Vec<&'static str>,
}

/// Defines the rules for one kind of tree, default first. Each rule has a command-line name and an English
/// description.
macro_rules! rules {
    ($(#[$about:meta])* $rules:ident { $($(#[$mark:meta])* $rule:ident, $name:literal, $does:literal;)+ }) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
        )]
        #[serde(rename_all = "kebab-case")]
        pub enum $rules {
            $($(#[$mark])* $rule,)+
        }

        impl $rules {
            /// All rules, default first.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$rule),+];

            /// Returns the command-line name, which `FromStr` parses.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$rule => $name,)+
                }
            }

            /// Returns an English description: a sentence whose subject, "the rule", is omitted.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$rule => $does,)+
                }
            }
        }

        impl std::fmt::Display for $rules {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $rules {
            type Err = $crate::params::UnknownRule;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let rule = Self::ALL.into_iter().find(|rule| rule.name() == name);
                rule.ok_or_else(|| Self::Err {
                    name: name.to_owned(),
                    rules: Self::ALL.map(Self::name).to_vec(),
                })
            }
        }
    };
}

pub(super) use rules;

rules! {
    /// The rule for choosing the splitting plane of a node in the node-storing tree.
    ///
    /// `Ati` is the rule of the ATI SDK's BSP sample (2006). It takes O(n²) time per node and stores one
    /// triangle per node.
    Rule {
        /// Samples face planes and axis-aligned planes, and picks the one with the lowest score by the surface area
        /// heuristic.
        #[default]
        Sampled, "sampled", "samples face planes and axis-aligned planes and picks the best by the surface area heuristic";
        /// Scores every triangle's plane against every triangle, like the ATI SDK's sample. Slow in large levels.
        Ati, "ati", "scores every triangle's plane against every triangle, like the ATI SDK sample, which is slow in large levels";
        /// Picks the plane of the first face that reaches the node.
        First, "first", "picks the plane of the first face";
        /// Picks the face plane that cuts the fewest faces.
        FewestCuts, "fewest-cuts", "picks the face plane that cuts the fewest faces";
        /// Picks the face plane that divides the faces most evenly.
        Balanced, "balanced", "picks the face plane that divides the faces most evenly";
        /// Picks the plane of a random face.
        Random, "random", "picks the plane of a random face";
    }
}

/// Parameters of a build. Builds are deterministic: equal triangles and parameters produce equal trees.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BuildParams {
    /// Rule for choosing the plane of a node. Default [`Rule::Sampled`].
    ///
    /// The defaults of the other fields suit this rule. For another rule, start with [`BuildParams::preset`].
    pub rule: Rule,
    /// Cost of each face that a plane cuts. Must be finite. Default 1. Ignored by `first` and `random`.
    ///
    /// For `sampled`, the unit is the cost of a face test with probability 1. With a small weight, the tree has many
    /// fragments and takes more memory. With a large one, planes that cut nothing win even if they divide the faces
    /// badly, and the tree becomes deep.
    pub cut_weight: f64,
    /// Cost of each face of imbalance between the two sides. Must be finite. Default 0. Ignored by `first` and
    /// `random`.
    ///
    /// `sampled` does not need this, because an unbalanced plane already has a high expected query cost. With a small
    /// weight, other rules build deep trees. With a large one, they cut many faces.
    pub unbalance_weight: f64,
    /// Seed for the random numbers that select candidates and samples. Default 1. All values are equally good.
    pub seed: u64,
    /// Maximum number of candidate planes per node; 0 tries the planes of all faces. Default 8. Ignored by `ati`,
    /// `first` and `random`. `sampled` uses it at nodes with very many faces, and where no axis-aligned plane pays off.
    /// At nodes with few faces, `sampled` tries all face planes.
    ///
    /// With few candidates, large walls are missed and queries become slower. With many, build times grow in
    /// proportion; 0 takes quadratic time per node.
    pub candidates: u32,
    /// Number of faces against which each candidate is scored, or 0 for all. Default 128. `ati` always uses all faces.
    ///
    /// With a small sample, the choice of planes is partly random. With a large one, build times grow in proportion.
    pub sample: u32,
    /// Maximum number of fragments in the tree. Default 0: [`BuildParams::fragment_limit`] derives the limit from the
    /// number of triangles.
    ///
    /// A limit near the number of triangles leaves many faces undivided in blocks, which makes queries slower. With a
    /// very large limit, long intersecting triangles may exhaust the memory.
    pub max_fragments: u32,
}

/// Default fragment limit, as a number of fragments per triangle plus a constant. Together, they are about ten times
/// what typical levels need.
const FRAGMENTS_A_TRIANGLE: u64 = 64;
const FRAGMENTS_OF_ANY: u64 = 65_536;
/// Upper bound for the default fragment limit, which corresponds to about a gigabyte. Very large levels exceed it,
/// because their limit is at least two fragments per triangle.
const FRAGMENTS_AT_MOST: u64 = 5_000_000;

impl BuildParams {
    /// Returns whether the planes of all pieces are candidates at a node with `pieces` pieces.
    #[must_use]
    pub fn tries_all_faces(&self, pieces: u32) -> bool {
        match self.rule {
            Rule::Ati => true,
            Rule::Sampled if pieces <= FEW_PIECES => true,
            _ => self.candidates == 0 || pieces <= self.candidates,
        }
    }

    /// Returns the weights that `sampled` uses at a node with so few pieces that queries test them as one block.
    ///
    /// The weights apply to each cut, to the difference in pieces between the two sides, and to each piece on the
    /// plane. Returns `None` for all other rules, and if the number of pieces is large enough for the surface area
    /// heuristic.
    #[must_use]
    pub fn block_weights(&self, pieces: u32) -> Option<[f64; 3]> {
        let is_block = self.rule == Rule::Sampled && pieces <= BLOCK_PIECES;
        is_block.then_some([8.0 * self.cut_weight, 0.25 + self.unbalance_weight, 1.0])
    }

    /// Returns the maximum number of fragments in a tree with the given number of triangles.
    ///
    /// This is [`BuildParams::max_fragments`] if that is not 0. Otherwise, it is 64 per triangle plus 65,536, capped at
    /// 5 million or two per triangle, whichever is larger. It is never less than the number of triangles.
    ///
    /// If planes cut nearly everything, as with long intersecting triangles, they divide n triangles into up to n³
    /// cells. A tree that would exceed the limit is therefore built with *blocks*. Subtrees share the limit in
    /// proportion to the number of faces that reach them. A node whose plane would exceed its share stores its faces
    /// undivided; see [`NodeView::is_block`](crate::node_storing::NodeView::is_block).
    #[must_use]
    pub fn fragment_limit(&self, triangles: u64) -> u64 {
        let limit = match self.max_fragments {
            0 => {
                let of_input = triangles.saturating_mul(FRAGMENTS_A_TRIANGLE);
                let most = FRAGMENTS_AT_MOST.max(triangles.saturating_mul(2));
                of_input.saturating_add(FRAGMENTS_OF_ANY).min(most)
            }
            set => set.into(),
        };
        limit.max(triangles)
    }

    /// Returns the number of pieces against which each candidate is scored at a node with `pieces` pieces.
    #[must_use]
    pub fn scored_pieces(&self, pieces: u32) -> u32 {
        let limit = match self.rule {
            Rule::Sampled if pieces <= FEW_PIECES => 0,
            Rule::Sampled => sample_size(self.sample, self.candidates, pieces),
            Rule::FewestCuts | Rule::Balanced => self.sample,
            Rule::Ati | Rule::First | Rule::Random => 0,
        };
        if limit == 0 { pieces } else { limit.min(pieces) }
    }
}

impl Default for BuildParams {
    fn default() -> Self {
        Self::SAMPLED
    }
}

/// Returns how many of `count` pieces each candidate is scored against, or 0 for all.
///
/// At large nodes, scoring all candidates takes as many tests as partitioning the pieces. Such a large sample can
/// detect a few coplanar faces among many others.
pub(super) fn sample_size(sample: u32, candidates: u32, count: u32) -> u32 {
    if sample == 0 {
        0
    } else {
        sample.max(count / candidates.max(1))
    }
}
