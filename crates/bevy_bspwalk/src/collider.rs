//! What bodies collide with: colliders, and all of them together in a tick.

use bevy::{ecs::system::SystemParam, prelude::*};

use crate::{asset::BspTree, body::KinematicBody, root::BspLevelRoot, things::MovingThing};

/// What bodies collide with: the triangles of a tree, at the `Transform` of the entity, whose scale is left out of account.
///
/// One without [`MovingThing`] stays where it is. Bodies wait until all trees of colliders are loaded.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[require(Transform)]
pub struct BspCollider(pub Handle<BspTree>);

/// All colliders.
#[derive(SystemParam)]
pub(crate) struct Colliders<'w, 's> {
    trees: Res<'w, Assets<BspTree>>,
    fixed: Query<
        'w,
        's,
        (Entity, &'static BspCollider, &'static Transform),
        (Without<MovingThing>, Without<KinematicBody>),
    >,
    roots: Query<'w, 's, (), (With<BspLevelRoot>, Without<BspCollider>)>,
}

/// The colliders of a tick.
pub(crate) struct Gathered<'a> {
    /// The level with its entity.
    pub(crate) level: (Entity, &'a BspTree),
}

impl Colliders<'_, '_> {
    /// All colliders, once their trees are loaded and there is any.
    pub(crate) fn gather(&self) -> Option<Gathered<'_>> {
        if !self.roots.is_empty() {
            return None;
        }
        let mut fixed: Vec<_> = self.fixed.iter().collect();
        fixed.sort_unstable_by_key(|&(entity, ..)| entity);
        let mut level = None;
        for (entity, collider, _) in fixed {
            let tree = self.trees.get(&collider.0)?;
            level = level.or(Some((entity, tree)));
        }
        Some(Gathered { level: level? })
    }
}
