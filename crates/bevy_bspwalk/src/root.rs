//! Levels in the world.

use bevy::prelude::*;

use crate::asset::BspLevel;

/// A level in the world: once it is loaded, the entity gets the [`BspCollider`](crate::BspCollider) of what is fixed, and children for what moves. A level
/// that is loaded again, as its file has changed, is spawned again.
///
/// The entity stays at the origin and has no parent: bodies and things are in the space of the level.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[require(Transform)]
#[cfg_attr(feature = "render", require(Visibility))]
pub struct BspLevelRoot(pub Handle<BspLevel>);

/// The level that was spawned.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct Spawned(pub(crate) AssetId<BspLevel>);

/// Marks what the plugin has spawned below a [`BspLevelRoot`], and goes with it.
#[derive(Component, Clone, Copy, Debug, Default, Reflect)]
#[reflect(Component, Default, Clone, Debug)]
pub struct OfLevel;

/// On a [`KinematicBody`](crate::KinematicBody): it is put where the player starts, looking as the level says, once a level is there; then
/// the component is removed.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct AtStart;
