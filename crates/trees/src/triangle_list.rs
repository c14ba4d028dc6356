//! A list of triangles without a tree (brute force), used as a baseline for measuring trees.

use bspwalk_geometry::{Aabb, Capsule, Plane, TaggedTriangle};
use glam::Vec3;

use super::{ObstacleTriangle, Obstacles, counters, scoring::TRIANGLE_COST};
use crate::{
    hits::CastHit,
    node::NONE,
    triangle::{Line, QueryTriangle},
};

/// Triangles without a tree. Queries visit no nodes and test every triangle (brute force).
///
/// Hits and contacts have [`NONE`] as their `node`.
#[derive(Clone, Debug)]
pub struct TriangleList {
    triangles: Vec<QueryTriangle>,
    bounds: Aabb,
}

impl TriangleList {
    /// Creates a list of triangles. Like a tree, it skips degenerate triangles, which have no plane.
    #[must_use]
    pub fn new(triangles: &[TaggedTriangle]) -> Self {
        let with_planes = triangles
            .iter()
            .filter_map(|triangle| Some((triangle, Plane::from_points(triangle.corners)?)));
        let mut bounds = Aabb::EMPTY;
        let triangles = with_planes.map(|(triangle, plane)| {
            bounds = bounds.union(&Aabb::from_points(triangle.corners));
            QueryTriangle::new(triangle, &plane)
        });
        let triangles = triangles.collect();
        Self { triangles, bounds }
    }

    /// Returns the number of triangles.
    #[must_use]
    pub fn triangle_count(&self) -> u32 {
        self.triangles.len() as u32
    }

    /// Returns the memory used by the list, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (size_of::<Self>() + size_of_val(self.triangles.as_slice())) as u64
    }

    /// Returns the expected cost of a query, in node visits: a test of every triangle, as in
    /// [`Measure::Cost`](super::node_storing::Measure::Cost).
    #[must_use]
    pub fn expected_cost(&self) -> f64 {
        TRIANGLE_COST * f64::from(self.triangle_count())
    }

    fn looked_at(&self) -> impl Iterator<Item = (u32, &QueryTriangle)> {
        counters::count_faces(self.triangle_count());
        (0..).zip(&self.triangles)
    }
}

impl Obstacles for TriangleList {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        if !(from.is_finite() && (to - from).is_finite()) {
            return None;
        }
        let line = Line::new(from, to);
        let mut nearest: Option<(f32, u32)> = None;
        for (index, triangle) in self.looked_at() {
            let t = triangle.line_parameter(&line);
            if let Some(t) = t.filter(|t| (0.0..=1.0).contains(t))
                && nearest.is_none_or(|(nearest, _)| t < nearest)
            {
                nearest = Some((t, index));
            }
        }
        let (t, index) = nearest?;
        Some(self.triangles[index as usize].hit(from, to - from, t, index, NONE))
    }

    fn visit_swept(
        &self,
        _: Capsule,
        _: Vec3,
        _: Vec3,
        mut visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        for (index, triangle) in self.looked_at() {
            visit(&triangle.obstacle(index, NONE));
        }
        0
    }

    fn visit_near(&self, _: Capsule, _: Vec3, mut visit: impl FnMut(&ObstacleTriangle)) {
        for (index, triangle) in self.looked_at() {
            visit(&triangle.obstacle(index, NONE));
        }
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}
