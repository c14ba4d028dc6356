//! A stick's response: dead zone and response curve.

/// Minimum magnitude that counts as full deflection. Few sticks reach 1 in every direction.
const REACH: f32 = 0.96;

/// A stick's response, which maps its position to a fraction of full speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Radius of the dead zone, from 0 to 0.9. Worn sticks do not return to exactly 0.
    pub dead_zone: f32,
    /// Exponent of the response curve. 1 is linear; larger values give finer control near the centre.
    pub curve: f32,
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            dead_zone: 0.15,
            curve: 1.6,
        }
    }
}

impl Shape {
    /// Minimum and maximum radius of the dead zone.
    pub const DEAD_ZONES: [f32; 2] = [0.0, 0.9];
    /// Minimum and maximum exponent of the response curve.
    pub const CURVES: [f32; 2] = [0.5, 4.0];

    /// Returns the response to a stick position. Both are vectors with a length of at most 1.
    ///
    /// The dead zone is radial, so that no direction is preferred. The response is 0 at the edge of the dead zone, so
    /// that there is no jump.
    #[must_use]
    pub fn apply(self, [x, y]: [f32; 2]) -> [f32; 2] {
        let length = x.hypot(y);
        let [low, high] = Self::DEAD_ZONES;
        let dead = if self.dead_zone.is_finite() {
            self.dead_zone.clamp(low, high)
        } else {
            low
        };
        if !length.is_finite() || length <= dead || length == 0.0 {
            return [0.0; 2];
        }
        let [low, high] = Self::CURVES;
        let curve = if self.curve.is_finite() {
            self.curve.clamp(low, high)
        } else {
            1.0
        };
        let share = ((length - dead) / (REACH - dead)).min(1.0).powf(curve);
        [x, y].map(|along| along / length * share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_zone_is_radial_and_rescaled() {
        let shape = Shape {
            dead_zone: 0.2,
            curve: 1.0,
        };
        for turn in 0..64 {
            let (sine, cosine) = (turn as f32 * std::f32::consts::TAU / 64.0).sin_cos();
            let at = |length: f32| {
                let [x, y] = shape.apply([length * cosine, length * sine]);
                let along = x * cosine + y * sine;
                assert!((x * sine - y * cosine).abs() < 1e-5, "the direction stays");
                along
            };
            assert_eq!(at(0.199), 0.0);
            assert!(at(0.21) < 0.02 && at(0.21) > 0.0);
            assert!((at(0.58) - 0.5).abs() < 1e-5);
            assert!((at(1.0) - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn curve_is_finer_near_centre_and_keeps_ends() {
        let even = Shape {
            dead_zone: 0.1,
            curve: 1.0,
        };
        let curved = Shape { curve: 3.0, ..even };
        assert!(curved.apply([0.3, 0.0])[0] < 0.3 * even.apply([0.3, 0.0])[0]);
        assert_eq!(curved.apply([1.0, 0.0]), even.apply([1.0, 0.0]));
    }

    #[test]
    fn response_length_never_exceeds_one() {
        let numbers = [f32::NAN, f32::INFINITY, -1e30, -1.0, 0.0, 0.5, 1.0, 7.0];
        for dead_zone in numbers {
            for curve in numbers {
                for x in numbers {
                    for y in numbers {
                        let [x, y] = Shape { dead_zone, curve }.apply([x, y]);
                        assert!(x.hypot(y) <= 1.0 + 1e-5, "{x}, {y} with {dead_zone}, {curve}");
                    }
                }
            }
        }
    }
}
