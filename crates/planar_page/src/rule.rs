//! Build rules of the planar tree.

use bspwalk_planar::PlanarParams;
use bspwalk_text::text;

/// Build rule, which selects the dividing line of each node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// The line that cuts the fewest edges. Ties go to the most balanced line.
    #[default]
    FewestCuts,
    /// The line of the first edge.
    FirstEdge,
}

impl Rule {
    /// All rules, starting with the default.
    pub const ALL: [Self; 2] = [Self::FewestCuts, Self::FirstEdge];

    /// Returns the name used in URLs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["fewest-cuts", "first-edge"][self as usize]
    }

    /// Returns the title on the screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::FewestCuts => text!("planarpage-fewest-cuts"),
            Self::FirstEdge => text!("planarpage-first-edge"),
        }
    }

    /// Returns a one-sentence description.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::FewestCuts => text!("planarpage-fewest-cuts-words"),
            Self::FirstEdge => text!("planarpage-first-edge-words"),
        }
    }

    /// Returns the corresponding build parameters of the library.
    #[must_use]
    pub const fn params(self) -> PlanarParams {
        let max_candidates = match self {
            // Try all lines that are available in the cell.
            Self::FewestCuts => usize::MAX,
            Self::FirstEdge => 1,
        };
        PlanarParams {
            max_candidates,
            split_cost: None,
        }
    }
}
