//! How long a tick is.

use bevy::{ecs::system::SystemParam, prelude::*};

/// How long a tick of `FixedUpdate` is to bodies and things, in seconds, where that shall be another number than
/// `Time<Fixed>` has, which counts in whole nanoseconds: for a program that repeats ticks outside Bevy, bit for bit.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct TickLength(pub f32);

/// How long this tick is.
#[derive(SystemParam)]
pub(crate) struct TickTime<'w> {
    time: Res<'w, Time>,
    said: Option<Res<'w, TickLength>>,
}

impl TickTime<'_> {
    /// In seconds.
    pub(crate) fn seconds(&self) -> f32 {
        self.said
            .as_ref()
            .map_or_else(|| self.time.delta_secs(), |said| said.0)
    }
}
