//! The memory layout by which queries read a tree: wide nodes and blocks.

use std::sync::OnceLock;

use super::NodeTree;
use crate::params::BLOCK_PIECES;

/// How a tree is laid out for queries: as nodes of up to seven planes, and as blocks of triangles that are tested at once. The
/// results of queries do not depend on it, but their time and their counts of nodes and faces do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryLayout {
    /// The most faces of a subtree that is read as one block: its faces are tested at once, and none of its planes. At most 8, and
    /// more counts as 8. With 0 every plane is tested.
    pub block_faces: u8,
    /// Whether a query also tests the bounding box of a subtree before it enters it, as in Quake.
    pub bounds: bool,
}

impl QueryLayout {
    /// The fastest layout, and the default: blocks of up to 8 faces, and bounds.
    pub const FASTEST: Self = Self {
        block_faces: BLOCK_PIECES as u8,
        bounds: true,
    };
    /// No blocks: a query tests every plane that it comes to, and bounds.
    pub const EVERY_PLANE: Self = Self {
        block_faces: 0,
        bounds: true,
    };
    /// Blocks, but no bounds: planes alone decide which subtrees a query enters.
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

/// The most faces of a tree whose queries are watched plane by plane.
const WATCHED_FACES: u32 = 256;

impl NodeTree {
    /// The layout for queries: [`QueryLayout::FASTEST`] unless it was set.
    #[must_use]
    pub fn query_layout(&self) -> QueryLayout {
        self.query_layout
    }

    /// Sets the layout for queries. It is made by the next query, or by [`NodeTree::prepare`].
    pub fn set_query_layout(&mut self, layout: QueryLayout) {
        if self.query_layout != layout {
            self.query_layout = layout;
            self.wide = OnceLock::new();
        }
    }

    /// The number of nodes that queries can visit: those whose planes are tested, and the blocks. It is less than
    /// [`NodeTree::node_count`] where subtrees are read as blocks. [`QueryCounters`](crate::QueryCounters) counts the visits.
    #[must_use]
    pub fn queried_node_count(&self) -> u32 {
        self.wide().counts().iter().sum()
    }

    /// How many of the nodes of [`NodeTree::queried_node_count`] are blocks, see [`QueryLayout::block_faces`].
    #[must_use]
    pub fn queried_block_count(&self) -> u32 {
        self.wide().counts()[1]
    }

    /// The tree in the layout for watching its queries. Queries of a tree of up to 256 faces test every plane
    /// ([`QueryLayout::EVERY_PLANE`]), so that the user can follow them to the end; a larger tree has the fastest layout.
    #[must_use]
    pub fn watchable(mut self) -> Self {
        let is_small = self.triangle_count() <= WATCHED_FACES;
        self.set_query_layout(if is_small {
            QueryLayout::EVERY_PLANE
        } else {
            QueryLayout::FASTEST
        });
        self
    }
}
