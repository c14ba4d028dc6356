//! Hides the meshes of levels that cannot be seen from where the cameras are.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bspwalk_trees::solid_leaf::LeafId;

use super::meshes::LevelChunk;
use crate::{asset::BspLevel, root::BspLevelRoot};

/// On a camera: the meshes of levels are hidden where the potentially visible set of its leaf leaves them out. In a solid and outside of
/// the level, everything is drawn.
///
/// A mesh is hidden if no active camera with this component may see it. Cameras without it see what those leave.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct PvsCulling;

/// Hides and shows the meshes of all levels.
pub(super) fn hide(
    levels: Res<Assets<BspLevel>>,
    cameras: Query<(&Camera, &GlobalTransform), With<PvsCulling>>,
    roots: Query<(&BspLevelRoot, &Children)>,
    mut chunks: Query<(&LevelChunk, &mut Visibility)>,
) {
    let eyes: Vec<Vec3> = cameras
        .iter()
        .filter(|(camera, _)| camera.is_active)
        .map(|(_, transform)| transform.translation())
        .collect();
    for (root, children) in &roots {
        let visibility = levels.get(&root.0).and_then(|level| level.visibility.as_ref());
        // Where one camera may see everything, so does the level.
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
