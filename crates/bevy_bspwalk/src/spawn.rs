//! Spawns levels once they are loaded.

use bevy::prelude::*;
use bspwalk_levels::mechanisms::Machinery;

use crate::{
    asset::BspLevel,
    body::KinematicBody,
    gather::BspCollider,
    mechanisms::{Mechanisms, OfMechanism, isometry_of},
    replace::EditedLevel,
    root::{AtStart, BspLevelRoot, OfLevel, Spawned},
    thing::{MovingThing, ThingMotion, transform_of},
};

/// Spawns levels that were loaded or reloaded.
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
            .insert((BspCollider(level.fixed.clone()), Spawned(id)))
            .remove::<(Mechanisms, EditedLevel)>();
        if !level.parts.is_empty() {
            let machinery = Machinery::new(&level.level);
            let things = (0..).zip(&level.parts).zip(machinery.states());
            let things = things.map(|((mechanism, part), state)| {
                let name = &level.level.mechanisms[mechanism].name;
                let pose = isometry_of(&state.after);
                let mut thing = commands.spawn((
                    ChildOf(entity),
                    Name::new(name.to_string()),
                    OfMechanism {
                        root: entity,
                        mechanism,
                    },
                    MovingThing {
                        order: i32::try_from(mechanism).unwrap_or(i32::MAX),
                    },
                    BspCollider(part.clone()),
                    ThingMotion::at(pose),
                    transform_of(&pose),
                ));
                #[cfg(feature = "render")]
                thing.insert(Visibility::default());
                thing.insert(OfLevel);
                thing.id()
            });
            let things = things.collect();
            commands.entity(entity).insert(Mechanisms::new(machinery, things));
        }
    }
}

/// Moves bodies with [`AtStart`] to the player start of the level on the first root.
pub(crate) fn move_bodies_to_start(
    mut commands: Commands,
    levels: Res<Assets<BspLevel>>,
    roots: Query<(Entity, &BspLevelRoot)>,
    mut bodies: Query<(Entity, &KinematicBody, &mut Transform), With<AtStart>>,
) {
    let mut roots: Vec<_> = roots.iter().collect();
    roots.sort_unstable_by_key(|&(entity, _)| entity);
    let Some(level) = roots.into_iter().find_map(|(_, root)| levels.get(&root.0)) else {
        return;
    };
    for (entity, body, mut transform) in &mut bodies {
        *transform = level.start(&body.params, body.anchor);
        commands.entity(entity).remove::<AtStart>();
    }
}
