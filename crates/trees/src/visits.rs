//! How many nodes the queries of a thread have visited, and how many faces they have looked at, whoever asked them.

use std::cell::Cell;

thread_local! {
    static VISITED: Cell<u64> = const { Cell::new(0) };
    static BOXES: Cell<u64> = const { Cell::new(0) };
    static TESTED: Cell<u64> = const { Cell::new(0) };
}

/// How many nodes of trees the casts and collision queries of this thread have visited so far; of the node-storing tree those that
/// the planes above let the query into. The difference of two calls is what the queries between them took.
#[must_use]
pub fn visited() -> u64 {
    VISITED.get()
}

/// How many bounds the casts and collision queries of this thread have asked in the node-storing tree so far: of what its planes
/// let a query into. The difference of two calls is what the queries between them took.
#[must_use]
pub fn boxes() -> u64 {
    BOXES.get()
}

/// How many faces the casts and collision queries of this thread have looked at so far, each as often as a visited node or leaf
/// has it; most are told to be far by their bounds alone. The difference of two calls is what the queries between them took.
#[must_use]
pub fn tested() -> u64 {
    TESTED.get()
}

/// A query has looked at so many faces.
#[inline]
pub(crate) fn count_tests(faces: u32) {
    TESTED.set(TESTED.get().wrapping_add(u64::from(faces)));
}

/// A query has asked so many bounds.
#[inline]
pub(crate) fn count_boxes(boxes: u32) {
    BOXES.set(BOXES.get().wrapping_add(u64::from(boxes)));
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
