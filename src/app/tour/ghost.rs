//! The ghost that follows the body with the push of the ATI sample (2006).

use bevy::prelude::*;
use bspwalk_session::replay::LiveGhost;

/// The ghost of the station.
#[derive(Resource, Debug, Default, Deref, DerefMut)]
pub struct Ghost(LiveGhost);
