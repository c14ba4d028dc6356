//! Memory layout used by queries: wide nodes and blocks.

use std::sync::OnceLock;

use super::NodeTree;
use crate::params::BLOCK_PIECES;

/// Layout of a tree for queries: nodes with up to seven planes, and blocks of triangles that are tested together. It
/// affects the speed of queries and their counts of nodes and faces, but not their results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryLayout {
    /// Maximum number of faces in a subtree that is read as one block. Default 8, which is also the maximum; larger
    /// values count as 8. All faces of a block are tested together, without testing planes first. At 0, every plane is
    /// tested, and queries are slower.
    pub block_faces: u8,
    /// Whether a query also tests the bounding box of a subtree before entering it, as in Quake. Default `true`.
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

impl NodeTree {
    /// Returns the query layout. The default is [`QueryLayout::FASTEST`].
    #[must_use]
    pub fn query_layout(&self) -> QueryLayout {
        self.query_layout
    }

    /// Sets the query layout. It is built by [`NodeTree::prepare`] or by the next query.
    pub fn set_query_layout(&mut self, layout: QueryLayout) {
        if self.query_layout != layout {
            self.query_layout = layout;
            self.wide = OnceLock::new();
        }
    }

    /// Returns the number of nodes that queries can visit: blocks, and nodes whose planes are tested. It is less than
    /// [`NodeTree::node_count`] if some subtrees are read as blocks. [`QueryCounters`](crate::QueryCounters) counts
    /// visits to these nodes.
    #[must_use]
    pub fn queried_node_count(&self) -> u32 {
        self.wide().counts().iter().sum()
    }

    /// Returns how many of the [`NodeTree::queried_node_count`] nodes are blocks; see [`QueryLayout::block_faces`].
    #[must_use]
    pub fn queried_block_count(&self) -> u32 {
        self.wide().counts()[1]
    }
}
