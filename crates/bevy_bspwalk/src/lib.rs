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
#[cfg(feature = "debug")]
mod debug;
mod events;
mod gather;
mod interpolation;
mod mechanisms;
mod move_things;
mod params;
#[cfg(feature = "picking")]
mod picking;
mod plugin;
mod rays;
#[cfg(feature = "render")]
mod render;
mod root;
mod sets;
mod spawn;
mod thing;
mod tick;

#[cfg(feature = "debug")]
pub use self::debug::{BspDebug, DebugLeaves, leaf_edges, plane_edges};
#[cfg(feature = "render")]
pub use self::{
    asset::MeshTreeError,
    render::{BspLevelMeshes, LevelChunk, PvsCulling},
};
pub use self::{
    asset::{BspLevel, BspLevelError, BspLevelLoader, BspLevelSettings, BspTree, EXTENSIONS, LeafVisibility},
    body::{BodyContact, BodyInput, BodyMover, BodyState, KinematicBody},
    collider::BspCollider,
    events::{FacePart, Landed, PutBack, PutBackFrom, Squeezed, SteppedUp, Stopped, SurfaceKind},
    interpolation::Interpolation,
    mechanisms::{Mechanisms, OfMechanism},
    params::{Anchor, BodyMode, BodyParams},
    plugin::BspwalkPlugin,
    rays::{BspRayHit, BspRays},
    root::{AtStart, BspLevelRoot, OfLevel},
    sets::BspwalkSystems,
    thing::{MovingThing, ThingMotion},
    tick::{Happened, Ticked, tick_body},
};
