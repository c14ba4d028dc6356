//! Triangles near a resting body, and their order.

use std::cmp::Ordering;

use bspwalk_trees::{Contact, ObstacleTriangle};
use glam::{DVec3, Vec3};

use super::{
    half_spaces::HalfSpace,
    proximity::{Proximity, unit_normal},
};

const FEW: usize = 24;

#[derive(Clone, Copy, Debug)]
pub(super) struct NearTriangle {
    pub(super) triangle: ObstacleTriangle,
    pub(super) proximity: Proximity,
}

impl NearTriangle {
    pub(super) fn corners(&self) -> [DVec3; 3] {
        self.triangle.corners.map(Vec3::as_dvec3)
    }

    pub(super) fn face_normal(&self) -> Option<DVec3> {
        unit_normal(self.corners())
    }

    pub(super) fn contact(&self, radius: f64) -> Contact {
        let (near, triangle) = (&self.proximity, &self.triangle);
        Contact {
            point: near.point.as_vec3(),
            normal: near.normal.as_vec3(),
            depth: (radius - near.distance) as f32,
            face: triangle.face,
            triangle: triangle.triangle,
            node: triangle.node,
            feature: near.feature,
        }
    }

    /// Returns the half-space of body centres that keep the axis at least `distance` away from the triangle's tangent
    /// plane.
    pub(super) fn center_half_space(&self, at: DVec3, distance: f64) -> HalfSpace {
        let near = &self.proximity;
        HalfSpace {
            normal: near.normal,
            offset: near.normal.dot(at) + (distance - near.distance),
        }
    }

    pub(super) fn with_exit(&self, normal: DVec3, distance: f64) -> Self {
        Self {
            proximity: Proximity {
                normal,
                distance,
                ..self.proximity
            },
            ..*self
        }
    }
}

/// Returns the bits of a triangle's corners, as a sort key that depends neither on the triangle numbering nor on the
/// tree.
pub(super) fn corner_bits(triangle: &ObstacleTriangle) -> [[u32; 3]; 3] {
    triangle.corners.map(|corner| corner.to_array().map(f32::to_bits))
}

/// Compares triangles by distance, then by the bits of their corners. This makes fragments of the same triangle adjacent.
pub(super) fn compare(a: &NearTriangle, b: &NearTriangle) -> Ordering {
    let numbers = |near: &NearTriangle| (near.triangle.face, near.triangle.triangle);
    let distance = |near: &NearTriangle| near.proximity.distance;
    distance(a)
        .total_cmp(&distance(b))
        .then_with(|| corner_bits(&a.triangle).cmp(&corner_bits(&b.triangle)))
        .then_with(|| numbers(a).cmp(&numbers(b)))
}

/// Sorts triangles by distance, nearest first, and removes repetitions.
pub(super) fn sort(near: &mut Vec<NearTriangle>) {
    sort_by_distance(near);
    // A triangle stored in several nodes gives the same result in each of them.
    near.dedup_by_key(|near| near.triangle.triangle);
}

fn sort_by_distance(near: &mut Vec<NearTriangle>) {
    if near.len() <= FEW {
        near.sort_unstable_by(compare);
        return;
    }
    // If there are many triangles, sort their indices instead: moving an index is cheaper than moving a triangle.
    let mut order: Vec<(f64, u32)> = near.iter().map(|near| near.proximity.distance).zip(0..).collect();
    order.sort_unstable_by(|a, b| {
        let ties = || compare(&near[a.1 as usize], &near[b.1 as usize]);
        a.0.total_cmp(&b.0).then_with(ties)
    });
    *near = order.iter().map(|&(_, index)| near[index as usize]).collect();
}
