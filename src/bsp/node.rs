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
    /// `F` or `B`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Front => 'F',
            Self::Back => 'B',
        }
    }
}
