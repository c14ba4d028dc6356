//! Numbers and sides of nodes, for both kinds of tree.

/// The number of a node: its index in depth-first order, 0 for the root.
pub type NodeId = u32;

/// The child that does not exist.
pub const NONE: NodeId = u32::MAX;

/// The side of a plane that a path takes.
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

    /// Of what is in front and behind, that on this side.
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

    /// `F` or `B`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Front => 'F',
            Self::Back => 'B',
        }
    }
}
