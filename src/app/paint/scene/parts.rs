//! The meshes of doors and lifts.

use bevy::prelude::*;

use crate::app::host::{shown::Shown, state::Doors};

/// A mesh of a moving part of the level.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct PartMesh {
    /// Index into the mechanisms of the level.
    pub(super) mechanism: usize,
}

/// Interpolates the meshes between the last two fixed steps.
pub(super) fn place(
    doors: Shown<Doors>,
    time: Res<Time<Fixed>>,
    mut meshes: Query<(&PartMesh, &mut Transform)>,
) {
    let Some(moving) = &doors.0 else { return };
    let poses: Vec<_> = moving.poses_between(time.overstep_fraction_f64()).collect();
    for (part, mut transform) in &mut meshes {
        if let Some(pose) = poses.get(part.mechanism) {
            transform.set_if_neq(
                Transform::from_translation(pose.translation.as_vec3())
                    .with_rotation(pose.rotation.as_quat()),
            );
        }
    }
}
