//! Node numbers and sides of planes, for all trees.

/// Number of a node: its index in depth-first order, 0 for the root.
pub type NodeId = u32;

/// Number used for a node that does not exist.
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
    /// Returns [`Branch::Front`] if the condition holds, [`Branch::Back`] otherwise.
    #[inline]
    #[must_use]
    pub fn front_if(holds: bool) -> Self {
        if holds { Self::Front } else { Self::Back }
    }

    /// Returns the first of the pair for [`Branch::Front`], the second for [`Branch::Back`].
    #[inline]
    pub fn pick<T>(self, [front, back]: [T; 2]) -> T {
        match self {
            Self::Front => front,
            Self::Back => back,
        }
    }

    /// Reorders a pair for the front and the back: the element of this branch comes first.
    #[inline]
    pub fn ordered<T>(self, [front, back]: [T; 2]) -> [T; 2] {
        match self {
            Self::Front => [front, back],
            Self::Back => [back, front],
        }
    }

    /// Returns `F` or `B`, the letters that paths show to the user.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Front => 'F',
            Self::Back => 'B',
        }
    }
}
