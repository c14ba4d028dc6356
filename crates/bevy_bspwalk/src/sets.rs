//! System sets and their order.

use bevy::prelude::*;

/// The system sets of the plugin, in this order. A game can add its own systems before, after and between them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BspwalkSystems {
    /// Spawns loaded levels. Runs in `PreUpdate`.
    Spawn,
    /// Sets the target poses of doors and lifts. Runs in `FixedUpdate`, like the next two.
    Mechanisms,
    /// Moves things, which carry and push bodies, and stop before they crush one.
    Things,
    /// Moves bodies.
    Bodies,
    /// Interpolates moving entities between the last two ticks. Runs in `RunFixedMainLoop`, after the ticks.
    Interpolate,
}
