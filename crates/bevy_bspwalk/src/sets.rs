//! The order of the systems.

use bevy::prelude::*;

/// What the plugin does in `FixedUpdate`, in this order. A game puts its own systems before, after and between.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BspwalkSystems {
    /// The mechanisms of levels decide where their doors and lifts want to be.
    Mechanisms,
    /// Things move: they carry and push bodies, and stop before they squeeze one.
    Things,
    /// Bodies move.
    Bodies,
}
