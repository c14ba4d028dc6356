//! The ghost, which moves together with the body but uses the push-out from the ATI sample (2006).

use bevy::prelude::*;
use bspwalk_session::replay::LiveGhost;

/// Ghost of the current station.
#[derive(Resource, Debug, Default, Deref, DerefMut)]
pub struct Ghost(LiveGhost);
