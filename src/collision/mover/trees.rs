//! The trees that a body moves in.

use glam::Vec3;

use crate::{
    bsp::{NodeTree, ObstacleTriangle, Obstacles, node_storing::CastHit, solid_leaf::expanded::ExpandedTree},
    collision::surroundings::Surroundings,
    geometry::Aabb,
};

/// The trees of a level, as a step takes them. A node-storing tree alone does for every way but
/// [`CollisionMethod::Planes`](super::Way::Planes).
#[derive(Clone, Copy, Debug)]
pub struct Trees<'a> {
    /// The faces that the body is kept out of.
    pub nodes: &'a NodeTree,
    /// The planes of the solid-leaf tree over the same level.
    pub planes: Option<&'a ExpandedTree>,
}

impl<'a> From<&'a NodeTree> for Trees<'a> {
    fn from(nodes: &'a NodeTree) -> Self {
        Self { nodes, planes: None }
    }
}

/// What a step may meet.
pub(super) struct Scene<'a> {
    pub(super) around: Surroundings<'a, NodeTree>,
    pub(super) planes: Option<&'a ExpandedTree>,
}

impl Obstacles for Scene<'_> {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        self.around.cast(from, to)
    }

    fn along(
        &self,
        from: Vec3,
        to: Vec3,
        half_axis: Vec3,
        radius: f32,
        visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        self.around.along(from, to, half_axis, radius, visit)
    }

    fn near(&self, center: Vec3, half_axis: Vec3, radius: f32, visit: impl FnMut(&ObstacleTriangle)) {
        self.around.near(center, half_axis, radius, visit);
    }

    fn bounds(&self) -> Aabb {
        self.around.bounds()
    }
}
