//! The order of the systems.

use bevy::prelude::*;

/// What the plugin does, in this order. A game puts its own systems before, after and between.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BspwalkSystems {
    /// In `PreUpdate`: levels that are loaded are spawned.
    Spawn,
    /// In `FixedUpdate`, as the next two: the mechanisms of levels decide where their doors and lifts want to be.
    Mechanisms,
    /// Things move: they carry and push bodies, and stop before they squeeze one.
    Things,
    /// Bodies move.
    Bodies,
    /// In `RunFixedMainLoop`, after the ticks: what moves is drawn between its last two places.
    Interpolate,
}
