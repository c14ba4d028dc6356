//! Levels in the world.

use bevy::prelude::*;

use crate::asset::BspLevel;

/// A level in the world. When the level is loaded, the entity gets a [`BspCollider`](crate::BspCollider) for the static
/// parts, and a child for each moving part. If the level's file changes, the level is reloaded and respawned.
///
/// The entity must stay at the origin without a parent, because bodies and moving things are in level space.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[require(Transform)]
#[cfg_attr(feature = "render", require(Visibility))]
pub struct BspLevelRoot(pub Handle<BspLevel>);

/// The level that was spawned.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct Spawned(pub(crate) AssetId<BspLevel>);

/// Marks entities that the plugin spawned below a [`BspLevelRoot`]. They are despawned together with the root.
#[derive(Component, Clone, Copy, Debug, Default, Reflect)]
#[reflect(Component, Default, Clone, Debug)]
pub struct OfLevel;

/// Moves a [`KinematicBody`](crate::KinematicBody) to the player start as soon as a level is loaded. The body faces the
/// direction that the level specifies. The component is then removed.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct AtStart;
