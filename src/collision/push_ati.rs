//! The ATI sample's push, faults and all (seed 000).

use glam::Vec3;

use crate::bsp::NodeTree;

/// Where the sample's push ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtiPush {
    /// Centre of the sphere.
    pub center: Vec3,
    /// What the sample reports: whether a *face* pushed.
    pub pushed: bool,
}

/// The sample's push.
#[must_use]
pub fn push_ati(tree: &NodeTree, center: Vec3, radius: f32) -> AtiPush {
    let _ = (tree, center, radius);
    unimplemented!()
}
