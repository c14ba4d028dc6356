//! Layout of trees whose queries are shown step by step.

use bspwalk_trees::{NodeTree, node_storing::QueryLayout};

/// Maximum number of faces in a tree whose observed queries test every plane.
const WATCHED_FACES: u32 = 256;

/// Returns the tree with a layout suitable for observed queries.
///
/// A tree with at most 256 faces uses [`QueryLayout::EVERY_PLANE`], so that every step of a query can be followed.
/// Larger trees use the fastest layout.
#[must_use]
pub fn with_observable_layout(mut tree: NodeTree) -> NodeTree {
    let is_small = tree.triangle_count() <= WATCHED_FACES;
    tree.set_query_layout(if is_small {
        QueryLayout::EVERY_PLANE
    } else {
        QueryLayout::FASTEST
    });
    tree
}
