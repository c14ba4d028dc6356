//! Dimensions, speeds and rates of the mover.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Dimensions and speeds of a [`Mover`](super::Mover).
///
/// A response or decay rate r (in 1/s) is exponential: after t seconds, the difference between a velocity and its
/// target has shrunk to e^(−rt) times its initial value. This does not depend on the tick length. Movers clamp their
/// parameters to the ranges of the fields; see [`MoverParams::clamped`]. When parameters are deserialised, missing
/// fields take their default values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MoverParams {
    /// Radius of the flying sphere, in metres. Default 0.3; range 0.001 to 1,000.
    ///
    /// A large sphere does not fit through doors. A small one lets the eye get so close to walls that the camera's near
    /// plane cuts into them.
    pub fly_radius: f32,
    /// Radius of the walking capsule, in metres. Default 0.3; range 0.001 to 1,000.
    ///
    /// A large body gets caught in passages. A small one slips into gaps and needs more substeps per tick, because the
    /// radius limits the length of a substep.
    pub radius: f32,
    /// Height of the walking capsule, caps included, in metres. Default 1.8; range 0.001 to 1,000, and at least two
    /// radii.
    ///
    /// A tall body does not fit under lintels. A low body walks through gaps that a person would have to crawl through.
    pub height: f32,
    /// Height of the crouched capsule, caps included, in metres. Default 1.1; range two radii to `height`.
    ///
    /// If equal to `height`, crouching has no effect.
    pub crouch_height: f32,
    /// Height of the eye above the feet, in metres. Default 1.68; range 0 to `height`. It scales with the body's height
    /// when crouched.
    ///
    /// If the distance from the eye to the top of the head is less than the camera's near distance, the camera can see
    /// through ceilings.
    pub eye_height: f32,
    /// Downward acceleration, in m/s². Default 9.81; range 0 to 10,000.
    ///
    /// At 0, the body neither falls nor jumps. Large values make jumps brief, because `jump_height` stays the same.
    pub gravity: f32,
    /// Height that the feet reach in a jump, in metres. Default 0.55; range 0 to 1,000.
    ///
    /// At 0, the body does not jump. Above `step_height`, jumps reach places that the body cannot step onto.
    pub jump_height: f32,
    /// Maximum slope for standing and climbing, in degrees from the horizontal. Default 46; range 0 to 85.
    ///
    /// At values below the slopes of a level, its ramps act as walls. Near 85, the body climbs almost vertical faces.
    pub max_slope: f32,
    /// Maximum height of a stair (in metres) that the body climbs without a jump, or descends without a fall. Default
    /// 0.45; range 0 to half of `height`.
    ///
    /// At 0, every kerb stops the body, and it becomes airborne when it descends stairs. Large values make it climb
    /// onto furniture.
    pub step_height: f32,
    /// Walking speed, in m/s. Default 4; range 0 to 100,000.
    ///
    /// The body does not pass through walls at any speed. At high speeds, a tick takes longer to compute.
    pub walk_speed: f32,
    /// Flying speed, in m/s. Default 4; range 0 to 100,000.
    ///
    /// The body does not pass through walls at any speed. At high speeds, a tick takes longer to compute.
    pub fly_speed: f32,
    /// Speed factor for walking and flying when [`Input::fast`](super::Input::fast) is set. Default 2.5; range 0 to
    /// 1,000.
    ///
    /// At 1, it has no effect.
    pub fast_factor: f32,
    /// Speed factor for walking while crouched. Default 0.45; range 0 to 1,000.
    ///
    /// At 0, a crouched body does not walk.
    pub crouch_factor: f32,
    /// Response rate on the ground, in 1/s: how fast the velocity approaches the desired velocity. Default 14; range 0
    /// to 10,000.
    ///
    /// Small values feel like ice; at 0, input does not move the body. At large values, the body reaches full speed at
    /// once.
    pub ground_response: f32,
    /// Decay rate of the velocity on the ground without input, in 1/s. Default 10; range 0 to 10,000.
    ///
    /// Small values let the body slide on; at 0, it never stops. Large values stop it at once.
    pub friction: f32,
    /// Response rate in the air, in 1/s: how fast the horizontal velocity approaches the desired velocity. Default 1.5;
    /// range 0 to 10,000. Without input, the velocity does not change.
    ///
    /// At 0, a jump cannot be steered. Near `ground_response`, the body turns in the air as it does on the ground.
    pub air_response: f32,
    /// Response rate in flight, in 1/s: how fast the velocity approaches the desired velocity. Default 14; range 0 to
    /// 10,000.
    ///
    /// Small values make the body drift. Large values start and stop it at once.
    pub fly_response: f32,
    /// Maximum falling speed, in m/s. Default 55; range 0 to 100,000.
    ///
    /// At 0, the body hovers. Large values only matter in deep levels.
    pub terminal_speed: f32,
    /// Distance below the tree's bounds, in metres, at which a walking body counts as having fallen out of the level.
    /// Default 20; range 0 to 1,000,000.
    ///
    /// With a small margin, a fall over the edge of the level is reported at once. With a large one, the body falls for
    /// a long time first.
    pub fall_out_margin: f32,
    /// Time over which the eye smooths a stair, in seconds: twice the time constant of its critically damped spring.
    /// Default 0.12; range 0 to 10.
    ///
    /// At 0, the eye jumps at every stair. Large values make it lag behind the body.
    pub eye_smoothing: f32,
    /// Coyote time: maximum delay of a jump after leaving the ground, in seconds.
    ///
    /// 0 (the default) turns it off; the maximum is 10. Games use 0.06 to 0.2 (*Celeste*: 0.1, published in its source
    /// as `JumpGraceTime`, Thorson and Berry 2018). If the time is too short, players miss jumps that they pressed at
    /// the edge. If it is too long, the body visibly jumps off thin air.
    pub coyote_time: f32,
    /// Jump buffering: maximum time between pressing jump in the air and landing, in seconds. Within this time, the
    /// body jumps as it lands, even if the button has been released.
    ///
    /// 0 (the default) turns it off; the maximum is 10. Games use 0.06 to 0.2 (*Celeste*: 0.08). If the time is too
    /// short, presses just before landing are lost. If it is too long, the body jumps when the player no longer expects
    /// it.
    pub jump_buffer: f32,
    /// Minimum ground speed for a slide, in m/s. Crouching at this speed or faster starts a slide.
    ///
    /// A sliding body keeps its direction and slows down at the rate [`slide_friction`](Self::slide_friction). The
    /// slide ends when the body is as slow as a crouched walk, stands up, jumps or falls.
    ///
    /// 0 (the default) turns slides off; the maximum is 10⁵. Below the crouched walking speed, every slide ends at
    /// once. Above the running speed, no slide ever starts.
    pub slide_speed: f32,
    /// Decay rate of the velocity in a slide, in 1/s.
    ///
    /// The range is 0 to 10⁴. At 0, a slide does not slow down. At the value of [`friction`](Self::friction), a slide
    /// lasts a fraction of a second.
    pub slide_friction: f32,
    /// Speed factor for swimming, relative to [`walk_speed`](Self::walk_speed). A body swims if its centre is in a
    /// liquid of the [`Environment`](super::Environment).
    ///
    /// 0 (the default) turns swimming off, so that liquids have no effect; the maximum is 10³. Quake uses 0.7
    /// (`SV_WaterMove`, id Software 1996). Above 1, the body is faster in liquids than on land.
    pub swim_factor: f32,
    /// Response rate in a liquid, in 1/s: how fast the velocity approaches the desired velocity. It also acts as the
    /// drag of the liquid.
    ///
    /// The range is 0 to 10⁴. Quake uses 4 (`sv_friction`). At 0, the velocity does not change. At high rates, a body
    /// that falls into a liquid stops at the surface.
    pub swim_response: f32,
    /// Sinking speed without input (in m/s), as a balance of weight, buoyancy and drag. If it is negative, the body
    /// rises to the surface.
    ///
    /// The range is −10⁵ to 10⁵. Quake uses 60 units/s, which is 1.5 m/s at 1 inch per unit. A body that sinks fast has
    /// to swim all the time. At 0, the body stays at its depth.
    pub sink_speed: f32,
    /// Height above the liquid (in metres) that the body's centre reaches when the body leaps out at a wall.
    ///
    /// The body leaps while the jump button is held. The range is 0, which turns leaps off, to 10³. Below half of its
    /// height, the body cannot reach a floor that is level with the surface.
    pub leap_height: f32,
    /// Climbing speed on ladders of the [`Environment`](super::Environment), in m/s.
    ///
    /// 0 (the default) turns climbing off, so that ladders have no effect; the maximum is 10⁵. Half-Life uses 200
    /// units/s, which is 5 m/s at 1 inch per unit (`MAX_CLIMB_SPEED`, Valve 1998).
    pub climb_speed: f32,
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
            coyote_time: 0.0,
            jump_buffer: 0.0,
            slide_speed: 0.0,
            slide_friction: 0.8,
            swim_factor: 0.0,
            swim_response: 4.0,
            sink_speed: 0.5,
            leap_height: 1.1,
            climb_speed: 0.0,
        }
    }
}

