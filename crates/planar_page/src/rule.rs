//! Build rules of the tree.

use bspwalk_planar::PlanarParams;
use bspwalk_text::text;

/// Build rule: selects the line of each node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// Line that cuts the fewest edges. Among equal ones, the most balanced line wins.
    #[default]
    FewestCuts,
    /// Line of the first edge.
    FirstEdge,
}

impl Rule {
    /// All rules, the default first.
    pub const ALL: [Self; 2] = [Self::FewestCuts, Self::FirstEdge];

    /// Returns the name in addresses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["fewest-cuts", "first-edge"][self as usize]
    }

    /// Returns the name on the screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::FewestCuts => text!("planarpage-fewest-cuts"),
            Self::FirstEdge => text!("planarpage-first-edge"),
        }
    }

    /// Returns a description in a sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::FewestCuts => text!("planarpage-fewest-cuts-words"),
            Self::FirstEdge => text!("planarpage-first-edge-words"),
        }
    }

    /// Returns the parameters for the library.
    #[must_use]
    pub const fn params(self) -> PlanarParams {
        let max_candidates = match self {
            // Try all lines in the cell.
            Self::FewestCuts => usize::MAX,
            Self::FirstEdge => 1,
        };
        PlanarParams {
            max_candidates,
            split_cost: None,
        }
    }
}
