//! Checking a tree and counting it.

use super::NodeTree;
use crate::bsp::{Statistics, Violation};

impl NodeTree {
    /// Everything that is wrong with the tree; nothing, if the library is right.
    #[must_use]
    pub fn validate(&self) -> Vec<Violation> {
        unimplemented!()
    }

    /// The tree in numbers.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        unimplemented!()
    }
}
