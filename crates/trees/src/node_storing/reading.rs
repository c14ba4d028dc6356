//! How queries read a tree.

use std::sync::OnceLock;

use super::NodeTree;
use crate::params::BLOCK_PIECES;

/// How queries read a tree; their answers do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// A node with at most so many faces in it and below it is a block: they are tested at once, and no plane below is asked.
    /// Up to 8; 0 asks every plane.
    pub block_faces: u8,
    /// Whether the bounds of what the planes let a query into may still leave it out, as in Quake.
    pub bounds: bool,
}

impl Reading {
    /// The fastest.
    pub const FASTEST: Self = Self {
        block_faces: BLOCK_PIECES as u8,
        bounds: true,
    };
    /// By every plane, and by bounds.
    pub const EVERY_PLANE: Self = Self {
        block_faces: 0,
        bounds: true,
    };
    /// As the fastest, without bounds: by planes alone.
    pub const PLANES: Self = Self {
        bounds: false,
        ..Self::FASTEST
    };
}

impl Default for Reading {
    fn default() -> Self {
        Self::FASTEST
    }
}

/// A tree of at most so many faces is watched plane by plane: it has few enough for that.
const WATCHED_FACES: u32 = 256;

impl NodeTree {
    /// How queries read it: [`Reading::FASTEST`] unless it was set.
    #[must_use]
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// Sets how queries read it.
    pub fn set_reading(&mut self, reading: Reading) {
        if self.reading != reading {
            self.reading = reading;
            self.wide = OnceLock::new();
        }
    }

    /// How many nodes a query can visit, of which each visits some: see [`crate::visited`].
    #[must_use]
    pub fn queried_node_count(&self) -> u32 {
        self.wide().counts().iter().sum()
    }

    /// How many of them are blocks: nodes with so few faces in them and below them that no plane is asked.
    #[must_use]
    pub fn queried_block_count(&self) -> u32 {
        self.wide().counts()[1]
    }

    /// The tree, to be watched: every plane of a small tree is asked, so that one can follow a query to the end. A larger tree
    /// is read the fastest way.
    #[must_use]
    pub fn to_watch(mut self) -> Self {
        let is_small = self.triangle_count() <= WATCHED_FACES;
        self.set_reading(if is_small {
            Reading::EVERY_PLANE
        } else {
            Reading::FASTEST
        });
        self
    }
}
