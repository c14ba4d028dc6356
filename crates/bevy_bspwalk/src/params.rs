//! Sizes and speeds of a body, mirrored for Bevy's reflection.

use bevy::prelude::*;
use bspwalk_collision::mover::{Mode, MoverParams};
use serde::{Deserialize, Serialize};

/// Defines a reflected struct with the fields of [`MoverParams`], and conversions in both directions. If the
/// two structs have different fields, the code does not compile.
macro_rules! mirror {
    ($($(#[$doc:meta])* $field:ident,)+) => {
        /// The sizes and speeds of a body. Mirrors [`MoverParams`] for Bevy's reflection, field by field.
        ///
        /// Lengths are in metres. A velocity approaches the desired one at a rate r, in 1/s. After t seconds, the
        /// difference has shrunk by the factor e^(−rt), independently of the tick length. Invalid values are clamped
        /// and NaN becomes the default; see [`MoverParams::clamped`].
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
    /// Radius of the flying sphere, in metres.
    fly_radius,
    /// Radius of the walking capsule, in metres.
    radius,
    /// Height of the walking capsule with both caps, in metres.
    height,
    /// Height of the crouched capsule with both caps, in metres.
    crouch_height,
    /// Height of the eye above the feet, in metres. When crouched, it is lower in proportion to the body's height.
    eye_height,
    /// Downward acceleration, in m/s².
    gravity,
    /// Height that the feet reach in a jump, in metres.
    jump_height,
    /// Steepest slope that the body can stand on and climb, in degrees from the horizontal.
    max_slope,
    /// Height of the highest stair that the body climbs without jumping, and of the deepest one that it follows down
    /// without falling, in metres.
    step_height,
    /// Walking speed, in m/s.
    walk_speed,
    /// Flying speed, in m/s.
    fly_speed,
    /// Speed factor if [`BodyInput::fast`](crate::BodyInput::fast) is set.
    fast_factor,
    /// Walking speed factor when crouched.
    crouch_factor,
    /// Convergence rate of the ground velocity towards the desired one, in 1/s.
    ground_response,
    /// Decay rate of the ground velocity without input, in 1/s.
    friction,
    /// Convergence rate of the horizontal air velocity towards the desired one, in 1/s. Without input, the velocity
    /// does not change.
    air_response,
    /// Convergence rate of the flying velocity towards the desired one, in 1/s.
    fly_response,
    /// Maximum falling speed, in m/s.
    terminal_speed,
    /// Margin below the level's bounds before a walking body counts as fallen out, in metres.
    fall_out_margin,
    /// Time over which the eye smooths a stair, in seconds; 0 disables smoothing.
    eye_smoothing,
    /// Coyote time: maximum delay of a jump after leaving the ground, in seconds; 0 disables it.
    coyote_time,
    /// Jump buffering: maximum time between pressing jump in the air and landing, in seconds; 0 disables it.
    jump_buffer,
    /// Minimum ground speed for a slide, in m/s; 0 disables slides.
    slide_speed,
    /// Decay rate of the velocity in a slide, in 1/s.
    slide_friction,
    /// Speed factor for swimming, relative to the walking speed; at 0, liquids have no effect.
    swim_factor,
    /// Convergence rate of the velocity in a liquid towards the desired one, in 1/s.
    swim_response,
    /// Sinking speed without input, in m/s; negative if the body rises.
    sink_speed,
    /// Height that the centre of the body rises above a liquid when it leaps out at a wall, in metres.
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

/// Point of a body that is at the position of its [`Transform`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Reflect, Serialize, Deserialize)]
#[reflect(Default, Clone, PartialEq, Debug)]
pub enum Anchor {
    /// Lowest point, which is the usual origin of character models.
    #[default]
    Feet,
    /// Centre of the sphere or capsule. It moves when the body crouches.
    Center,
    /// Eye, smoothed on stairs. Use this if the camera is the body itself.
    Eye,
}
