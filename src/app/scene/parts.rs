//! The meshes of doors and lifts stand where these are.

use bevy::prelude::*;
use bevy_bspwalk::MovingThing;

use crate::app::colliders::Doors;

/// A mesh of a part of the level that moves.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct PartMesh {
    /// Index into the mechanisms of the level.
    pub(super) mechanism: usize,
}

/// Places them where the plugin draws these.
pub(super) fn place(doors: Doors, mut meshes: Query<(&PartMesh, &mut Transform), Without<MovingThing>>) {
    for (part, mut transform) in &mut meshes {
        if let Some(place) = doors.place(part.mechanism) {
            transform.set_if_neq(place);
        }
    }
}
