//! Numbers and sides of nodes, for both kinds of tree.

/// The number of a node: its index in depth-first order, 0 for the root.
pub type NodeId = u32;

/// Stands for a node that does not exist.
pub const NONE: NodeId = u32::MAX;

/// A side of a splitting plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Branch {
    /// In front of the plane, or on it.
    Front,
    /// Behind it.
    Back,
}

impl Branch {
    /// The front where that holds, else the back.
    #[inline]
    pub(crate) fn front_if(holds: bool) -> Self {
        if holds { Self::Front } else { Self::Back }
    }

    /// The first of the pair for [`Branch::Front`], the second for [`Branch::Back`].
    #[inline]
    pub fn pick<T>(self, [front, back]: [T; 2]) -> T {
        match self {
            Self::Front => front,
            Self::Back => back,
        }
    }

    /// What is in front and behind, that on this side first.
    #[inline]
    pub(crate) fn ordered<T>(self, [front, back]: [T; 2]) -> [T; 2] {
        match self {
            Self::Front => [front, back],
            Self::Back => [back, front],
        }
    }

    /// `F` or `B`, as paths are written for the user.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Front => 'F',
            Self::Back => 'B',
        }
    }
}
