//! Sizes, speeds and rates of the mover.

use serde::{Deserialize, Serialize};

/// Sizes in metres, speeds in metres a second, rates in 1/s: how a body is built and how it moves.
///
/// A rate r means that what is left of a difference after t seconds is e^(−rt) of it, whatever the steps are. A field
/// that a serialised value leaves out has its default. Values that make no sense are brought to the nearest that does by
/// [`MoverParams::clamped`]; a [`super::Mover`] does so with what it is given.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MoverParams {
    /// Radius of the sphere that flies, in metres.
    pub fly_radius: f32,
    /// Radius of the capsule that walks, in metres.
    pub radius: f32,
    /// Height of the capsule that walks, in metres, both caps included.
    pub height: f32,
    /// Its height where it crouches, in metres.
    pub crouch_height: f32,
    /// Height of the eye above the feet, in metres; crouched it is lower in proportion to the height.
    pub eye_height: f32,
    /// Downward acceleration, in m/s².
    pub gravity: f32,
    /// How high the feet rise in a jump, in metres.
    pub jump_height: f32,
    /// Steepest ground that can be stood on and climbed, in degrees from the horizontal.
    pub max_slope: f32,
    /// Highest step that is climbed without a jump, and deepest one that is followed down without a fall, in metres.
    pub step_height: f32,
    /// Speed of walking, in m/s.
    pub walk_speed: f32,
    /// Speed of flying, in m/s.
    pub fly_speed: f32,
    /// What multiplies either speed in haste.
    pub fast_factor: f32,
    /// What multiplies the speed of walking where the body is crouched.
    pub crouch_factor: f32,
    /// How fast the velocity on the ground goes to the wished one, in 1/s.
    pub ground_response: f32,
    /// How fast the velocity on the ground goes to zero where nothing is wished, in 1/s.
    pub friction: f32,
    /// How fast the horizontal velocity in the air goes to the wished one, in 1/s. Where nothing is wished it stays.
    pub air_response: f32,
    /// How fast the velocity of flight goes to the wished one, and to zero where nothing is wished, in 1/s.
    pub fly_response: f32,
    /// Greatest speed of a fall, in m/s.
    pub terminal_speed: f32,
    /// How far below the level's bounds a walking body has fallen out of the world, in metres.
    pub fall_out_margin: f32,
    /// How long the eye takes to make up for a step, in seconds: twice the time constant of the critically damped spring
    /// that it hangs on. 0 makes it follow at once.
    pub eye_smoothing: f32,
}

impl Default for MoverParams {
    fn default() -> Self {
        Self {
            fly_radius: 0.3,
            radius: 0.3,
            height: 1.8,
            crouch_height: 1.1,
            eye_height: 1.68,
            gravity: 9.81,
            jump_height: 0.55,
            max_slope: 46.0,
            step_height: 0.45,
            walk_speed: 4.0,
            fly_speed: 4.0,
            fast_factor: 2.5,
            crouch_factor: 0.45,
            ground_response: 14.0,
            friction: 10.0,
            air_response: 1.5,
            fly_response: 14.0,
            terminal_speed: 55.0,
            fall_out_margin: 20.0,
            eye_smoothing: 0.12,
        }
    }
}

/// Least and greatest length of a body, in metres.
const SIZES: [f32; 2] = [1.0e-3, 1.0e3];
/// Greatest speed, in m/s.
const FASTEST: f32 = 1.0e5;
/// Greatest rate, in 1/s.
const QUICKEST: f32 = 1.0e4;

