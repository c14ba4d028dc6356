//! The input that moves the player: written by keys, gamepads and fingers, read by each step.

use bevy::prelude::*;
use bspwalk_session::actions::Held;

/// Keys, buttons and sticks that move the player and turn the view.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Deref, DerefMut)]
pub struct MoveIntent(pub Held);
