//! A list of triangles without a tree (brute force), used as a baseline when measuring trees.

use bspwalk_geometry::{Aabb, Plane, Shape, TaggedTriangle};
use glam::Vec3;

use super::{ObstacleTriangle, Obstacles, counters, scoring::TRIANGLE_COST};
use crate::{
    TriangleId,
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

    /// Returns the expected cost of a query, in node visits. It is the cost of testing every triangle, as in
    /// [`Measure::Cost`](super::node_storing::Measure::Cost).
    #[must_use]
    pub fn expected_cost(&self) -> f64 {
        TRIANGLE_COST * f64::from(self.triangle_count())
    }

    /// Returns the ids of all triangles, in ascending order.
    pub fn triangle_ids(
        &self,
    ) -> impl DoubleEndedIterator<Item = TriangleId> + ExactSizeIterator + Clone + use<> {
        TriangleId::range(0..self.triangle_count())
    }

    /// Returns the triangle with the given number in the list, or `None` if there is no such triangle.
    #[must_use]
    pub fn triangle(&self, id: TriangleId) -> Option<ObstacleTriangle> {
        let triangle = self.triangles.get(id.index())?;
        Some(triangle.obstacle(id, NONE))
    }

    /// Begins a cast from `from` to `to` that tests only the triangles passed to [`ListCast::test`].
    ///
    /// An acceleration structure over the list can use it to find the same hit as a cast against the whole list.
    /// Returns `None` if a coordinate is not finite.
    #[must_use]
    pub fn begin_cast(&self, from: Vec3, to: Vec3) -> Option<ListCast<'_>> {
        let direction = to - from;
        (from.is_finite() && direction.is_finite()).then(|| ListCast {
            list: self,
            line: Line::new(from, to),
            from,
            direction,
            nearest: None,
        })
    }

    fn looked_at(&self) -> impl Iterator<Item = (TriangleId, &QueryTriangle)> {
        counters::count_faces(self.triangle_count());
        TriangleId::all().zip(&self.triangles)
    }
}

/// A cast against some triangles of a [`TriangleList`], begun by [`TriangleList::begin_cast`].
#[derive(Clone, Debug)]
pub struct ListCast<'a> {
    list: &'a TriangleList,
    line: Line,
    from: Vec3,
    direction: Vec3,
    /// Position of the nearest hit along the segment, and the number of the triangle hit.
    nearest: Option<(f32, TriangleId)>,
}

impl ListCast<'_> {
    /// Tests the triangle with the given number in the list. Has no effect if there is no such triangle.
    ///
    /// The order of the tests does not affect the hit: if several triangles are hit at the same position, the one with
    /// the smallest number wins. The test is not counted by [`QueryCounters`](crate::QueryCounters).
    #[inline]
    pub fn test(&mut self, id: TriangleId) {
        let Some(triangle) = self.list.triangles.get(id.index()) else {
            return;
        };
        let t = triangle.line_parameter(&self.line);
        if let Some(t) = t.filter(|t| (0.0..=1.0).contains(t))
            && self
                .nearest
                .is_none_or(|(nearest, of)| t < nearest || t == nearest && id < of)
        {
            self.nearest = Some((t, id));
        }
    }

    /// Returns the fraction of the segment that still matters, which is the position of the nearest hit, or 1 if no
    /// triangle was hit.
    #[inline]
    #[must_use]
    pub fn reach(&self) -> f32 {
        self.nearest.map_or(1.0, |(t, _)| t)
    }

    /// Returns the nearest hit among the triangles tested so far.
    #[must_use]
    pub fn hit(&self) -> Option<CastHit> {
        let (t, id) = self.nearest?;
        let triangle = self.list.triangles.get(id.index())?;
        Some(triangle.hit(self.from, self.direction, t, id, NONE))
    }
}

impl Obstacles for TriangleList {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        let mut cast = self.begin_cast(from, to)?;
        counters::count_faces(self.triangle_count());
        for id in self.triangle_ids() {
            cast.test(id);
        }
        cast.hit()
    }

    fn visit_swept(
        &self,
        _: &Shape,
        _: Vec3,
        _: Vec3,
        mut visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        for (id, triangle) in self.looked_at() {
            visit(&triangle.obstacle(id, NONE));
        }
        0
    }

    fn visit_near(&self, _: &Shape, _: Vec3, mut visit: impl FnMut(&ObstacleTriangle)) {
        for (id, triangle) in self.looked_at() {
            visit(&triangle.obstacle(id, NONE));
        }
    }

    fn bounds(&self) -> Aabb {
        self.bounds
    }
}
