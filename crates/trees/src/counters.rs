//! Counters of what the queries of a thread read: nodes, bounds and faces.

use std::cell::Cell;

thread_local! {
    static NODES: Cell<u64> = const { Cell::new(0) };
    static BOUNDS: Cell<u64> = const { Cell::new(0) };
    static FACES: Cell<u64> = const { Cell::new(0) };
}

/// How much the casts and collision queries of one thread have read, summed over all trees.
///
/// The counters of a thread begin at 0 and only grow. The work of some queries is the difference of two readings:
///
/// ```
/// use bspwalk_trees::{BuildParams, NodeTree, QueryCounters};
/// use glam::Vec3;
///
/// let tree = NodeTree::build(&[], &BuildParams::default())?;
/// let before = QueryCounters::of_this_thread();
/// tree.cast(Vec3::ZERO, Vec3::X);
/// let work = QueryCounters::of_this_thread().since(before);
/// assert_eq!(work.faces_tested, 0);
/// # Ok::<(), bspwalk_trees::node_storing::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueryCounters {
    /// Nodes that were visited. A node of the node-storing tree counts where the planes above it let the query in, also where
    /// its bounds then reject the query.
    pub nodes_visited: u64,
    /// Bounds of subtrees that were tested. Only the node-storing tree has bounds, and it tests them after its planes.
    pub bounds_tested: u64,
    /// Faces that were looked at, each as often as a visited node or leaf stores a part of it. Most of them are rejected by
    /// their bounds, without an exact test.
    pub faces_tested: u64,
}

impl QueryCounters {
    /// The counters of the current thread, as they stand now.
    #[must_use]
    pub fn of_this_thread() -> Self {
        Self {
            nodes_visited: NODES.get(),
            bounds_tested: BOUNDS.get(),
            faces_tested: FACES.get(),
        }
    }

    /// What was counted between an earlier reading and this one, both of the same thread.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self {
            nodes_visited: self.nodes_visited.wrapping_sub(before.nodes_visited),
            bounds_tested: self.bounds_tested.wrapping_sub(before.bounds_tested),
            faces_tested: self.faces_tested.wrapping_sub(before.faces_tested),
        }
    }
}

/// Counts nodes that a query has visited.
#[inline]
pub(crate) fn count_nodes(nodes: u32) {
    NODES.set(NODES.get().wrapping_add(u64::from(nodes)));
}

/// Counts bounds that a query has tested.
#[inline]
pub(crate) fn count_bounds(bounds: u32) {
    BOUNDS.set(BOUNDS.get().wrapping_add(u64::from(bounds)));
}

/// Counts faces that a query has looked at.
#[inline]
pub(crate) fn count_faces(faces: u32) {
    FACES.set(FACES.get().wrapping_add(u64::from(faces)));
}

/// The number of nodes that one query visits. It is added to the counters when it is dropped, wherever the query ends.
#[derive(Debug, Default)]
pub(crate) struct NodeCount(pub(crate) u32);

impl Drop for NodeCount {
    #[inline]
    fn drop(&mut self) {
        count_nodes(self.0);
    }
}
