//! The obstacles of a mover, additional trees for some collision methods, and the environment.

use bspwalk_trees::{ExpandedTree, NodeTree, QuakeTree};

use super::{CollisionMethod, Environment};

/// The trees that a [`Mover`](super::Mover) collides with, and its environment.
///
/// `T` is the set of faces: a [`NodeTree`], or an [`Assembly`](crate::things::Assembly) of a level and its moving
/// things. Only [`CollisionMethod::Planes`] needs `planes`, and only [`CollisionMethod::Quake`] needs `hulls`. All
/// other methods need just the set, which can be converted into this type.
#[derive(Debug)]
pub struct Trees<'a, T = NodeTree> {
    /// Faces that block the body.
    pub nodes: &'a T,
    /// Expanded solid-leaf tree of the same level.
    pub planes: Option<&'a ExpandedTree>,
    /// Compiled tree of the level, with its clip hulls.
    pub hulls: Option<&'a QuakeTree>,
    /// Grip of surfaces, liquids and ladders. If `None`, all surfaces have the same grip, and there are no liquids or
    /// ladders.
    pub environment: Option<&'a dyn Environment>,
}

impl<T> Clone for Trees<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Trees<'_, T> {}

impl<'a, T> Trees<'a, T> {
    /// Returns the same trees with another set of faces.
    #[must_use]
    pub fn with_nodes<U>(self, nodes: &'a U) -> Trees<'a, U> {
        Trees {
            nodes,
            planes: self.planes,
            hulls: self.hulls,
            environment: self.environment,
        }
    }

    /// Returns whether all trees that a method needs are present.
    #[must_use]
    pub fn has_trees_for(&self, method: CollisionMethod) -> bool {
        match method {
            CollisionMethod::Planes => self.planes.is_some(),
            CollisionMethod::Quake => self.hulls.is_some(),
            _ => true,
        }
    }
}

impl<'a, T> From<&'a T> for Trees<'a, T> {
    fn from(nodes: &'a T) -> Self {
        Self {
            nodes,
            planes: None,
            hulls: None,
            environment: None,
        }
    }
}
