//! Static and moving colliders.

use bevy::prelude::*;

use crate::asset::BspTree;

/// A collider: the triangles of a tree at the `Transform` of the entity. Scale is ignored.
///
/// Without [`MovingThing`](crate::MovingThing), it is static. Bodies wait until the trees of all colliders are loaded.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[require(Transform)]
pub struct BspCollider(pub Handle<BspTree>);
