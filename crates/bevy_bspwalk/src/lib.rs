//! Levels, character controllers, moving doors and lifts, and visibility by BSP trees, as a plugin for [Bevy].
//!
//! [Bevy]: https://bevy.org

// Systems name their parameters by type, without lifetimes.
#![allow(elided_lifetimes_in_paths)]
// Systems take their parameters by value.
#![allow(clippy::needless_pass_by_value)]

mod asset;
mod bodies;
mod body;
mod collider;
mod events;
mod interpolation;
mod params;
mod plugin;
mod root;
mod sets;
mod things;
mod tick;

#[cfg(feature = "render")]
pub use self::asset::MeshTreeError;
pub use self::{
    asset::{BspLevel, BspLevelError, BspLevelLoader, BspLevelSettings, BspTree, EXTENSIONS, LeafVisibility},
    body::{BodyContact, BodyInput, BodyMover, BodyState, KinematicBody},
    collider::BspCollider,
    events::{FacePart, Landed, PutBack, PutBackFrom, Squeezed, SteppedUp, Stopped, SurfaceKind},
    interpolation::Interpolation,
    params::{Anchor, BodyMode, BodyParams},
    plugin::BspwalkPlugin,
    root::{BspLevelRoot, OfLevel},
    sets::BspwalkSystems,
    things::MovingThing,
    tick::{Happened, Ticked, tick_body},
};
