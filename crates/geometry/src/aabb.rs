//! Axis-aligned bounding boxes.

use glam::DVec3;

use super::Plane;

/// An axis-aligned bounding box, defined by its minimum and maximum corners (in metres). The boundary belongs to the
/// box.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Aabb {
    /// Minimum corner, in metres.
    pub min: DVec3,
    /// Maximum corner, in metres.
    pub max: DVec3,
}

impl Aabb {
    /// The empty box, which is the identity element of [`Aabb::union`].
    pub const EMPTY: Self = Self {
        min: DVec3::INFINITY,
        max: DVec3::NEG_INFINITY,
    };

    /// Returns the smallest box that contains all points, or [`Aabb::EMPTY`] if there are no points.
    pub fn from_points(points: impl IntoIterator<Item = DVec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, |mut aabb, point| {
            aabb.grow(point);
            aabb
        })
    }

    /// Returns whether the box contains no points.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !(self.min.cmple(self.max).all())
    }

    /// Extends the box so that it contains `point`.
    #[inline]
    pub fn grow(&mut self, point: DVec3) {
        self.min = self.min.min(point);
        self.max = self.max.max(point);
    }

    /// Returns the smallest box that contains both boxes.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Returns the box expanded by `margin` (in metres) on every side.
    ///
    /// A negative margin shrinks the box. If it exceeds half of a side length, the result is empty.
    #[inline]
    #[must_use]
    pub fn inflated(&self, margin: f64) -> Self {
        Self {
            min: self.min - margin,
            max: self.max + margin,
        }
    }

    /// Returns the edge lengths, in metres. They are negative for the empty box.
    #[inline]
    #[must_use]
    pub fn size(&self) -> DVec3 {
        self.max - self.min
    }

    /// Returns the centre, in metres. It is NaN for [`Aabb::EMPTY`].
    #[inline]
    #[must_use]
    pub fn center(&self) -> DVec3 {
        (self.min + self.max) * 0.5
    }

    /// Returns half the edge lengths, in metres.
    #[inline]
    #[must_use]
    pub fn half_size(&self) -> DVec3 {
        (self.max - self.min) * 0.5
    }

    /// Returns the largest absolute coordinate of any corner, in metres, or 0 for an empty box.
    #[must_use]
    pub fn largest_coordinate(&self) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        self.min.abs().max(self.max.abs()).max_element()
    }

    /// Returns the surface area in square metres, which is 0 for an empty box.
    #[inline]
    #[must_use]
    pub fn surface_area(&self) -> f64 {
        let size = self.size().max(DVec3::ZERO);
        2.0 * (size.x * size.y + size.y * size.z + size.z * size.x)
    }

    /// Returns whether the boxes have a point in common. Boxes that merely touch do intersect.
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Returns whether the point is in the box or on its boundary.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: DVec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Returns the point of the box that is nearest to `point`. The box must not be empty.
    #[inline]
    #[must_use]
    pub fn closest_point(&self, point: DVec3) -> DVec3 {
        point.clamp(self.min, self.max)
    }

    /// Returns the eight corners. Bits 0, 1 and 2 of the index select the maximum x, y and z.
    #[must_use]
    pub fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|i| {
            let pick = |bit: usize, low: f64, high: f64| if i >> bit & 1 == 0 { low } else { high };
            DVec3::new(
                pick(0, self.min.x, self.max.x),
                pick(1, self.min.y, self.max.y),
                pick(2, self.min.z, self.max.z),
            )
        })
    }

    /// Returns the bounds of the part of the box in front of a plane, or [`Aabb::EMPTY`] if no part is in front.
    #[must_use]
    pub fn clipped_to_front(&self, plane: &Plane) -> Self {
        if self.is_empty() {
            return Self::EMPTY;
        }
        let corners = self.corners();
        let distances = corners.map(|corner| plane.distance(corner));
        if distances.iter().all(|&distance| distance >= 0.0) {
            return *self;
        }
        let mut clipped = Self::EMPTY;
        for (i, (&corner, &distance)) in corners.iter().zip(&distances).enumerate() {
            if distance >= 0.0 {
                clipped.grow(corner);
            }
            for bit in 0..3 {
                let j = i | 1 << bit;
                if j != i && (distance < 0.0) != (distances[j] < 0.0) {
                    let t = distance / (distance - distances[j]);
                    clipped.grow(corner.lerp(corners[j], t));
                }
            }
        }
        if clipped.is_empty() {
            return clipped;
        }
        // Interpolation may be rounded to a point just outside the original box.
        Self {
            min: clipped.min.clamp(self.min, self.max),
            max: clipped.max.clamp(self.min, self.max),
        }
    }
}
