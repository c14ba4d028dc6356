//! Planes and the classification of points against them (Ericson 2005, 3.6).

use glam::DVec3;

/// The side of a plane on which a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// n·x + d is greater than the tolerance.
    Front,
    /// n·x + d is within the tolerance of zero.
    On,
    /// n·x + d is less than the negative tolerance.
    Back,
}

impl Side {
    /// Classifies a signed distance. Distances within `tolerance` of zero, and NaN, are [`Side::On`].
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

/// A plane n·x + d = 0 with unit normal n. Its front is where n·x + d > 0.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Plane {
    /// Unit normal, pointing to the front.
    pub normal: DVec3,
    /// Signed distance of the origin from the plane, in metres.
    pub d: f64,
}

impl Plane {
    /// Creates the plane through `point` with the given unit normal.
    #[inline]
    #[must_use]
    pub fn from_point_normal(point: DVec3, normal: DVec3) -> Self {
        Self {
            normal,
            d: -normal.dot(point),
        }
    }

    /// Creates the plane of a triangle that winds counter-clockwise as seen from the front.
    ///
    /// Returns `None` if the points are collinear or not finite. The normal is the cross product of the two *shorter*
    /// edges. In a needle, the cross product involving the longest edge is mostly rounding error. The plane passes
    /// through the centroid, which spreads the rounding error evenly over the corners.
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

    /// Returns the signed distance of a point (in metres), positive in front of the plane.
    #[inline]
    #[must_use]
    pub fn distance(&self, point: DVec3) -> f64 {
        self.normal.dot(point) + self.d
    }

    /// Returns the side that a point is on. Points at most `tolerance` metres from the plane count as on it.
    #[inline]
    #[must_use]
    pub fn side(&self, point: DVec3, tolerance: f64) -> Side {
        Side::from_distance(self.distance(point), tolerance)
    }

    /// Returns the plane with front and back swapped.
    #[inline]
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self {
            normal: -self.normal,
            d: -self.d,
        }
    }

    /// Returns the point on the plane nearest to `point`.
    #[inline]
    #[must_use]
    pub fn project(&self, point: DVec3) -> DVec3 {
        point - self.normal * self.distance(point)
    }
}
