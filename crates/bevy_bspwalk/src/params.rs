//! The sizes and speeds of a body, as Bevy's reflection knows them.

use bevy::prelude::*;
use bspwalk_trees::collision::mover::{Mode, MoverParams};
use serde::{Deserialize, Serialize};

/// Writes a struct that has the fields of [`MoverParams`] and can be reflected, with conversions both ways. A field that one of the
/// two lacks does not compile.
macro_rules! mirror {
    ($($(#[$doc:meta])* $field:ident,)+) => {
        /// The sizes of a body, and how fast it moves: [`MoverParams`] for Bevy's reflection, field by field.
        ///
        /// Lengths are in metres. A velocity approaches the desired one at a rate, in 1/s: at the rate r, the difference shrinks to
        /// e^(−rt) of itself in t seconds, however these are divided into ticks. What is not valid is clamped, and NaN becomes the
        /// default, as [`MoverParams::clamped`] says.
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
    /// Height of the eye above the feet, in metres. A crouched body has it lower, in proportion to its height.
    eye_height,
    /// Downward acceleration, in m/s².
    gravity,
    /// How high the feet rise in a jump, in metres.
    jump_height,
    /// Steepest ground that can be stood on and climbed, in degrees from the horizontal.
    max_slope,
    /// Highest stair that is climbed without a jump, and deepest one that is followed down without a fall, in metres.
    step_height,
    /// Speed of walking, in m/s.
    walk_speed,
    /// Speed of flying, in m/s.
    fly_speed,
    /// Factor of both speeds where [`BodyInput::fast`](crate::BodyInput::fast) is set.
    fast_factor,
    /// Factor of the speed of walking when crouched.
    crouch_factor,
    /// Rate at which the velocity on the ground approaches the desired one, in 1/s.
    ground_response,
    /// Rate at which the velocity on the ground approaches zero where none is desired, in 1/s.
    friction,
    /// Rate at which the horizontal velocity in the air approaches the desired one, in 1/s. Where none is desired, it stays.
    air_response,
    /// Rate at which the velocity of flight approaches the desired one, in 1/s.
    fly_response,
    /// Greatest speed of a fall, in m/s.
    terminal_speed,
    /// The depth below the bounds of the level at which a walking body counts as fallen out of it, in metres.
    fall_out_margin,
    /// The time that the eye takes to smooth a stair, in seconds; with 0 it follows at once.
    eye_smoothing,
}

impl Default for BodyParams {
    fn default() -> Self {
        MoverParams::default().into()
    }
}

/// Whether a body walks or flies: [`Mode`] for Bevy's reflection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Reflect, Serialize, Deserialize)]
#[reflect(Default, Clone, PartialEq, Debug)]
pub enum BodyMode {
    /// It walks: an upright capsule under gravity.
    #[default]
    Walk,
    /// It flies: a sphere without gravity.
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

/// Which point of a body its [`Transform`] is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Reflect, Serialize, Deserialize)]
#[reflect(Default, Clone, PartialEq, Debug)]
pub enum Anchor {
    /// Its lowest point, as models of characters have their origin.
    #[default]
    Feet,
    /// The middle of the sphere or capsule. It moves where the body crouches.
    Center,
    /// The eye, smoothed on stairs: for a camera that is the body itself.
    Eye,
}
