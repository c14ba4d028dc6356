//! The history: the last seconds of the body, step by step.

use bevy::prelude::*;

use crate::walk::history;
pub use crate::walk::history::Moment;

/// The last steps, the oldest first.
#[derive(Resource, Clone, Debug, Default, Deref, DerefMut)]
pub struct History(history::History);
