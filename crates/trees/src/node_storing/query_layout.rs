//! Memory layout used by queries: wide nodes and blocks.

use crate::params::BLOCK_PIECES;

/// Layout of a tree for queries: nodes with up to seven planes, and blocks of triangles that are tested together. It
/// affects the speed of queries and their counts of nodes and faces, but not their results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryLayout {
    /// Maximum number of faces in a subtree that is read as one block. The default is 8, which is also the maximum;
    /// larger values count as 8. All faces of a block are tested together, without testing planes first. If this is 0,
    /// every plane is tested, and queries are slower.
    pub block_faces: u8,
    /// Whether a query also tests the bounding box of a subtree before entering it, as in Quake. The default is `true`.
    /// Without bounds, queries enter more subtrees.
    pub bounds: bool,
}

impl QueryLayout {
    /// The fastest layout, and the default: blocks of up to 8 faces, and bounds.
    pub const FASTEST: Self = Self {
        block_faces: BLOCK_PIECES as u8,
        bounds: true,
    };
    /// No blocks: queries test every plane that they reach, as well as bounds.
    pub const EVERY_PLANE: Self = Self {
        block_faces: 0,
        bounds: true,
    };
    /// Blocks but no bounds: only planes decide which subtrees a query enters.
    pub const WITHOUT_BOUNDS: Self = Self {
        bounds: false,
        ..Self::FASTEST
    };
}

impl Default for QueryLayout {
    fn default() -> Self {
        Self::FASTEST
    }
}
