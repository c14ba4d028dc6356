//! Materials of the level on screen.

use bevy::prelude::*;

use super::surface::SurfaceMaterial;
use crate::app::host::state::LevelId;

/// Materials of the level, for the renderer.
#[derive(Resource, Default)]
pub struct LevelMaterials {
    pub(super) level_id: Option<LevelId>,
    pub(super) handles: Vec<Handle<SurfaceMaterial>>,
}

impl LevelMaterials {
    /// Returns a material, if it belongs to this level.
    #[must_use]
    pub fn of(&self, level_id: &LevelId, material: u32) -> Option<&Handle<SurfaceMaterial>> {
        self.handles
            .get(material as usize)
            .filter(|_| self.level_id.as_ref() == Some(level_id))
    }
}
