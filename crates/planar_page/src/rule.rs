//! How the tree is built.

use bspwalk_text::text;
use bspwalk_trees::planar::PlanarParams;

/// How the tree is built: which line a node takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// The line that cuts the fewest edges, and of several such the one with the most equal counts on both sides.
    #[default]
    FewestCuts,
    /// The line of the first edge.
    FirstEdge,
}

impl Rule {
    /// All rules, the default first.
    pub const ALL: [Self; 2] = [Self::FewestCuts, Self::FirstEdge];

    /// Its name in an address.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["fewest-cuts", "first-edge"][self as usize]
    }

    /// Its name on the screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::FewestCuts => text!("planarpage-fewest-cuts"),
            Self::FirstEdge => text!("planarpage-first-edge"),
        }
    }

    /// What it does, in a sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::FewestCuts => text!("planarpage-fewest-cuts-words"),
            Self::FirstEdge => text!("planarpage-first-edge-words"),
        }
    }

    /// As the library takes it.
    #[must_use]
    pub const fn params(self) -> PlanarParams {
        let max_candidates = match self {
            // All lines of the cell.
            Self::FewestCuts => usize::MAX,
            Self::FirstEdge => 1,
        };
        PlanarParams {
            max_candidates,
            split_cost: None,
        }
    }
}
