//! How a tree chooses its planes: one struct for the panel, the command line and the library.

use bspwalk_text::text;

/// The triangles that queries of the node-storing tree test at once.
pub(super) const BLOCK_PIECES: u32 = 8;

/// The most pieces of a node of which `sampled` tries the planes of all and counts all.
pub(super) const FEW_PIECES: u32 = 32;

/// The error where no rule has a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", text!("trees-unknown-rule", name = .name, rules = .rules.join(", ")))]
#[non_exhaustive]
pub struct UnknownRule {
    /// The unknown name.
    pub name: String,
    /// The names of all rules.
    pub rules: Vec<&'static str>,
}

/// The rules of one kind of tree, the default first: each with its name on the command line and the message that says what it does.
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
            /// All rules, the default first.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$rule),+];

            /// Its name on the command line, which `FromStr` reads.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$rule => $name,)+
                }
            }

            /// What it does, for the user: a sentence without its subject, the rule.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$rule => bspwalk_text::text!($does),)+
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
    /// The rule by which a node of the node-storing tree chooses its splitting plane.
    ///
    /// `Ati` is the rule of the ATI SDK's BSP sample (2006): O(n²) at each node, which stores one triangle.
    Rule {
        /// It samples planes of faces and axes and takes the one with the least expected query cost.
        #[default]
        Sampled, "sampled", "trees-rule-sampled";
        /// It scores every triangle's plane against every triangle, as the ATI SDK's sample does: slow in large levels.
        Ati, "ati", "trees-rule-ati";
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
pub struct BuildParams {
    /// How a node chooses its plane.
    pub rule: Rule,
    /// What each face that a plane cuts adds to the plane's score.
    pub cut_weight: f64,
    /// What each face that one side has more than the other adds to the plane's score.
    pub unbalance_weight: f64,
    /// The seed of the random numbers, by which candidates and samples are drawn.
    pub seed: u64,
    /// The most candidate planes of a node; 0 for the planes of all faces. `ati`, `first` and `random` do not read it. `sampled`
    /// tries the planes of all faces where there are few faces; it tries this many where there are very many, or where no plane
    /// across an axis pays.
    pub candidates: u32,
    /// The number of faces that a candidate is scored against; 0 for all. `ati` always scores against all.
    pub sample: u32,
    /// The most fragments of the tree; 0 for the default of [`BuildParams::fragment_limit`].
    pub max_fragments: u32,
}

/// Where no limit is set, the most fragments for each triangle, and those that a tree may have besides: some ten times what
/// levels need.
const FRAGMENTS_A_TRIANGLE: u64 = 64;
const FRAGMENTS_OF_ANY: u64 = 65_536;
/// The most fragments of a tree where no limit is set, unless there are more triangles: about a gigabyte.
const FRAGMENTS_AT_MOST: u64 = 5_000_000;

impl BuildParams {
    /// Whether the planes of all pieces are candidates at a node that so many pieces reach.
    #[must_use]
    pub fn tries_all_faces(&self, pieces: u32) -> bool {
        match self.rule {
            Rule::Ati => true,
            Rule::Sampled if pieces <= FEW_PIECES => true,
            _ => self.candidates == 0 || pieces <= self.candidates,
        }
    }

    /// The weights by which `sampled` scores a plane at a node that so many pieces reach, if queries read them as one block: the
    /// weight of a cut, of a piece that one side has more than the other, and of a piece on the plane. `None` where the rule
    /// scores by the surface area heuristic, and for other rules.
    #[must_use]
    pub fn block_weights(&self, pieces: u32) -> Option<[f64; 3]> {
        let is_block = self.rule == Rule::Sampled && pieces <= BLOCK_PIECES;
        is_block.then_some([8.0 * self.cut_weight, 0.25 + self.unbalance_weight, 1.0])
    }

    /// The most fragments of a tree over so many triangles: [`BuildParams::max_fragments`] or, where that is 0, 64 for each
    /// triangle and 65,536 besides, up to 5 million or two for each triangle. It is never less than the number of triangles.
    ///
    /// Planes that cut nearly all that they meet, as those of long triangles that cross each other do, make up to n³ cells of n
    /// triangles. Where a tree would exceed the limit, it is built with *blocks*: the limit is shared out between the subtrees by
    /// the faces that reach them, and a node whose plane would exceed its share stores its faces undivided, see
    /// [`NodeView::is_block`](crate::node_storing::NodeView::is_block).
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

    /// The number of pieces that each candidate is scored against at a node that so many pieces reach.
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

/// How many of `count` pieces a candidate is scored against; 0 for all. Together the candidates may look at all pieces, as
/// the partition does anyway: so even few faces on one plane are found among many.
pub(super) fn sample_size(sample: u32, candidates: u32, count: u32) -> u32 {
    if sample == 0 {
        0
    } else {
        sample.max(count / candidates.max(1))
    }
}
