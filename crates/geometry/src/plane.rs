//! Planes and the sides of a plane (Ericson 2005, 3.6).

use glam::DVec3;

/// Where a point lies relative to a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// n·x + d is above the tolerance.
    Front,
    /// n·x + d is within the tolerance of zero.
    On,
    /// n·x + d is below minus the tolerance.
    Back,
}

impl Side {
    /// The side of a signed distance, with the plane `tolerance` thick to either side. `NaN` counts as [`Side::On`].
    #[inline]
    #[must_use]
    pub fn from_distance(distance: f64, tolerance: f64) -> Self {
        if distance > tolerance {
            Self::Front
        } else if distance < -tolerance {
            Self::Back
        } else {
            Self::On
        }
    }
}

/// A plane n·x + d = 0 with unit normal n; the front is where n·x + d > 0.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Plane {
    /// Unit normal, pointing to the front.
    pub normal: DVec3,
    /// Signed distance of the origin from the plane, in metres.
    pub d: f64,
}

impl Plane {
    /// The plane through `point` with the given unit normal.
    #[inline]
    #[must_use]
    pub fn from_point_normal(point: DVec3, normal: DVec3) -> Self {
        Self {
            normal,
            d: -normal.dot(point),
        }
    }

    /// The plane of a triangle that winds counter-clockwise seen from the front, or `None` where the three points are
    /// on one line, or not finite, and fix no plane.
    ///
    /// The normal is the cross product of the two *shorter* edges: in a needle, the product of the long ones is made of
    /// rounding errors. The plane goes through the centroid, so that the corners share its rounding error.
    #[must_use]
    pub fn from_points([a, b, c]: [DVec3; 3]) -> Option<Self> {
        let (ab, bc, ca) = (b - a, c - b, a - c);
        let (ab2, bc2, ca2) = (ab.length_squared(), bc.length_squared(), ca.length_squared());
        let cross = if bc2 >= ab2 && bc2 >= ca2 {
            ca.cross(ab)
        } else if ca2 >= ab2 {
            ab.cross(bc)
        } else {
            bc.cross(ca)
        };
        Some(Self::from_point_normal((a + b + c) / 3.0, cross.try_normalize()?))
    }

    /// Signed distance of a point, in metres: positive in front.
    #[inline]
    #[must_use]
    pub fn distance(&self, point: DVec3) -> f64 {
        self.normal.dot(point) + self.d
    }

    /// The side of a point, with the plane `tolerance` metres thick to either side.
    #[inline]
    #[must_use]
    pub fn side(&self, point: DVec3, tolerance: f64) -> Side {
        Side::from_distance(self.distance(point), tolerance)
    }

    /// The same plane, facing the other way.
    #[inline]
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self {
            normal: -self.normal,
            d: -self.d,
        }
    }

    /// The point of the plane nearest to `point`.
    #[inline]
    #[must_use]
    pub fn project(&self, point: DVec3) -> DVec3 {
        point - self.normal * self.distance(point)
    }
}
