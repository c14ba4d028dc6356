//! Things that move: doors, lifts, platforms.

use bevy::prelude::*;

use crate::interpolation::Interpolation;

/// A [`BspCollider`](crate::BspCollider) that moves as one rigid body.
///
/// Its [`Transform`] is in the space of the level: the entity has no parent, or one at the origin. Where the `Transform` is when
/// [`BspwalkSystems::Things`](crate::BspwalkSystems::Things) runs in `FixedUpdate` is where the thing shall go in that tick.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[require(Transform, Interpolation)]
pub struct MovingThing {
    /// Things move in this order, and where it is the same, in that of their entities.
    pub order: i32,
}
