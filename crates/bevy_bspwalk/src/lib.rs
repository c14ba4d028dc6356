//! Levels, character controllers, moving doors and lifts, and visibility by BSP trees, as a plugin for [Bevy].
//!
//! A level is an asset: OBJ, glTF, maps and compiled levels of Quake, WAD files of DOOM, or a level that `bspwalk compile` made. A body
//! is a component: it walks, climbs stairs, jumps, crouches and flies, is never in a wall, and says what stops it. Doors and lifts carry
//! and push it and stop before they squeeze it. All of it runs in `FixedUpdate` and is the same bit for bit each time.
//!
//! ```no_run
//! use bevy::prelude::*;
//! use bevy_bspwalk::{
//!     Anchor, AtStart, BodyInput, BspLevelMeshes, BspLevelRoot, BspwalkPlugin, KinematicBody, PvsCulling, Stopped,
//! };
//!
//! fn main() {
//!     App::new()
//!         .add_plugins((DefaultPlugins, BspwalkPlugin::default()))
//!         .add_systems(Startup, spawn)
//!         .add_systems(Update, walk)
//!         .add_observer(|stop: On<Stopped>| info!("stopped by {} of {:?}", stop.surface.name(), stop.material))
//!         .run();
//! }
//!
//! fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
//!     commands.spawn((BspLevelRoot(assets.load("house.map")), BspLevelMeshes { unlit: true }));
//!     // The camera is the body, at its eye; it starts where the level says.
//!     commands.spawn((Camera3d::default(), PvsCulling, AtStart, KinematicBody { anchor: Anchor::Eye, ..default() }));
//! }
//!
//! fn walk(keys: Res<ButtonInput<KeyCode>>, mut body: Single<&mut BodyInput>) {
//!     body.desired = if keys.pressed(KeyCode::KeyW) { Vec3::NEG_Z } else { Vec3::ZERO };
//!     body.jump = keys.pressed(KeyCode::Space);
//! }
//! ```
//!
//! # What there is
//!
//! | you want | take |
//! |---|---|
//! | a level | [`BspLevelRoot`] with a handle of a [`BspLevel`], read as [`BspLevelSettings`] say; [`BspLevelMeshes`] beside it draws it |
//! | something to collide with | [`BspCollider`] with a [`BspTree`], of a level, of triangles or of a mesh |
//! | a body | [`KinematicBody`] with [`BodyInput`], which says what it shall do, and [`BodyState`], what came of it |
//! | to hear of something | the events [`Landed`], [`SteppedUp`], [`Stopped`], [`PutBack`] and [`Squeezed`], as messages, too |
//! | something that moves | [`MovingThing`]: where its `Transform` is set in `FixedUpdate` is where it goes; [`ThingMotion`] says how far it came |
//! | the doors and lifts of a level | nothing more: [`Mechanisms`] are spawned with it, and [`BodyInput::use_`] uses them |
//! | to ask the colliders anything | [`BspColliders`] |
//! | what is under the pointer | [`BspRays`], or the feature `picking` for `bevy_picking` |
//! | to draw less | [`PvsCulling`] on the camera |
//! | to see the trees | the feature `debug`, with the resource `BspDebug` |
//! | a tick in a loop of your own | [`tick_body`] |
//!
//! # Space, time, order
//!
//! The space is Bevy's: metres, Y up, right-handed. Levels, bodies and things have no parent but the level's root, which stays at the
//! origin. [`BspwalkSystems`] names the order in `FixedUpdate`: mechanisms, things, bodies. Within each the order is that of
//! [`KinematicBody::order`] and [`MovingThing::order`], then that of the entities. Bodies wait while a level is loading. Bodies do not
//! collide with each other.
//!
//! Between ticks what moves is drawn where it was between the last two ([`Interpolation`]). A game that moves a body writes its
//! `Transform`; it is put there at rest.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `render` (default) | meshes and materials of levels, trees of meshes, culling. Without it a server needs no renderer |
//! | `picking` | a backend of `bevy_picking`: [`BspRayHit`] is the extra data of its hits |
//! | `debug` | planes and leaves as lines of `bevy_gizmos` |
//!
//! Bevy's own loader keeps glTF: a `.glb` is a level where the type says so, as in `assets.load::<BspLevel>("room.glb")`.
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
    render::{BspLevelMeshes, LevelChunk, PvsCulling, texture_image, triangles_mesh},
};
pub use self::{
    asset::{BspLevel, BspLevelError, BspLevelLoader, BspLevelSettings, BspTree, EXTENSIONS, LeafVisibility},
    body::{BodyContact, BodyInput, BodyMover, BodyState, KinematicBody},
    collider::BspCollider,
    events::{FacePart, Landed, PutBack, PutBackFrom, Squeezed, SteppedUp, Stopped, SurfaceKind},
    gather::BspColliders,
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

/// The code in the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
