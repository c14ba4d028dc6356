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
    /// The side of a point at a signed distance from a plane. One on the plane counts as in front of it, and one whose distance
    /// is no number as behind.
    #[inline]
    pub(crate) fn of(distance: f64) -> Self {
        if distance >= 0.0 { Self::Front } else { Self::Back }
    }

    /// The other side.
    #[inline]
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Front => Self::Back,
            Self::Back => Self::Front,
        }
    }

    /// What is in front and behind, in the order in which this side is first; and what is on this side and on the other, in
    /// the order front, back.
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
