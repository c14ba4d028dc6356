//! Rays in single precision, for queries.

use glam::Vec3;

use super::Aabb;

/// A ray from an origin along a direction, up to a maximum distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Start point, in metres.
    pub origin: Vec3,
    /// Direction, as a unit vector.
    pub direction: Vec3,
    /// Maximum distance from the origin in metres, which may be infinite.
    pub max_distance: f32,
}

impl Ray {
    /// Creates a ray of infinite length. `direction` need not be normalised.
    ///
    /// Returns `None` if the direction has zero length or a coordinate is not finite.
    #[must_use]
    pub fn new(origin: Vec3, direction: Vec3) -> Option<Self> {
        let direction = direction.try_normalize()?;
        origin.is_finite().then_some(Self {
            origin,
            direction,
            max_distance: f32::INFINITY,
        })
    }

    /// Returns the ray with its maximum distance (in metres) replaced.
    #[must_use]
    pub fn with_max_distance(self, max_distance: f32) -> Self {
        Self { max_distance, ..self }
    }

    /// Returns the point at the given distance (in metres) from the origin.
    #[must_use]
    pub fn at(&self, distance: f32) -> Vec3 {
        self.origin + self.direction * distance
    }

    /// Returns the distance (in metres) beyond which the ray cannot hit anything inside a box.
    ///
    /// This is the distance to the point where the ray leaves the box, or [`Ray::max_distance`] if that is smaller.
    /// Returns `None` if the box is empty or behind the origin, or if the maximum distance is negative or NaN. The
    /// result may be `Some` even if the ray misses the box.
    #[must_use]
    pub fn max_distance_in(&self, bounds: &Aabb) -> Option<f32> {
        if bounds.is_empty() || self.max_distance.is_nan() {
            return None;
        }
        let (origin, direction) = (self.origin.as_dvec3(), self.direction.as_dvec3());
        let reach = (0..3)
            .filter(|&axis| direction[axis] != 0.0)
            .map(|axis| {
                let far = if direction[axis] > 0.0 {
                    bounds.max
                } else {
                    bounds.min
                };
                (far[axis] - origin[axis]) / direction[axis]
            })
            .fold(f64::INFINITY, f64::min);
        // The distance is rounded up, so that the ray still hits surfaces on the far side of the box.
        let margin = 4.0 * f64::from(f32::EPSILON) * (reach.abs() + bounds.largest_coordinate());
        let end = (reach + margin).min(f64::from(self.max_distance));
        (end >= 0.0).then_some(end as f32)
    }
}
