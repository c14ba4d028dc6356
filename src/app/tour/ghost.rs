//! The ghost, which follows the body and uses the push from the ATI sample (2006).

use bevy::prelude::*;
use bspwalk_session::replay::LiveGhost;

/// Ghost of the current station.
#[derive(Resource, Debug, Default, Deref, DerefMut)]
pub struct Ghost(LiveGhost);
