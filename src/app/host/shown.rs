//! The level on screen and the active player: the entities with the marker [`IsShown`].
//!
//! A level is an entity. Its trees, selection, manual changes and so on are components, which each plugin adds to every
//! level with [`of_level`]. The player is a separate entity. The tour and worked examples hide levels and players,
//! unchanged, by removing the marker, and show them again by adding it.

use bevy::prelude::*;

/// Marks the level on screen and the active player. There is one of each.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct IsShown;

/// Marks the entity of a level, at the origin.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Transform, Visibility)]
pub struct LevelRoot;

/// Adds a component with its default value to every level.
pub fn of_level<T: Component + Default>(app: &mut App) {
    app.register_required_components::<LevelRoot, T>();
}

/// Spawns the entity of the first level, unless there is a level already. It has everything except the level itself.
pub(in crate::app) fn spawn_first(mut commands: Commands, levels: Query<(), With<LevelRoot>>) {
    if levels.is_empty() {
        commands.spawn((LevelRoot, IsShown));
    }
}

/// Read access to a component of the level on screen or of the active player. The system is skipped if the component
/// does not exist.
pub type Shown<'w, 's, T> = Single<'w, 's, Ref<'static, T>, With<IsShown>>;

/// Write access to a component of the level on screen or of the active player. The system is skipped if the component
/// does not exist.
pub type ShownMut<'w, 's, T> = Single<'w, 's, &'static mut T, With<IsShown>>;

/// Access to the components of the level on screen and the active player through the world.
pub trait ShownIn {
    /// Returns the component, if it exists.
    fn get_shown<T: Component>(&self) -> Option<&T>;

    /// Returns the component.
    ///
    /// # Panics
    /// Panics if no entity on screen has it.
    fn shown<T: Component>(&self) -> &T {
        self.get_shown().expect("it is shown")
    }

    /// Returns mutable access to the component.
    ///
    /// # Panics
    /// Panics if no entity on screen has it.
    fn shown_mut<T: Component<Mutability = bevy::ecs::component::Mutable>>(&mut self) -> Mut<'_, T>;
}

impl ShownIn for World {
    fn get_shown<T: Component>(&self) -> Option<&T> {
        let mut query = self.try_query_filtered::<&T, With<IsShown>>()?;
        query.single(self).ok()
    }

    fn shown_mut<T: Component<Mutability = bevy::ecs::component::Mutable>>(&mut self) -> Mut<'_, T> {
        let mut query = self.query_filtered::<&mut T, With<IsShown>>();
        query.single_mut(self).expect("it is shown")
    }
}

/// Shows a level or player instead of the current one with component `T`, which is hidden and returned. All its
/// components count as changed.
pub fn show<T: Component>(world: &mut World, entity: Entity) -> Option<Entity> {
    let mut query = world.query_filtered::<Entity, (With<T>, With<IsShown>)>();
    let before = query.single(world).ok();
    if let Some(before) = before {
        world.entity_mut(before).remove::<IsShown>();
    }
    let mut entity = world.entity_mut(entity);
    entity.insert(IsShown);
    let components = entity.archetype().components().to_vec();
    for component in components {
        if let Ok(mut component) = entity.get_mut_by_id(component) {
            component.set_changed();
        }
    }
    before
}
