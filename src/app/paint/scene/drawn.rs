//! The level on screen and its materials.

use bevy::prelude::*;

use super::surface::SurfaceMaterial;
use crate::app::host::state::LevelId;

/// Level whose meshes are drawn. They are built in the background.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderedLevel(pub Option<LevelId>);

/// Materials of the level, for the renderer.
#[derive(Resource, Default)]
pub struct LevelMaterials {
    pub(super) level_id: Option<LevelId>,
    pub(super) handles: Vec<Handle<SurfaceMaterial>>,
}

impl LevelMaterials {
    /// Returns a material, if it belongs to the given level.
    #[must_use]
    pub fn of(&self, level_id: &LevelId, material: u32) -> Option<&Handle<SurfaceMaterial>> {
        self.handles
            .get(material as usize)
            .filter(|_| self.level_id.as_ref() == Some(level_id))
    }
}
