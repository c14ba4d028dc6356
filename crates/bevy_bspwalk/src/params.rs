//! Sizes and speeds of a body, mirrored for Bevy's reflection.

use bevy::prelude::*;
use bspwalk_collision::mover::{Mode, MoverParams};
use serde::{Deserialize, Serialize};

/// Defines a reflected struct with the fields of [`MoverParams`], and conversions in both directions. Compilation fails
/// if the fields of the two structs differ.
macro_rules! mirror {
    ($($(#[$doc:meta])* $field:ident,)+) => {
        /// The sizes and speeds of a body. Mirrors [`MoverParams`] for Bevy's reflection, field by field.
        ///
        /// Lengths are in metres. Response rates r are in 1/s: after t seconds, the difference from the desired
        /// velocity has shrunk by a factor of e^(−rt), independently of the tick length. Invalid values are clamped and
        /// NaN becomes the default; see [`MoverParams::clamped`].
        #[derive(Clone, Copy, Debug, PartialEq, Reflect, Serialize, Deserialize)]
        #[reflect(Default, Clone, PartialEq, Debug)]
        #[serde(default)]
        pub struct BodyParams {
            $($(#[$doc])* pub $field: f32,)+
        }

        impl From<MoverParams> for BodyParams {
            fn from(MoverParams { $($field,)+ }: MoverParams) -> Self {
                Self { $($field,)+ }
            }
        }

        impl From<BodyParams> for MoverParams {
            fn from(BodyParams { $($field,)+ }: BodyParams) -> Self {
                Self { $($field,)+ }
            }
        }
    };
}

mirror! {
    /// Radius of the flying sphere, in metres. Default 0.3; range 0.001 to 1,000.
    ///
    /// A large sphere does not fit through doors. A small one lets the eye come so close to walls that the camera's
    /// near plane clips them.
    fly_radius,
    /// Radius of the walking capsule, in metres. Default 0.3; range 0.001 to 1,000.
    ///
    /// A large body gets caught in passages. A small body slips into gaps. It also needs more substeps per tick,
    /// because the radius limits the length of a substep.
    radius,
    /// Height of the walking capsule, caps included, in metres. Default 1.8; range 0.001 to 1,000, and at least two
    /// radii.
    ///
    /// A tall body does not fit under lintels. A short body walks through gaps that a person would have to crawl
    /// through.
    height,
    /// Height of the crouched capsule, caps included, in metres. Default 1.1; range two radii to `height`.
    ///
    /// If equal to `height`, crouching has no effect.
    crouch_height,
    /// Height of the eye above the feet, in metres. Default 1.68; range 0 to `height`. While crouched, it scales with
    /// the body's height.
    ///
    /// If the distance from the eye to the top of the head is less than the camera's near distance, the camera can see
    /// through a ceiling.
    eye_height,
    /// Downward acceleration, in m/s². Default 9.81; range 0 to 10,000.
    ///
    /// At 0, the body neither falls nor jumps. Large values make jumps short, because `jump_height` stays the same.
    gravity,
    /// Height of a jump at the feet, in metres. Default 0.55; range 0 to 1,000.
    ///
    /// At 0, the body does not jump. Above `step_height`, the body can jump onto ledges that it cannot climb as stairs.
    jump_height,
    /// Maximum slope for standing and climbing, in degrees from the horizontal. Default 46; range 0 to 85.
    ///
    /// If it is too small for a level's ramps, they act as walls. Near 85, the body climbs almost vertical faces.
    max_slope,
    /// Maximum height of a stair that the body climbs without jumping or descends without falling, in metres. Default
    /// 0.45; range 0 to half of `height`.
    ///
    /// At 0, every kerb stops the body, and it becomes airborne when it descends stairs. Large values make it climb
    /// furniture.
    step_height,
    /// Walking speed, in m/s. Default 4; range 0 to 100,000.
    ///
    /// The body does not pass through walls at any speed, but ticks take longer at high speeds.
    walk_speed,
    /// Flying speed, in m/s. Default 4; range 0 to 100,000.
    ///
    /// The body does not pass through walls at any speed, but ticks take longer at high speeds.
    fly_speed,
    /// Speed factor for walking and flying when [`BodyInput::fast`](crate::BodyInput::fast) is set. Default 2.5; range
    /// 0 to 1,000.
    ///
    /// At 1, it has no effect.
    fast_factor,
    /// Speed factor for walking while crouched. Default 0.45; range 0 to 1,000.
    ///
    /// At 0, a crouched body does not walk.
    crouch_factor,
    /// Response rate of the ground velocity, in 1/s. Default 14; range 0 to 10,000.
    ///
    /// Small values feel like ice; at 0, input does not move the body. Large values make the body reach full speed at
    /// once.
    ground_response,
    /// Decay rate of the ground velocity without input, in 1/s. Default 10; range 0 to 10,000.
    ///
    /// Small values let the body keep sliding; at 0, it never stops. Large values stop it at once.
    friction,
    /// Response rate of the horizontal velocity in the air, in 1/s. Default 1.5; range 0 to 10,000. Without input, the
    /// velocity does not change.
    ///
    /// At 0, a jump cannot be steered. Near `ground_response`, the body turns in the air as it does on the ground.
    air_response,
    /// Response rate of the flying velocity, in 1/s. Default 14; range 0 to 10,000.
    ///
    /// Small values make the body drift. Large values start and stop it at once.
    fly_response,
    /// Maximum falling speed, in m/s. Default 55; range 0 to 100,000.
    ///
    /// At 0, the body hovers. Large values have no effect in shallow levels.
    terminal_speed,
    /// Distance below the tree's bounds, in metres, at which a walking body counts as having fallen out of the level.
    /// Default 20; range 0 to 1,000,000.
    ///
    /// With a small margin, falling off the level is reported at once. With a large margin, the body falls for a long
    /// time first.
    fall_out_margin,
    /// Smoothing time of the eye on stairs, in seconds: twice the time constant of its critically damped spring.
    /// Default 0.12; range 0 to 10.
    ///
    /// At 0, the eye jumps with every stair. Large values make it lag behind the body.
    eye_smoothing,
    /// Coyote time, in seconds: how long after leaving the ground the body can still jump. 0 disables it.
    coyote_time,
    /// Jump buffering, in seconds: how long before landing a jump press still counts. 0 disables it.
    jump_buffer,
    /// Minimum ground speed for a slide, in m/s; 0 disables slides.
    slide_speed,
    /// Decay rate of the sliding velocity, in 1/s.
    slide_friction,
    /// Speed factor for swimming, relative to the walking speed; at 0, liquids have no effect.
    swim_factor,
    /// Response rate of the velocity in a liquid, in 1/s.
    swim_response,
    /// Sinking speed without input, in m/s. Negative values make the body rise.
    sink_speed,
    /// Height (in metres) that the body's centre rises above a liquid's surface when the body leaps out at a wall.
    leap_height,
    /// Climbing speed on ladders, in m/s; at 0, ladders have no effect.
    climb_speed,
}

impl BodyParams {
    /// Returns the defaults with every optional behaviour turned on; see [`MoverParams::game_feel`].
    #[must_use]
    pub fn game_feel() -> Self {
        MoverParams::game_feel().into()
    }
}

impl Default for BodyParams {
    fn default() -> Self {
        MoverParams::default().into()
    }
}

/// Mode of locomotion. Mirrors [`Mode`] for Bevy's reflection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Reflect, Serialize, Deserialize)]
#[reflect(Default, Clone, PartialEq, Debug)]
pub enum BodyMode {
    /// Walking: an upright capsule with gravity.
    #[default]
    Walk,
    /// Flying: a sphere without gravity.
    Fly,
}

impl From<BodyMode> for Mode {
    fn from(mode: BodyMode) -> Self {
        match mode {
            BodyMode::Walk => Self::Walk,
            BodyMode::Fly => Self::Fly,
        }
    }
}

impl From<Mode> for BodyMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Walk => Self::Walk,
            Mode::Fly => Self::Fly,
        }
    }
}

/// Point of a body that its [`Transform`] translation refers to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Reflect, Serialize, Deserialize)]
#[reflect(Default, Clone, PartialEq, Debug)]
pub enum Anchor {
    /// Lowest point, which is the usual origin of character models.
    #[default]
    Feet,
    /// Centre of the sphere or capsule. It moves when the body crouches.
    Center,
    /// Eye, smoothed on stairs. Use this if the body is also the camera.
    Eye,
}