impl MoverParams {
    /// The nearest parameters that make sense: every number finite and within its range, no height below two radii, no
    /// crouched height above the standing one, the eye within the body. What is not a number becomes its default.
    #[must_use]
    pub fn clamped(&self) -> Self {
        let default = Self::default();
        let within = |value: f32, or: f32, [low, high]: [f32; 2]| {
            if value.is_nan() {
                or
            } else {
                value.clamp(low, high)
            }
        };
        let radius = within(self.radius, default.radius, SIZES);
        let height = within(self.height, default.height, SIZES).max(2.0 * radius);
        let step_height = within(self.step_height, default.step_height, [0.0, 0.5 * height]);
        let rate = |value: f32, or: f32| within(value, or, [0.0, QUICKEST]);
        let speed = |value: f32, or: f32| within(value, or, [0.0, FASTEST]);
        let factor = |value: f32, or: f32| within(value, or, [0.0, 1.0e3]);
        Self {
            fly_radius: within(self.fly_radius, default.fly_radius, SIZES),
            radius,
            height,
            crouch_height: within(self.crouch_height, default.crouch_height, [2.0 * radius, height]),
            eye_height: within(self.eye_height, default.eye_height, [0.0, height]),
            gravity: within(self.gravity, default.gravity, [0.0, 1.0e4]),
            jump_height: within(self.jump_height, default.jump_height, [0.0, 1.0e3]),
            max_slope: within(self.max_slope, default.max_slope, [0.0, 85.0]),
            step_height,
            walk_speed: speed(self.walk_speed, default.walk_speed),
            fly_speed: speed(self.fly_speed, default.fly_speed),
            fast_factor: factor(self.fast_factor, default.fast_factor),
            crouch_factor: factor(self.crouch_factor, default.crouch_factor),
            ground_response: rate(self.ground_response, default.ground_response),
            friction: rate(self.friction, default.friction),
            air_response: rate(self.air_response, default.air_response),
            fly_response: rate(self.fly_response, default.fly_response),
            terminal_speed: speed(self.terminal_speed, default.terminal_speed),
            fall_out_margin: within(self.fall_out_margin, default.fall_out_margin, [0.0, 1.0e6]),
            eye_smoothing: within(self.eye_smoothing, default.eye_smoothing, [0.0, 10.0]),
        }
    }

    /// Whether [`MoverParams::clamped`] changes nothing; if not, the name of a field that it changes and the value that
    /// it gives it.
    ///
    /// # Errors
    /// One sentence for a person.
    pub fn validate(&self) -> Result<(), String> {
        let clamped = self.clamped();
        let (Ok(serde_json::Value::Object(given)), Ok(serde_json::Value::Object(good))) =
            (serde_json::to_value(self), serde_json::to_value(clamped))
        else {
            return Err("the parameters are no numbers".to_owned());
        };
        for (name, value) in &given {
            if let Some(good) = good.get(name).filter(|good| *good != value) {
                return Err(format!(
                    "`{name}` cannot be {value}: the nearest that makes sense is {good}"
                ));
            }
        }
        Ok(())
    }

    /// Upward part of the unit normal of the steepest walkable ground.
    pub(super) fn walkable(&self) -> f64 {
        // A hair beyond, so that a slope of just that many degrees is not refused for its rounding.
        (f64::from(self.max_slope) + 0.01).to_radians().cos()
    }

    /// Upward speed of a jump, in m/s.
    pub(super) fn jump_speed(&self) -> f64 {
        (2.0 * f64::from(self.gravity) * f64::from(self.jump_height)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_make_sense_and_nonsense_is_brought_to_sense() {
        assert_eq!(MoverParams::default().validate(), Ok(()));
        for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, 1.0e30, 0.0] {
            let params = MoverParams {
                fly_radius: wrong,
                radius: wrong,
                height: wrong,
                crouch_height: wrong,
                eye_height: wrong,
                gravity: wrong,
                jump_height: wrong,
                max_slope: wrong,
                step_height: wrong,
                walk_speed: wrong,
                fly_speed: wrong,
                fast_factor: wrong,
                crouch_factor: wrong,
                ground_response: wrong,
                friction: wrong,
                air_response: wrong,
                fly_response: wrong,
                terminal_speed: wrong,
                fall_out_margin: wrong,
                eye_smoothing: wrong,
            };
            assert!(params.validate().is_err(), "{wrong}");
            assert_eq!(params.clamped().validate(), Ok(()), "{wrong}");
        }
        let low = MoverParams {
            height: 0.2,
            ..MoverParams::default()
        };
        assert_eq!(low.clamped().height, 2.0 * low.radius);
    }
}
