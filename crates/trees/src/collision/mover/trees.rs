//! What a mover collides with: a set of obstacles, and what else a level's other collision methods need.

use super::CollisionMethod;
use crate::{NodeTree, QuakeTree, solid_leaf::expanded::ExpandedTree};

/// What a [`Mover`](super::Mover) collides with: the trees of a level, or the level with the things that move in it.
///
/// `T` is the set of the faces: a [`NodeTree`], or an [`Assembly`](crate::collision::things::Assembly). Only
/// [`CollisionMethod::Planes`] needs `planes`, and only [`CollisionMethod::Quake`] needs `hulls`. All others need the set alone,
/// from which this converts.
#[derive(Debug)]
pub struct Trees<'a, T = NodeTree> {
    /// The faces that the body is kept out of.
    pub nodes: &'a T,
    /// The expanded solid-leaf tree of the same level.
    pub planes: Option<&'a ExpandedTree>,
    /// The tree of the level's own compiler, with its clip hulls.
    pub hulls: Option<&'a QuakeTree>,
}

impl<T> Clone for Trees<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Trees<'_, T> {}

impl<T> Trees<'_, T> {
    /// Whether the trees that a method needs are here.
    #[must_use]
    pub fn suffice(&self, method: CollisionMethod) -> bool {
        (!method.needs_leaves() || self.planes.is_some()) && (!method.needs_hulls() || self.hulls.is_some())
    }
}

impl<'a, T> From<&'a T> for Trees<'a, T> {
    fn from(nodes: &'a T) -> Self {
        Self {
            nodes,
            planes: None,
            hulls: None,
        }
    }
}
