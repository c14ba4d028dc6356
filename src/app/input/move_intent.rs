//! The held controls of movement and view.

use bevy::prelude::*;
use bspwalk_session::actions::HeldInput;

/// Keys, buttons, sticks and fingers that move the player and turn the view. Each step reads them.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Deref, DerefMut)]
pub struct MoveIntent(pub HeldInput);
