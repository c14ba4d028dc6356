//! Levels in the world.

use bevy::prelude::*;

use crate::{
    asset::BspLevel,
    collider::BspCollider,
};

/// A level in the world: once it is loaded, the entity gets the [`BspCollider`] of what is fixed, and children for what moves. A level
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
pub(crate) struct Spawned(AssetId<BspLevel>);

/// Marks what the plugin has spawned below a [`BspLevelRoot`], and goes with it.
#[derive(Component, Clone, Copy, Debug, Default, Reflect)]
#[reflect(Component, Default, Clone, Debug)]
pub struct OfLevel;

/// Spawns the levels that have come, or come anew.
pub(crate) fn spawn_levels(
    mut commands: Commands,
    levels: Res<Assets<BspLevel>>,
    mut changes: MessageReader<AssetEvent<BspLevel>>,
    roots: Query<(Entity, &BspLevelRoot, Option<&Spawned>)>,
    children: Query<&Children>,
    of_level: Query<(), With<OfLevel>>,
) {
    let changed: Vec<AssetId<BspLevel>> = changes
        .read()
        .filter_map(|event| match event {
            AssetEvent::Modified { id } => Some(*id),
            _ => None,
        })
        .collect();
    for (entity, root, spawned) in &roots {
        let id = root.0.id();
        let Some(level) = levels.get(id) else { continue };
        if spawned.is_some_and(|spawned| spawned.0 == id && !changed.contains(&id)) {
            continue;
        }
        for child in children.get(entity).into_iter().flatten() {
            if of_level.contains(*child) {
                commands.entity(*child).despawn();
            }
        }
        commands
            .entity(entity)
            .insert((BspCollider(level.fixed.clone()), Spawned(id)));
    }
}
