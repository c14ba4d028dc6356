//! A level as an asset.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_levels::Level;
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{LeafId, OUTSIDE, Pvs},
};

use super::tree::BspTree;
use crate::params::{Anchor, BodyParams};

/// A level with its trees, as [`BspLevelLoader`](crate::BspLevelLoader) loads it. A [`BspLevelRoot`](crate::BspLevelRoot) spawns it.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct BspLevel {
    /// The triangles with their materials, what stands in it, and everything that was noticed while loading.
    pub level: Arc<Level>,
    /// The tree of what does not move; the label of the asset is `Fixed`.
    #[dependency]
    pub fixed: Handle<BspTree>,
    /// The trees of the parts that move, one for each mechanism, none where
    /// [`moving`](crate::BspLevelSettings::moving) was off; the labels are `Part0` and so on.
    #[dependency]
    pub parts: Vec<Handle<BspTree>>,
    /// What can be seen from where, unless [`visibility`](crate::BspLevelSettings::visibility) was off.
    pub visibility: Option<LeafVisibility>,
}

/// What can be seen from where.
#[derive(Clone, Debug)]
pub struct LeafVisibility {
    /// The solid-leaf tree.
    pub leaves: Arc<LeafTree>,
    /// The potentially visible set of each of its leaves.
    pub pvs: Arc<Pvs>,
}

impl LeafVisibility {
    /// The leaf that a point of the level is in, if the PVS says anything of it: not in solids and outside of the level.
    #[must_use]
    pub fn leaf_at(&self, point: Vec3) -> Option<LeafId> {
        let leaf = point.is_finite().then(|| self.leaves.locate(point.as_dvec3()))?;
        (leaf != OUTSIDE && !self.leaves.is_solid(leaf)).then_some(leaf)
    }

    /// The leaves that may be seen from a point; none where the PVS does not say, so that everything may be.
    #[must_use]
    pub fn visible_from(&self, point: Vec3) -> Option<Vec<LeafId>> {
        Some(self.pvs.row(self.leaf_at(point)?).collect())
    }
}

impl BspLevel {
    /// The place where the player starts, for a body with these parameters and this anchor: it looks as the level says.
    #[must_use]
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