/// Minimum and maximum dimension of a body, in metres.
const SIZES: [f32; 2] = [1.0e-3, 1.0e3];
const FASTEST: f32 = 1.0e5;
const QUICKEST: f32 = 1.0e4;

impl MoverParams {
    /// Returns the defaults with all optional behaviours turned on, at values common in games: coyote time, jump
    /// buffering, slides, swimming and climbing.
    #[must_use]
    pub fn game_feel() -> Self {
        Self {
            coyote_time: 0.1,
            jump_buffer: 0.1,
            slide_speed: 6.0,
            swim_factor: 0.7,
            climb_speed: 2.5,
            ..Self::default()
        }
    }

    /// Returns whether any optional behaviour is turned on; see [`MoverParams::game_feel`].
    #[must_use]
    pub fn has_game_feel(&self) -> bool {
        let switches = [
            self.coyote_time,
            self.jump_buffer,
            self.slide_speed,
            self.swim_factor,
            self.climb_speed,
        ];
        switches.into_iter().any(|value| value > 0.0)
    }

    /// Turns all optional behaviours on, at the values of [`MoverParams::game_feel`], or off. Other fields do not
    /// change.
    pub fn set_game_feel(&mut self, is_on: bool) {
        let of = if is_on { Self::game_feel() } else { Self::default() };
        self.coyote_time = of.coyote_time;
        self.jump_buffer = of.jump_buffer;
        self.slide_speed = of.slide_speed;
        self.swim_factor = of.swim_factor;
        self.climb_speed = of.climb_speed;
    }

