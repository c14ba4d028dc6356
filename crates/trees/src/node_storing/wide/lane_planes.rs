//! The planes of a block's triangles, and their distances from a point.

use crate::tolerance::CROSS_PRODUCT_RELATIVE;
use fearless_simd::{Simd, f32x8, prelude::*};
use glam::Vec3;

use super::{Block, Corner, spans::Spans};

/// The triangles of a block and their planes, relative to a point.
pub(super) struct LanePlanes<S: Simd> {
    pub(super) corners: [Corner<S>; 3],
    normal: Corner<S>,
    normal_squared: f32x8<S>,
    /// Distance of the point from each plane, multiplied by the length of the normal.
    pub(super) height: f32x8<S>,
    /// Error bound for `height`.
    pub(super) error: f32x8<S>,
    /// Error bound for the dot product of the normal and a unit vector.
    rounding: f32x8<S>,
    /// Upper bound for the distance of each triangle's corners from the point.
    pub(super) far: f32x8<S>,
}

impl<S: Simd> LanePlanes<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, block: &Block<'_>, from: Vec3) -> Self {
        let corners = block.corners_from(simd, from);
        let [a, b, c] = &corners;
        let (ab, ac) = (minus(b, a), minus(c, a));
        let normal = cross(&ab, &ac);
        let height = -dot(&normal, a);
        let far = sum_of_sizes(a) + sum_of_sizes(b) + sum_of_sizes(c);
        let edges = dot(&ab, &ab) + dot(&ac, &ac);
        // Corners far from the point have larger rounding errors than the edges.
        let rounding = (edges + edges.sqrt() * far) * CROSS_PRODUCT_RELATIVE;
        Self {
            corners,
            normal_squared: dot(&normal, &normal),
            normal,
            height,
            error: rounding * far,
            rounding,
            far,
        }
    }

    #[inline(always)]
    pub(super) fn dot(&self, simd: S, vector: Vec3) -> f32x8<S> {
        self.normal[0] * f32x8::splat(simd, vector.x)
            + self.normal[1] * f32x8::splat(simd, vector.y)
            + self.normal[2] * f32x8::splat(simd, vector.z)
    }

    /// Like [`LanePlanes::dot`], but chooses the signs of the vector's components to maximise the product.
    #[inline(always)]
    pub(super) fn dot_sizes(&self, simd: S, vector: Vec3) -> f32x8<S> {
        self.normal[0].abs() * f32x8::splat(simd, vector.x.abs())
            + self.normal[1].abs() * f32x8::splat(simd, vector.y.abs())
            + self.normal[2].abs() * f32x8::splat(simd, vector.z.abs())
    }

    /// Returns the extent of a shape along each normal, multiplied by the length of the normal, and its error bound.
    #[inline(always)]
    pub(super) fn extent(&self, simd: S, spans: &Spans) -> (f32x8<S>, f32x8<S>) {
        let [a, b, c] = spans.segments.map(|half| self.dot(simd, half).abs());
        let [d, e] = spans.disc.map(|radius| self.dot(simd, radius));
        let sizes = spans
            .segments
            .iter()
            .chain(&spans.disc)
            .map(|vector| vector.abs());
        (a + b + c + (d * d + e * e).sqrt(), self.rounding_of(sizes.sum()))
    }

    /// Returns an error bound for the dot product with a vector.
    #[inline(always)]
    pub(super) fn rounding_of(&self, vector: Vec3) -> f32x8<S> {
        self.rounding * vector.abs().element_sum()
    }

    /// Returns the lanes whose distance, multiplied by the length of the normal, exceeds `reach`.
    #[inline(always)]
    pub(super) fn beyond_reach(&self, simd: S, distance: f32x8<S>, reach: f32) -> u32 {
        let zero = f32x8::splat(simd, 0.0);
        let far =
            distance.simd_gt(zero) & (distance * distance).simd_gt(self.normal_squared * (reach * reach));
        far.to_bitmask() as u32
    }

    /// Returns the triangles that have an edge within `reach` of the point, or that may contain the point's projection.
    #[inline(always)]
    pub(super) fn touches(&self, simd: S, reach: f32) -> u32 {
        let [a, b, c] = &self.corners;
        let squared = edge_distance(simd, a, b)
            .min(edge_distance(simd, b, c))
            .min(edge_distance(simd, c, a));
        let reach = f32x8::splat(simd, reach) + self.far * CROSS_PRODUCT_RELATIVE;
        // In the projection along the normal, the signs of three areas determine whether the point is inside the
        // triangle.
        let sides = [cross(a, b), cross(b, c), cross(c, a)];
        let least = dot(&sides[0], &self.normal)
            .min(dot(&sides[1], &self.normal))
            .min(dot(&sides[2], &self.normal));
        let error =
            (sum_of_sizes(&self.normal) * CROSS_PRODUCT_RELATIVE + self.rounding) * self.far * self.far;
        let over = (least + error).simd_ge(f32x8::splat(simd, 0.0));
        (squared.simd_le(reach * reach) | over).to_bitmask() as u32
    }
}

#[inline(always)]
fn edge_distance<S: Simd>(simd: S, a: &Corner<S>, b: &Corner<S>) -> f32x8<S> {
    let edge = minus(b, a);
    let length_squared = dot(&edge, &edge).max(f32x8::splat(simd, f32::MIN_POSITIVE));
    let (zero, one) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, 1.0));
    let at = (-dot(a, &edge) / length_squared).max(zero).min(one);
    let nearest = [a[0] + edge[0] * at, a[1] + edge[1] * at, a[2] + edge[2] * at];
    dot(&nearest, &nearest)
}

#[inline(always)]
fn minus<S: Simd>(a: &Corner<S>, b: &Corner<S>) -> Corner<S> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn dot<S: Simd>(a: &Corner<S>, b: &Corner<S>) -> f32x8<S> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
fn cross<S: Simd>(a: &Corner<S>, b: &Corner<S>) -> Corner<S> {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[inline(always)]
pub(super) fn sum_of_sizes<S: Simd>(a: &Corner<S>) -> f32x8<S> {
    a[0].abs() + a[1].abs() + a[2].abs()
}
