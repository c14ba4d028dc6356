//! The level on screen and the active player, which are the entities with the [`IsShown`] marker.
//!
//! A level is an entity. Its trees, selection, manual changes and other state are components, which each plugin adds to
//! every level with [`add_to_levels`]. The player is a separate entity. To hide a level or player without changing it, the
//! tour and worked examples remove the marker. Adding the marker shows it again.

use bevy::prelude::*;

/// Marks the level on screen and the active player. There is exactly one of each.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct IsShown;

/// Marks the root entity of a level, which is at the origin.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Transform, Visibility)]
pub struct LevelRoot;

/// Adds a component with its default value to every level.
pub fn add_to_levels<T: Component + Default>(app: &mut App) {
    app.register_required_components::<LevelRoot, T>();
}

/// Spawns the entity of the first level, unless a level already exists. The entity has all components except
/// [`OpenedLevel`](super::state::OpenedLevel).
pub(in crate::app) fn spawn_first(mut commands: Commands, levels: Query<(), With<LevelRoot>>) {
    if levels.is_empty() {
        commands.spawn((LevelRoot, IsShown));
    }
}

/// Read access to a component of the level on screen or of the active player. If the component does not exist, the
/// system is skipped.
pub type Shown<'w, 's, T> = Single<'w, 's, Ref<'static, T>, With<IsShown>>;

/// Write access to a component of the level on screen or of the active player. If the component does not exist, the
/// system is skipped.
pub type ShownMut<'w, 's, T> = Single<'w, 's, &'static mut T, With<IsShown>>;

/// Access to components of the level on screen and of the active player through the [`World`].
pub trait ShownIn {
    /// Returns the component, if it exists.
    fn get_shown<T: Component>(&self) -> Option<&T>;

    /// Returns the component.
    ///
    /// # Panics
    /// Panics if no entity on screen has the component.
    fn shown<T: Component>(&self) -> &T {
        self.get_shown().expect("it is shown")
    }

    /// Returns mutable access to the component.
    ///
    /// # Panics
    /// Panics if no entity on screen has the component.
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

/// Shows a level or player in place of the current one, which is hidden and returned. `T` is a component that
/// identifies the kind of entity. All components of the shown entity count as changed.
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
