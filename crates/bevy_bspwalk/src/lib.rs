//! A [Bevy] plugin for levels, character controllers, moving doors and lifts, and visibility culling, based on BSP
//! trees.
//!
//! A level is an asset: OBJ, glTF, a Quake map or compiled Quake level, a DOOM WAD file, or a level compiled with
//! `bspwalk compile`. A body is a component that walks, climbs stairs, jumps, crouches and flies. It never enters a
//! wall, and it reports which surface stops it. Doors and lifts carry and push bodies, and stop before they crush one.
//! Everything runs in `FixedUpdate` and is deterministic, bit for bit.
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
//!     // The camera is at the eye of the body, which starts at the level's spawn.
//!     commands.spawn((Camera3d::default(), PvsCulling, AtStart, KinematicBody { anchor: Anchor::Eye, ..default() }));
//! }
//!
//! fn walk(keys: Res<ButtonInput<KeyCode>>, mut body: Single<&mut BodyInput>) {
//!     body.desired = if keys.pressed(KeyCode::KeyW) { Vec3::NEG_Z } else { Vec3::ZERO };
//!     body.jump = keys.pressed(KeyCode::Space);
//! }
//! ```
//!
//! # Overview
//!
//! | task | API |
//! |---|---|
//! | load a level | [`BspLevelRoot`] with a handle of a [`BspLevel`] and optional [`BspLevelSettings`]; add [`BspLevelMeshes`] to draw it |
//! | add a collider | [`BspCollider`] with a [`BspTree`] built from a level, triangles or a mesh |
//! | add a body | [`KinematicBody`], controlled by [`BodyInput`], with the result in [`BodyState`] |
//! | react to what a body does | [`Jumped`], [`Landed`], [`SteppedUp`], [`SteppedDown`], [`HeadBlocked`], [`Stopped`], [`PutBack`] and [`Squeezed`], as events or messages |
//! | add ice, water and ladders | [`BspEnvironment`]; [`BodyParams`] contains the speeds |
//! | replace the faces of an object, for example of a wall that breaks | [`ReplaceObject`] |
//! | move a collider | [`MovingThing`]: set its `Transform` in `FixedUpdate`; [`ThingMotion`] reports its motion |
//! | use a level's doors and lifts | [`Mechanisms`], spawned with the level; [`BodyInput::use_`] activates doors and lifts |
//! | query the colliders | [`BspColliders`] |
//! | find the face under the pointer | [`BspRays`], or the feature `picking` for `bevy_picking` |
//! | log queries, for `bspwalk replay-queries` | the resource [`BspQueryLog`] |
//! | draw less | [`PvsCulling`] on the camera |
//! | show the trees | the feature `debug`, with the resource `BspDebug` |
//! | tick a body in your own game loop | [`tick_body`] |
//!
//! # Space, time, order
//!
//! Coordinates are Bevy's: metres, Y up, right-handed. Levels, bodies and things have no parent except the level's
//! root, which stays at the origin. [`BspwalkSystems`] defines the order in `FixedUpdate`: mechanisms, things, bodies.
//! Within each set, entities are processed in order of [`KinematicBody::order`] or [`MovingThing::order`], then by
//! entity. Bodies wait while a level is loading.
//!
//! Between ticks, moving entities are interpolated ([`Interpolation`]). To teleport a body, write its `Transform`; its
//! velocity is reset.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `render` (default) | meshes and materials of levels, trees from meshes, culling. A server that uses only `plugin` needs no renderer |
//! | `plugin` | the plugin itself, without drawing; part of all other features except `meshes` |
//! | `meshes` | meshes and images of levels, for a renderer of your own; part of `render` |
//! | `picking` | a backend for `bevy_picking`; [`BspRayHit`] is the extra data of its hits |
//! | `debug` | splitting planes and leaves, drawn as lines with `bevy_gizmos` |
//! | `avian` | `BspAvianPlugin`: bodies push rigid bodies of the physics engine avian, and are pushed by them |
//!
//! Bevy's own loader handles glTF by default. To load a `.glb` as a level, specify the type:
//! `assets.load::<BspLevel>("room.glb")`.
//!
//! [Bevy]: https://bevy.org

// Systems declare their parameters by type, without lifetimes.
#![allow(elided_lifetimes_in_paths)]
// Systems take their parameters by value.
#![allow(clippy::needless_pass_by_value)]

#[cfg(feature = "plugin")]
mod asset;
#[cfg(feature = "avian")]
mod avian;
#[cfg(feature = "plugin")]
mod bodies;
#[cfg(feature = "plugin")]
mod body;
#[cfg(feature = "debug")]
mod debug;
#[cfg(feature = "plugin")]
mod environment;
#[cfg(feature = "plugin")]
mod events;
#[cfg(feature = "plugin")]
mod gather;
#[cfg(feature = "plugin")]
mod interpolation;
#[cfg(feature = "meshes")]
mod level_mesh;
#[cfg(feature = "plugin")]
mod mechanisms;
#[cfg(feature = "plugin")]
mod move_things;
#[cfg(feature = "plugin")]
mod params;
#[cfg(feature = "picking")]
mod picking;
#[cfg(feature = "plugin")]
mod plugin;
#[cfg(feature = "plugin")]
mod query_log;
#[cfg(feature = "plugin")]
mod rays;
#[cfg(feature = "render")]
mod render;
#[cfg(feature = "plugin")]
mod replace;
#[cfg(feature = "plugin")]
mod root;
#[cfg(feature = "plugin")]
mod spawn;
#[cfg(feature = "meshes")]
mod texture;
#[cfg(feature = "plugin")]
mod thing;
#[cfg(feature = "plugin")]
mod tick;

#[cfg(feature = "avian")]
pub use self::avian::{BspAvianPlugin, PushStrength, PushesBodies};
#[cfg(feature = "debug")]
pub use self::debug::{BspDebug, DebugLeaves, leaf_edges, plane_edges};
#[cfg(feature = "render")]
pub use self::{
    asset::MeshTreeError,
    render::{BspLevelMeshes, LevelChunk, PvsCulling},
};
#[cfg(feature = "plugin")]
pub use self::{
    asset::{BspLevel, BspLevelError, BspLevelLoader, BspLevelSettings, BspTree, EXTENSIONS, LeafVisibility},
    body::{BodyContact, BodyInput, BodyMover, BodyState, KinematicBody},
    environment::BspEnvironment,
    events::{
        FacePart, HeadBlocked, Jumped, Landed, PutBack, PutBackFrom, Squeezed, SteppedDown, SteppedUp,
        Stopped, SurfaceKind,
    },
    gather::{BspCollider, BspColliders},
    interpolation::Interpolation,
    mechanisms::{Mechanisms, OfMechanism},
    params::{Anchor, BodyMode, BodyParams},
    plugin::{BspwalkPlugin, BspwalkSystems},
    query_log::BspQueryLog,
    rays::{BspRayHit, BspRays},
    replace::{ObjectFace, ReplaceObject, ReplaceObjectError},
    root::{AtStart, BspLevelRoot, OfLevel},
    thing::{MovingThing, ThingMotion},
    tick::{Happened, Ticked, tick_body},
};
#[cfg(feature = "meshes")]
pub use self::{level_mesh::triangles_mesh, texture::texture_image};

/// Compiles the examples in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
