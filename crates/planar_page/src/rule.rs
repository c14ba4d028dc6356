//! How the tree is built.

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
    pub const fn title(self) -> &'static str {
        ["fewest cuts", "first edge"][self as usize]
    }

    /// What it does, in a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        [
            "Each node holds the line of an edge; the line that cuts the fewest edges is chosen, then the most even one.",
            "Each node holds the line of an edge; the first edge that is left is chosen, whatever its line cuts.",
        ][self as usize]
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