    /// Returns the nearest valid parameters. NaN values are replaced by the field's default.
    ///
    /// Parameters are valid if all values are finite and within their ranges, both heights are at least two radii, the
    /// crouched height does not exceed the standing height, and the eye is not above the head.
    #[must_use]
    pub fn clamped(&self) -> Self {
        let (mut params, default) = (*self, Self::default());
        let (rates, speeds, factors) = ([0.0, QUICKEST], [0.0, FASTEST], [0.0, 1.0e3]);
        let clamp = |value: &mut f32, default: f32, [low, high]: [f32; 2]| {
            *value = if value.is_nan() {
                default
            } else {
                value.clamp(low, high)
            };
        };
        let p = &mut params;
        for (value, default, range) in [
            (&mut p.fly_radius, default.fly_radius, SIZES),
            (&mut p.radius, default.radius, SIZES),
            (&mut p.height, default.height, SIZES),
            (&mut p.gravity, default.gravity, [0.0, 1.0e4]),
            (&mut p.jump_height, default.jump_height, [0.0, 1.0e3]),
            (&mut p.max_slope, default.max_slope, [0.0, 85.0]),
            (&mut p.walk_speed, default.walk_speed, speeds),
            (&mut p.fly_speed, default.fly_speed, speeds),
            (&mut p.fast_factor, default.fast_factor, factors),
            (&mut p.crouch_factor, default.crouch_factor, factors),
            (&mut p.ground_response, default.ground_response, rates),
            (&mut p.friction, default.friction, rates),
            (&mut p.air_response, default.air_response, rates),
            (&mut p.fly_response, default.fly_response, rates),
            (&mut p.terminal_speed, default.terminal_speed, speeds),
            (&mut p.fall_out_margin, default.fall_out_margin, [0.0, 1.0e6]),
            (&mut p.eye_smoothing, default.eye_smoothing, [0.0, 10.0]),
            (&mut p.coyote_time, default.coyote_time, [0.0, 10.0]),
            (&mut p.jump_buffer, default.jump_buffer, [0.0, 10.0]),
            (&mut p.slide_speed, default.slide_speed, speeds),
            (&mut p.slide_friction, default.slide_friction, rates),
            (&mut p.swim_factor, default.swim_factor, factors),
            (&mut p.swim_response, default.swim_response, rates),
            (&mut p.sink_speed, default.sink_speed, [-FASTEST, FASTEST]),
            (&mut p.leap_height, default.leap_height, [0.0, 1.0e3]),
            (&mut p.climb_speed, default.climb_speed, speeds),
        ] {
            clamp(value, default, range);
        }
        p.height = p.height.max(2.0 * p.radius);
        let sizes = [2.0 * p.radius, p.height];
        clamp(&mut p.crouch_height, default.crouch_height, sizes);
        clamp(&mut p.eye_height, default.eye_height, [0.0, p.height]);
        clamp(&mut p.step_height, default.step_height, [0.0, 0.5 * p.height]);
        params
    }

    /// Checks that the parameters are valid, that is, that [`MoverParams::clamped`] does not change them.
    ///
    /// # Errors
    /// Returns the invalid fields with their nearest valid values.
    pub fn validate(&self) -> Result<(), ParamsError> {
        self.validate_set(&Self::default(), |_| true)
    }

