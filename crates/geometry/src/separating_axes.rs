//! Box–triangle overlap test using 13 separating axes (Ericson 2005, 5.2.9; Akenine-Möller 2001).

use glam::{DVec3, dvec3};

use super::Aabb;

/// One of the 13 axes that can separate a box from a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeparatingAxis {
    /// An axis of the box: 0 for X, 1 for Y, 2 for Z.
    Box(usize),
    /// The triangle's normal.
    Normal,
    /// The cross product of a box axis and a triangle edge. Edge `i` runs from corner `i` to the next corner.
    Cross {
        /// Box axis, as in [`SeparatingAxis::Box`].
        axis: usize,
        /// Index of the triangle edge.
        edge: usize,
    },
}

/// The projections of a box and a triangle onto an axis, measured from the centre of the box.
///
/// `direction` is not normalised, so projected values are in metres times the length of `direction`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisProjection {
    /// Axis of the projection.
    pub axis: SeparatingAxis,
    /// Direction of the axis. It is zero for a cross product of parallel directions, which never separates.
    pub direction: DVec3,
    /// Half-width of the box's projection, which is the interval `-reach..=reach`.
    pub reach: f64,
    /// Minimum and maximum of the triangle's projection.
    pub triangle: [f64; 2],
}

impl SeparatingAxis {
    /// All axes, in the order they are tested.
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

    /// Returns the index of the axis in [`SeparatingAxis::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Box(axis) => axis,
            Self::Normal => 3,
            Self::Cross { axis, edge } => 4 + 3 * edge + axis,
        }
    }

    /// Returns the direction of the axis, which is not normalised. Each edge in `edges` runs from a corner to the next
    /// one.
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
    /// Projects a box with half-extents `half` and a triangle, both relative to the centre of the box.
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

    /// Returns whether the axis separates the box from the triangle. Projections that merely touch are not separated.
    #[inline]
    #[must_use]
    pub fn separates(&self) -> bool {
        self.triangle[0] > self.reach || self.triangle[1] < -self.reach
    }

    /// Returns the gap between the projections (in metres), measured along the normalised axis.
    ///
    /// The gap is negative if the projections overlap, and 0 if the axis has no direction.
    #[must_use]
    pub fn gap(&self) -> f64 {
        let apart = (self.triangle[0] - self.reach).max(-self.reach - self.triangle[1]);
        let length = self.direction.length();
        if length > 0.0 { apart / length } else { 0.0 }
    }
}

/// Returns the triangle's corners relative to the centre of the box, and the triangle's edges.
#[inline]
fn around_center(aabb: &Aabb, corners: [DVec3; 3]) -> ([DVec3; 3], [DVec3; 3]) {
    let center = aabb.center();
    let corners = corners.map(|corner| corner - center);
    let [a, b, c] = corners;
    (corners, [b - a, c - b, a - c])
}

/// Returns whether a box and a triangle overlap or touch.
#[inline]
#[must_use]
pub fn aabb_touches_triangle(aabb: &Aabb, corners: [DVec3; 3]) -> bool {
    separating_axis(aabb, corners).is_none()
}

/// Returns the first axis that separates a box from a triangle, or `None` if they overlap or touch. An empty box is
/// separated from everything.
///
/// The 13 candidate axes are the three box axes, the triangle's normal, and the nine cross products of a box axis and a
/// triangle edge. If an edge is parallel to a box axis, the product is zero, and normalising it gives NaN, as in Ranbun
/// (2022). Here, axes are not normalised: both projections onto a zero axis are 0, so it never separates. A degenerate
/// triangle is treated as the segment or point that it spans.
#[inline]
#[must_use]
pub fn separating_axis(aabb: &Aabb, corners: [DVec3; 3]) -> Option<SeparatingAxis> {
    // Test the box axes before subtracting the centre, because the subtraction introduces rounding errors.
    let bounds = Aabb::from_points(corners);
    if aabb.is_empty() || !aabb.intersects(&bounds) {
        let overlaps = |axis: &usize| {
            aabb.min[*axis] <= bounds.max[*axis] && bounds.min[*axis] <= aabb.max[*axis] && !aabb.is_empty()
        };
        let apart = (0..2).find(|axis| !overlaps(axis));
        return Some(SeparatingAxis::Box(apart.unwrap_or(2)));
    }
    // A triangle corner inside the box is a common case of overlap that is cheap to detect.
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

/// Returns the projections of a box and a triangle onto all 13 axes, in the order of [`SeparatingAxis::ALL`], for
/// inspection.
///
/// Unlike this function, [`separating_axis`] tests the box axes without rounding and stops at the first separating
/// axis.
#[must_use]
pub fn axis_projections(aabb: &Aabb, corners: [DVec3; 3]) -> [AxisProjection; 13] {
    let (corners, edges) = around_center(aabb, corners);
    SeparatingAxis::ALL.map(|axis| AxisProjection::of(axis, &corners, &edges, aabb.half_size()))
}
