//! The script that drives the body.

use bevy::prelude::*;
use bspwalk_session::body;

/// A script that drives the body.
#[derive(Resource, Deref, DerefMut)]
pub struct Playing(pub body::Playing);
