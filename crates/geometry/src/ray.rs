//! Rays, in the single precision of queries.

use glam::Vec3;

use super::Aabb;

/// A ray: the points from an origin on in one direction, up to a greatest distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it begins, in metres.
    pub origin: Vec3,
    /// Direction, a unit vector.
    pub direction: Vec3,
    /// The greatest distance from the origin, in metres; may be infinite.
    pub max_distance: f32,
}

impl Ray {
    /// A ray without an end. `direction` need not be of unit length. `None` where its length is 0, or a number is not finite.
    #[must_use]
    pub fn new(origin: Vec3, direction: Vec3) -> Option<Self> {
        let direction = direction.try_normalize()?;
        origin.is_finite().then_some(Self {
            origin,
            direction,
            max_distance: f32::INFINITY,
        })
    }

    /// The same ray, which ends at this distance from its origin, in metres.
    #[must_use]
    pub fn with_max_distance(self, max_distance: f32) -> Self {
        Self { max_distance, ..self }
    }

    /// The point at a distance from the origin, in metres.
    #[must_use]
    pub fn at(&self, distance: f32) -> Vec3 {
        self.origin + self.direction * distance
    }

    /// How far the ray must be followed to meet everything that it meets in a box, in metres: to where it leaves the box, or to
    /// [`Ray::max_distance`] where that is less. `None` where the box is empty or lies behind the origin, or where
    /// the greatest distance is negative or NaN. A ray that passes beside the box may still give a distance.
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
        // Rounded up, so that what lies on the far side of the box is met.
        let margin = 4.0 * f64::from(f32::EPSILON) * (reach.abs() + bounds.largest_coordinate());
        let end = (reach + margin).min(f64::from(self.max_distance));
        (end >= 0.0).then_some(end as f32)
    }
}
