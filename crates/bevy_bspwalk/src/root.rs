//! Levels in the world.

use bevy::prelude::*;

use crate::asset::BspLevel;

/// A level in the world. When the level is loaded, the entity gets the [`BspCollider`](crate::BspCollider) of
/// the static parts, and children for the moving parts. If the level's file changes, the level is loaded and
/// spawned again.
///
/// The entity must stay at the origin without a parent, because bodies and things are in level space.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[require(Transform)]
#[cfg_attr(feature = "render", require(Visibility))]
pub struct BspLevelRoot(pub Handle<BspLevel>);

/// The level that was spawned.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct Spawned(pub(crate) AssetId<BspLevel>);

/// Marks entities that the plugin spawned below a [`BspLevelRoot`]. They are despawned together with it.
#[derive(Component, Clone, Copy, Debug, Default, Reflect)]
#[reflect(Component, Default, Clone, Debug)]
pub struct OfLevel;

/// On a [`KinematicBody`](crate::KinematicBody), moves the body to the player start as soon as a level is
/// loaded, facing the direction specified by the level. The component is then removed.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct AtStart;
