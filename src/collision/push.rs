//! The push that ends clear of everything, or says that it cannot.

use glam::Vec3;

use crate::bsp::{NodeTree, node_storing::Contact};

/// Where a push ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PushResult {
    /// Centre of the sphere.
    pub center: Vec3,
    /// Whether nothing is nearer than the radius. If not, the gap is narrower than the sphere.
    pub clear: bool,
    /// What it was pushed away from, as it stood when it pushed, in the order of the pushes.
    pub contacts: Vec<Contact>,
}

/// Pushes a sphere out of everything that it reaches into.
#[must_use]
pub fn push(tree: &NodeTree, center: Vec3, radius: f32) -> PushResult {
    let _ = (tree, center, radius);
    unimplemented!()
}
