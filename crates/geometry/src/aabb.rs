//! Axis-aligned boxes.

use glam::DVec3;

use super::Plane;

/// An axis-aligned bounding box, given by its least and greatest corner, in metres. It holds its boundary.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Aabb {
    /// The least corner, in metres.
    pub min: DVec3,
    /// The greatest corner, in metres.
    pub max: DVec3,
}

impl Aabb {
    /// The box that holds nothing: the neutral element of [`Aabb::union`].
    pub const EMPTY: Self = Self {
        min: DVec3::INFINITY,
        max: DVec3::NEG_INFINITY,
    };

    /// The smallest box that holds all the points; [`Aabb::EMPTY`] for none.
    pub fn from_points(points: impl IntoIterator<Item = DVec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, |mut aabb, point| {
            aabb.grow(point);
            aabb
        })
    }

    /// Whether the box holds nothing.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !(self.min.cmple(self.max).all())
    }

    /// Extends the box to hold `point`.
    #[inline]
    pub fn grow(&mut self, point: DVec3) {
        self.min = self.min.min(point);
        self.max = self.max.max(point);
    }

    /// The smallest box that holds both.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The box grown by `margin` metres on every side. A negative margin shrinks it; shrunk by more than half its size it is empty.
    #[inline]
    #[must_use]
    pub fn inflated(&self, margin: f64) -> Self {
        Self {
            min: self.min - margin,
            max: self.max + margin,
        }
    }

    /// Edge lengths, in metres. The empty box has negative ones.
    #[inline]
    #[must_use]
    pub fn size(&self) -> DVec3 {
        self.max - self.min
    }

    /// The centre, in metres. The empty box has none: the result is NaN.
    #[inline]
    #[must_use]
    pub fn center(&self) -> DVec3 {
        (self.min + self.max) * 0.5
    }

    /// Half the edge lengths, in metres.
    #[inline]
    #[must_use]
    pub fn half_size(&self) -> DVec3 {
        (self.max - self.min) * 0.5
    }

    /// The largest absolute value of a corner's coordinates, in metres; 0 for the empty box.
    #[must_use]
    pub fn largest_coordinate(&self) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        self.min.abs().max(self.max.abs()).max_element()
    }

    /// Surface area in square metres; 0 for the empty box.
    #[inline]
    #[must_use]
    pub fn surface_area(&self) -> f64 {
        let size = self.size().max(DVec3::ZERO);
        2.0 * (size.x * size.y + size.y * size.z + size.z * size.x)
    }

    /// Whether the boxes share a point; touching counts.
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Whether the point is in the box; the boundary counts.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: DVec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// The point of the box nearest to `point`; the box must not be empty.
    #[inline]
    #[must_use]
    pub fn closest_point(&self, point: DVec3) -> DVec3 {
        point.clamp(self.min, self.max)
    }

    /// The eight corners. Bits 0, 1 and 2 of an index say whether the corner has the greater x, y and z.
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

    /// The bounds of the part of the box that lies in front of the plane; [`Aabb::EMPTY`] where there is none.
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
        // Rounding must not leave the box that it is a part of.
        Self {
            min: clipped.min.clamp(self.min, self.max),
            max: clipped.max.clamp(self.min, self.max),
        }
    }
}
