//! Queries on obvhs's compressed wide BVH.

use std::time::Duration;

use bspwalk_geometry::TaggedTriangle;
use glam::{DVec3, Vec3};
use obvhs::{
    BvhBuildParams,
    cwbvh::{CwBvh, builder::build_cwbvh_from_tris},
    ray::RayHit,
    rt_triangle::RtTriangle,
};

/// The BVH, and the triangles in the order of its leaves.
pub(crate) struct Obvhs {
    bvh: CwBvh,
    triangles: Vec<RtTriangle>,
}

impl Obvhs {
    pub(crate) fn corners(triangles: &[TaggedTriangle]) -> Vec<obvhs::triangle::Triangle> {
        let corner = |corner: DVec3| corner.as_vec3().to_array().into();
        triangles
            .iter()
            .map(|triangle| obvhs::triangle::Triangle {
                v0: corner(triangle.corners[0]),
                v1: corner(triangle.corners[1]),
                v2: corner(triangle.corners[2]),
            })
            .collect()
    }

    pub(crate) fn new(corners: &[obvhs::triangle::Triangle]) -> Self {
        let bvh = build_cwbvh_from_tris(corners, BvhBuildParams::slow_build(), &mut Duration::default());
        let triangles = bvh
            .primitive_indices
            .iter()
            .map(|&index| (&corners[index as usize]).into())
            .collect();
        Self { bvh, triangles }
    }

    fn ray(from: Vec3, to: Vec3) -> obvhs::ray::Ray {
        let direction = (to - from).to_array();
        obvhs::ray::Ray::new(from.to_array().into(), direction.into(), 0.0, 1.0)
    }

    /// Returns the parameter and the triangle of the nearest hit.
    pub(crate) fn cast(&self, from: Vec3, to: Vec3) -> Option<(f32, u32)> {
        let mut hit = RayHit::none();
        let ray = Self::ray(from, to);
        self.bvh
            .ray_traverse(ray, &mut hit, |ray, index| self.triangles[index].intersect(ray));
        (hit.primitive_id != u32::MAX).then(|| (hit.t, self.bvh.primitive_indices[hit.primitive_id as usize]))
    }

    pub(crate) fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        let ray = Self::ray(from, to);
        !self
            .bvh
            .ray_traverse_miss(ray, |ray, index| self.triangles[index].intersect(ray))
    }
}