    pub(super) fn validate_set(
        &self,
        before: &Self,
        is_given: impl Fn(&str) -> bool,
    ) -> Result<(), ParamsError> {
        let [now, good, before] = [*self, self.clamped(), *before].map(|params| params.fields());
        let wrong: Vec<Adjustment> = now
            .iter()
            .filter(|&(name, value)| good.get(name) != Some(value))
            .map(|(name, _)| Adjustment {
                field: name.clone(),
                value: number(&now, name),
                nearest: number(&good, name),
            })
            .collect();
        if let Some(wrong) = wrong.iter().find(|wrong| is_given(&wrong.field)) {
            return Err(ParamsError::OutOfRange(wrong.clone()));
        }
        if wrong.is_empty() {
            return Ok(());
        }
        // Each value is valid on its own, so the cause is a given field that conflicts with the other fields.
        let is_cause = |name: &&str| {
            let mut others = now.clone();
            others.extend(before.get(*name).map(|value| ((*name).to_owned(), value.clone())));
            let others: Option<Self> = serde_json::from_value(others.into()).ok();
            others.is_some_and(|others| others.clamped() == others)
        };
        let given: Vec<&str> = now
            .keys()
            .map(String::as_str)
            .filter(|name| is_given(name))
            .collect();
        let causes: Vec<&str> = given.iter().copied().filter(is_cause).collect();
        let causes = if causes.is_empty() { given } else { causes };
        let causes = causes
            .into_iter()
            .map(|name| (name.to_owned(), number(&now, name)))
            .collect();
        Err(ParamsError::Conflict { causes, wrong })
    }

    /// Returns the fields as JSON, by name.
    pub(super) fn fields(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        }
    }

    /// Returns the upward component of the unit normal of the steepest walkable ground.
    pub(super) fn min_walkable_normal_y(&self) -> f64 {
        // The margin makes a slope of exactly this angle walkable despite rounding.
        (f64::from(self.max_slope) + 0.01).to_radians().cos()
    }

    /// Returns the initial upward speed of a jump, in m/s.
    pub(super) fn jump_speed(&self) -> f64 {
        (2.0 * f64::from(self.gravity) * f64::from(self.jump_height)).sqrt()
    }
}

/// Invalid [`MoverParams`].
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParamsError {
    /// A value is outside the range of its field.
    #[error("`{name}` cannot be {value}: the nearest valid value is {nearest}", name = .0.field, value = .0.value, nearest = .0.nearest)]
    OutOfRange(Adjustment),
    /// Each value is within the range of its field, but the combination is not valid.
    #[error(
        "a {} cannot be combined with the {}: also set {}",
        list(causes.iter().map(|(name, value)| format!("`{name}` of {value}")), " and a "),
        list(wrong.iter().map(|wrong| format!("`{}` of {}", wrong.field, wrong.value)), " and the "),
        list(wrong.iter().map(|wrong| format!("`{}` to {}", wrong.field, wrong.nearest)), " and "))]
    Conflict {
        /// Fields that cause the conflict, with their values.
        causes: Vec<(String, f32)>,
        /// Other fields that would have to change as well.
        wrong: Vec<Adjustment>,
    },
}

/// An invalid field of [`MoverParams`].
#[derive(Clone, Debug, PartialEq)]
pub struct Adjustment {
    /// Name of the field.
    pub field: String,
    /// Invalid value.
    pub value: f32,
    /// Nearest valid value.
    pub nearest: f32,
}

fn list(items: impl Iterator<Item = String>, separator: &str) -> String {
    items.collect::<Vec<_>>().join(separator)
}

/// Returns a field as a number. JSON cannot represent infinite numbers, so they become NaN.
fn number(fields: &Map<String, Value>, name: &str) -> f32 {
    let number = fields.get(name).and_then(Value::as_f64);
    number.map_or(f32::NAN, |number| number as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_valid_and_bad_values_clamped() {
        assert_eq!(MoverParams::default().validate(), Ok(()));
        assert_eq!(MoverParams::game_feel().validate(), Ok(()));
        let mut switched = MoverParams::default();
        switched.set_game_feel(true);
        assert_eq!(switched, MoverParams::game_feel());
        assert!(switched.has_game_feel());
        switched.set_game_feel(false);
        assert_eq!(switched, MoverParams::default());
        assert!(!switched.has_game_feel());
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
                coyote_time: wrong,
                jump_buffer: wrong,
                slide_speed: wrong,
                slide_friction: wrong,
                swim_factor: wrong,
                swim_response: wrong,
                sink_speed: wrong,
                leap_height: wrong,
                climb_speed: wrong,
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
