//! Node numbers and plane sides, shared by all trees.

/// Number of a node: its index in depth-first order, starting with 0 for the root.
pub type NodeId = u32;

/// Number that denotes a missing node.
pub const NONE: NodeId = u32::MAX;

/// A side of a splitting plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Branch {
    /// In front of the plane, or on it.
    Front,
    /// Behind the plane.
    Back,
}

impl Branch {
    /// Returns [`Branch::Front`] if the condition holds, and [`Branch::Back`] otherwise.
    #[inline]
    #[must_use]
    pub fn front_if(holds: bool) -> Self {
        if holds { Self::Front } else { Self::Back }
    }

    /// Returns the first element of the pair for [`Branch::Front`], and the second for [`Branch::Back`].
    #[inline]
    pub fn pick<T>(self, [front, back]: [T; 2]) -> T {
        match self {
            Self::Front => front,
            Self::Back => back,
        }
    }

    /// Reorders a pair of values for front and back, so that the value for this branch comes first.
    #[inline]
    pub fn ordered<T>(self, [front, back]: [T; 2]) -> [T; 2] {
        match self {
            Self::Front => [front, back],
            Self::Back => [back, front],
        }
    }

    /// Returns `F` or `B`, the letters used in paths shown to the user.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Front => 'F',
            Self::Back => 'B',
        }
    }
}
