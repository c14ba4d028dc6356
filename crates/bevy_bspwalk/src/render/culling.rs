//! Hides level meshes that no camera can see.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bspwalk_trees::solid_leaf::LeafId;

use super::meshes::LevelChunk;
use crate::{asset::BspLevel, replace::EditedLevel, root::BspLevelRoot};

/// Enables PVS culling for a camera. It hides level meshes that are not in the potentially visible set of the camera's
/// leaf. In solid space and outside the level, everything is drawn.
///
/// After [`ReplaceObject`](crate::ReplaceObject) has removed faces, everything in the level is drawn.
///
/// A mesh is hidden only if it is potentially visible to no active camera with this component. Cameras without the
/// component do not see hidden meshes either.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct PvsCulling;

pub(super) fn hide_invisible_chunks(
    levels: Res<Assets<BspLevel>>,
    cameras: Query<(&Camera, &GlobalTransform), With<PvsCulling>>,
    roots: Query<(&BspLevelRoot, &Children, Option<&EditedLevel>)>,
    mut chunks: Query<(&LevelChunk, &mut Visibility)>,
) {
    let eyes = cameras.iter().filter(|(camera, _)| camera.is_active);
    let eyes: Vec<Vec3> = eyes.map(|(_, transform)| transform.translation()).collect();
    for (root, children, edited) in &roots {
        let visibility = levels.get(&root.0).and_then(|level| level.visibility.as_ref());
        // Gaps may show what the PVS hides.
        let visibility = visibility.filter(|_| !edited.is_some_and(|edited| edited.is_opened));
        // If any camera can see everything, do not hide any part of the level.
        let seen: Option<BTreeSet<LeafId>> = visibility.filter(|_| !eyes.is_empty()).and_then(|visibility| {
            let sets = eyes.iter().map(|&eye| visibility.visible_from(eye));
            let sets: Option<Vec<Vec<LeafId>>> = sets.collect();
            Some(sets?.into_iter().flatten().collect())
        });
        for &child in children {
            let Ok((chunk, mut visibility)) = chunks.get_mut(child) else {
                continue;
            };
            let is_seen = seen.as_ref().is_none_or(|seen| {
                chunk.leaves.is_empty() || chunk.leaves.iter().any(|leaf| seen.contains(leaf))
            });
            let wanted = if is_seen {
                Visibility::Inherited
            } else {
                Visibility::Hidden
            };
            visibility.set_if_neq(wanted);
        }
    }
}
