//! Levels as assets.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_levels::Level;
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{LeafId, OUTSIDE, Pvs},
};

use super::tree::BspTree;
use crate::params::{Anchor, BodyParams};

/// A level with its trees, loaded by [`BspLevelLoader`](crate::BspLevelLoader) and spawned by
/// [`BspLevelRoot`](crate::BspLevelRoot).
#[derive(Asset, TypePath, Clone, Debug)]
pub struct BspLevel {
    /// The triangles, materials, entities and load warnings.
    pub level: Arc<Level>,
    /// Tree of the static parts. Its asset label is `Fixed`.
    #[dependency]
    pub fixed: Handle<BspTree>,
    /// Trees of the moving parts, one per mechanism. Their asset labels are `Part0`, `Part1` and so on. Empty if
    /// [`moving`](crate::BspLevelSettings::moving) was off.
    #[dependency]
    pub parts: Vec<Handle<BspTree>>,
    /// The PVS; `None` if [`visibility`](crate::BspLevelSettings::visibility) was off.
    pub visibility: Option<LeafVisibility>,
}

/// The potentially visible sets of a level.
#[derive(Clone, Debug)]
pub struct LeafVisibility {
    /// Solid-leaf tree.
    pub leaves: Arc<LeafTree>,
    /// Potentially visible set of each leaf.
    pub pvs: Arc<Pvs>,
}

impl LeafVisibility {
    /// Returns the leaf that contains a point. Returns `None` in solid space and outside the level, where the PVS has
    /// no data.
    pub fn leaf_at(&self, point: Vec3) -> Option<LeafId> {
        let leaf = point.is_finite().then(|| self.leaves.locate(point.as_dvec3()))?;
        (leaf != OUTSIDE && !self.leaves.is_solid(leaf)).then_some(leaf)
    }

    /// Returns the leaves that are potentially visible from a point. Returns `None` in solid space and
    /// outside the level, where everything counts as visible.
    pub fn visible_from(&self, point: Vec3) -> Option<Vec<LeafId>> {
        Some(self.pvs.row(self.leaf_at(point)?).collect())
    }
}

impl BspLevel {
    /// Returns the `Transform` that places a body with these parameters and this anchor at the player start. It faces
    /// the direction specified by the level.
    pub fn start(&self, params: &BodyParams, anchor: Anchor) -> Transform {
        let spawn = self.level.spawn;
        let eye = spawn.eye.as_vec3();
        let below = match anchor {
            Anchor::Eye => 0.0,
            Anchor::Feet => params.eye_height,
            Anchor::Center => params.eye_height - 0.5 * params.height,
        };
        let rotation = Quat::from_rotation_y((spawn.yaw as f32).to_radians());
        Transform::from_translation(eye - Vec3::Y * below).with_rotation(rotation)
    }
}
