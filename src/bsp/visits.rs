//! How many nodes the queries of a thread have visited, whoever asked them.

use std::cell::Cell;

thread_local! {
    static VISITED: Cell<u64> = const { Cell::new(0) };
}

/// How many nodes of trees the collision queries of this thread have visited so far. The difference of two calls is what
/// the queries between them took.
#[must_use]
pub fn visited() -> u64 {
    VISITED.get()
}

/// A query has visited so many nodes.
#[inline]
pub(crate) fn count(nodes: u32) {
    VISITED.set(VISITED.get().wrapping_add(u64::from(nodes)));
}

/// The nodes that a query visits, counted when it ends, wherever that is.
#[derive(Debug, Default)]
pub(crate) struct Visits(pub(crate) u32);

impl Drop for Visits {
    #[inline]
    fn drop(&mut self) {
        count(self.0);
    }
}
