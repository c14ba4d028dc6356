//! Per-thread counters of the nodes, bounds and faces read by queries.

use std::cell::Cell;

thread_local! {
    static NODES: Cell<u64> = const { Cell::new(0) };
    static BOUNDS: Cell<u64> = const { Cell::new(0) };
    static FACES: Cell<u64> = const { Cell::new(0) };
}

/// Work done by the casts and collision queries of one thread, summed over all trees.
///
/// The counters of a thread start at 0 and never decrease. To measure a piece of work, subtract two readings:
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
    /// Number of visited nodes. In the node-storing tree, a node counts if the query reaches its side of all ancestors'
    /// planes, even if the node's bounds then reject the query.
    pub nodes_visited: u64,
    /// Number of subtree bounds tested. Only the node-storing tree has bounds, and it tests them after its planes.
    pub bounds_tested: u64,
    /// Number of faces read, including repeats: a face counts once for every visited node or leaf that stores a part of
    /// it. Most faces are rejected by their bounds, without an exact test.
    pub faces_tested: u64,
}

impl QueryCounters {
    /// Returns the current counters of this thread.
    #[inline]
    #[must_use]
    pub fn of_this_thread() -> Self {
        Self {
            nodes_visited: NODES.get(),
            bounds_tested: BOUNDS.get(),
            faces_tested: FACES.get(),
        }
    }

    /// Adds visited nodes and tested faces to the counters of this thread.
    ///
    /// Implementations of [`Obstacles`](crate::Obstacles) and queries outside this crate should call it once per query,
    /// so that their work is counted like the work of this crate's trees.
    #[inline]
    pub fn record(nodes: u32, faces: u32) {
        count_nodes(nodes);
        count_faces(faces);
    }

    /// Returns the work done between an earlier reading and this one. Both must be from the same thread.
    #[inline]
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self {
            nodes_visited: self.nodes_visited.wrapping_sub(before.nodes_visited),
            bounds_tested: self.bounds_tested.wrapping_sub(before.bounds_tested),
            faces_tested: self.faces_tested.wrapping_sub(before.faces_tested),
        }
    }
}

#[inline]
pub(crate) fn count_nodes(nodes: u32) {
    NODES.set(NODES.get().wrapping_add(u64::from(nodes)));
}

#[inline]
pub(crate) fn count_bounds(bounds: u32) {
    BOUNDS.set(BOUNDS.get().wrapping_add(u64::from(bounds)));
}

#[inline]
pub(crate) fn count_faces(faces: u32) {
    FACES.set(FACES.get().wrapping_add(u64::from(faces)));
}

/// Number of nodes visited by one query. When dropped, it adds this number to the thread's counters, so that no exit
/// from the query is missed.
#[derive(Debug, Default)]
pub(crate) struct NodeCount(pub(crate) u32);

impl Drop for NodeCount {
    #[inline]
    fn drop(&mut self) {
        count_nodes(self.0);
    }
}
