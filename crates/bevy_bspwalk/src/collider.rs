//! What bodies collide with.

use bevy::prelude::*;

use crate::asset::BspTree;

/// What bodies collide with: the triangles of a tree, at the `Transform` of the entity, whose scale is left out of account.
///
/// One without [`MovingThing`](crate::MovingThing) stays where it is. Bodies wait until the trees of all colliders are loaded.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[require(Transform)]
pub struct BspCollider(pub Handle<BspTree>);
