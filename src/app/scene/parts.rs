//! The meshes of doors and lifts stand where these are.

use bevy::prelude::*;

use crate::app::{shown::Shown, state::Doors};

/// A mesh of a part of the level that moves.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct PartMesh {
    /// Index into the mechanisms of the level.
    pub(super) mechanism: usize,
}

/// Places them between the last two fixed steps.
pub(super) fn place(
    doors: Shown<Doors>,
    fixed: Res<Time<Fixed>>,
    mut meshes: Query<(&PartMesh, &mut Transform)>,
) {
    let Some(moving) = &doors.0 else { return };
    if meshes.is_empty() {
        return;
    }
    let poses = moving.poses(fixed.overstep_fraction());
    for (part, mut transform) in &mut meshes {
        if let Some(pose) = poses.get(part.mechanism) {
            let at = Transform::from_translation(pose.translation.as_vec3())
                .with_rotation(pose.rotation.as_quat());
            transform.set_if_neq(at);
        }
    }
}
