//! Rays.

use glam::Vec3;

use super::Aabb;

/// A half-line, or its first part: from a point on in a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it begins, in metres.
    pub origin: Vec3,
    /// Where it goes: a unit vector.
    pub direction: Vec3,
    /// How far it goes, in metres; may be infinite.
    pub max_distance: f32,
}

impl Ray {
    /// A ray without an end. `direction` needs not be of unit length; `None` where it has none, or a number is not finite.
    #[must_use]
    pub fn new(origin: Vec3, direction: Vec3) -> Option<Self> {
        let direction = direction.try_normalize()?;
        origin.is_finite().then_some(Self {
            origin,
            direction,
            max_distance: f32::INFINITY,
        })
    }

    /// The same ray, ending at this distance, in metres.
    #[must_use]
    pub fn up_to(self, max_distance: f32) -> Self {
        Self { max_distance, ..self }
    }

    /// The point at a distance from its origin, in metres.
    #[must_use]
    pub fn at(&self, distance: f32) -> Vec3 {
        self.origin + self.direction * distance
    }

    /// Where it ends at the latest, as a distance, if only what lies in a box matters. `None` where it certainly misses the box.
    #[must_use]
    pub fn end_in(&self, bounds: &Aabb) -> Option<f32> {
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
