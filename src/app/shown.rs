//! What is shown: the level and the body that have the marker [`IsShown`].
//!
//! A level is an entity with its trees, what is selected in it, what was changed by hand and so on as components: each plugin adds
//! its own to every level by [`of_level`]. The body is another entity. Levels and bodies without the marker are put aside as they
//! are, by the tour and by worked examples, and shown again by the marker.

use bevy::prelude::*;

/// Marks the level that is shown, and the body that is moved. There is one of each.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct IsShown;

/// Marks the entity of a level, at the origin.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Transform, Visibility)]
pub struct LevelRoot;

/// Gives every level a component, as it is at first.
pub fn of_level<T: Component + Default>(app: &mut App) {
    app.register_required_components::<LevelRoot, T>();
}

/// Spawns the level that is to come, with all that belongs to a level but the level itself, unless there is one.
pub(super) fn spawn_first(mut commands: Commands, levels: Query<(), With<LevelRoot>>) {
    if levels.is_empty() {
        commands.spawn((LevelRoot, IsShown));
    }
}

/// A component of the level that is shown or of its body, to be read. A system is skipped where there is none.
pub type Shown<'w, 's, T> = Single<'w, 's, Ref<'static, T>, With<IsShown>>;

/// A component of the level that is shown or of its body, to be changed. A system is skipped where there is none.
pub type ShownMut<'w, 's, T> = Single<'w, 's, &'static mut T, With<IsShown>>;

/// The components of what is shown, by the world.
pub trait ShownIn {
    /// The component, where it is there.
    fn get_shown<T: Component>(&self) -> Option<&T>;

    /// The component.
    ///
    /// # Panics
    /// If nothing that is shown has it.
    fn shown<T: Component>(&self) -> &T {
        self.get_shown().expect("it is shown")
    }

    /// The component, to be changed.
    ///
    /// # Panics
    /// If nothing that is shown has it.
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

/// Shows a level or a body instead of the other one that has `T`, which is put aside and returned. To systems, all of it has
/// changed.
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
