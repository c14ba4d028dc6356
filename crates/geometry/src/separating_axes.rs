//! A box against a triangle by thirteen separating axes (Ericson 2005, 5.2.9; Akenine-Möller 2001).

use glam::{DVec3, dvec3};

use super::Aabb;

/// One of the 13 axes that can separate a box from a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeparatingAxis {
    /// An axis of the box: 0 for X, 1 for Y, 2 for Z.
    Box(usize),
    /// The triangle's normal.
    Normal,
    /// The cross product of an axis of the box and an edge of the triangle; edge `i` leads from corner `i` to the next.
    Cross {
        /// The box's axis, as in [`SeparatingAxis::Box`].
        axis: usize,
        /// The edge.
        edge: usize,
    },
}

/// The projections of a box and a triangle onto an axis, measured from the centre of the box. They are in metres times the
/// length of `direction`, which is not normalised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisProjection {
    /// The axis.
    pub axis: SeparatingAxis,
    /// Its direction; zero for the cross product of parallel directions, which separates nothing.
    pub direction: DVec3,
    /// The half width of the box's projection, which is `-reach..=reach`.
    pub reach: f64,
    /// The least and the greatest value of the triangle's projection.
    pub triangle: [f64; 2],
}

impl SeparatingAxis {
    /// All of them, in the order in which they are tested.
    pub const ALL: [Self; 13] = [
        Self::Box(0),
        Self::Box(1),
        Self::Box(2),
        Self::Normal,
        Self::Cross { axis: 0, edge: 0 },
        Self::Cross { axis: 1, edge: 0 },
        Self::Cross { axis: 2, edge: 0 },
        Self::Cross { axis: 0, edge: 1 },
        Self::Cross { axis: 1, edge: 1 },
        Self::Cross { axis: 2, edge: 1 },
        Self::Cross { axis: 0, edge: 2 },
        Self::Cross { axis: 1, edge: 2 },
        Self::Cross { axis: 2, edge: 2 },
    ];

    /// Its index in [`SeparatingAxis::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Box(axis) => axis,
            Self::Normal => 3,
            Self::Cross { axis, edge } => 4 + 3 * edge + axis,
        }
    }

    /// Its direction for a triangle with these edges, each from a corner to the next; not unit.
    #[inline]
    fn direction(self, edges: &[DVec3; 3]) -> DVec3 {
        match self {
            Self::Box(axis) => DVec3::AXES[axis],
            Self::Normal => edges[0].cross(edges[1]),
            Self::Cross { axis: 0, edge } => dvec3(0.0, -edges[edge].z, edges[edge].y),
            Self::Cross { axis: 1, edge } => dvec3(edges[edge].z, 0.0, -edges[edge].x),
            Self::Cross { edge, .. } => dvec3(-edges[edge].y, edges[edge].x, 0.0),
        }
    }
}

impl AxisProjection {
    /// The projection of a box with this half size and of a triangle, both around the centre of the box.
    #[inline]
    fn of(axis: SeparatingAxis, corners: &[DVec3; 3], edges: &[DVec3; 3], half: DVec3) -> Self {
        let direction = axis.direction(edges);
        let [a, b, c] = corners.map(|corner| direction.dot(corner));
        Self {
            axis,
            direction,
            reach: direction.abs().dot(half),
            triangle: [a.min(b).min(c), a.max(b).max(c)],
        }
    }

    /// Whether the axis separates the two. Projections that touch do not separate.
    #[inline]
    #[must_use]
    pub fn separates(&self) -> bool {
        self.triangle[0] > self.reach || self.triangle[1] < -self.reach
    }

    /// The gap between the two projections, in metres along the normalised axis. It is negative where they overlap, and 0 where
    /// the axis has no direction.
    #[must_use]
    pub fn gap(&self) -> f64 {
        let apart = (self.triangle[0] - self.reach).max(-self.reach - self.triangle[1]);
        let length = self.direction.length();
        if length > 0.0 { apart / length } else { 0.0 }
    }
}

/// The triangle around the centre of the box, and its edges.
#[inline]
fn around_center(aabb: &Aabb, corners: [DVec3; 3]) -> ([DVec3; 3], [DVec3; 3]) {
    let center = aabb.center();
    let corners = corners.map(|corner| corner - center);
    let [a, b, c] = corners;
    (corners, [b - a, c - b, a - c])
}

/// Whether the box and the triangle with these corners share a point; touching counts.
#[inline]
#[must_use]
pub fn aabb_touches_triangle(aabb: &Aabb, corners: [DVec3; 3]) -> bool {
    separating_axis(aabb, corners).is_none()
}

/// The first axis that separates the box from the triangle with these corners; `None` where they share a point. From an
/// empty box everything is separated.
///
/// They share no point if one of 13 axes separates them: the three of the box, the triangle's normal, and the nine cross
/// products of a box axis and a triangle edge. For an edge along a box axis the product is zero, and normalising it, as
/// Ranbun (2022) does, gives NaN. Here the axes are not normalised: on a zero axis both projections are 0, so that it
/// separates nothing. A degenerate triangle is treated as the segment or the point that it spans.
#[inline]
#[must_use]
pub fn separating_axis(aabb: &Aabb, corners: [DVec3; 3]) -> Option<SeparatingAxis> {
    // The axes of the box are tested before the centre is subtracted, so without rounding.
    let bounds = Aabb::from_points(corners);
    if aabb.is_empty() || !aabb.intersects(&bounds) {
        let overlaps = |axis: &usize| {
            aabb.min[*axis] <= bounds.max[*axis] && bounds.min[*axis] <= aabb.max[*axis] && !aabb.is_empty()
        };
        let apart = (0..2).find(|axis| !overlaps(axis));
        return Some(SeparatingAxis::Box(apart.unwrap_or(2)));
    }
    // If a corner lies in the box, the two touch.
    if corners.into_iter().any(|corner| aabb.contains(corner)) {
        return None;
    }
    let half = aabb.half_size();
    let (corners, edges) = around_center(aabb, corners);
    let separates = |axis: &SeparatingAxis| AxisProjection::of(*axis, &corners, &edges, half).separates();
    if separates(&SeparatingAxis::Normal) {
        return Some(SeparatingAxis::Normal);
    }
    (0..3).find_map(|edge| {
        let products = [0, 1, 2].map(|axis| SeparatingAxis::Cross { axis, edge });
        products.into_iter().find(separates)
    })
}

/// The projections of the box and the triangle with these corners onto each of the 13 axes, in the order of
/// [`SeparatingAxis::ALL`], for inspection. [`separating_axis`] compares the axes of the box without the rounding of these
/// numbers, and ends at the first axis that separates.
#[must_use]
pub fn axis_projections(aabb: &Aabb, corners: [DVec3; 3]) -> [AxisProjection; 13] {
    let (corners, edges) = around_center(aabb, corners);
    SeparatingAxis::ALL.map(|axis| AxisProjection::of(axis, &corners, &edges, aabb.half_size()))
}
