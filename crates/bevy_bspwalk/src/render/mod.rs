//! Drawing of levels: meshes, materials and visibility culling.

mod chunks;
mod culling;
mod materials;
mod meshes;

use bevy::{camera::visibility::VisibilitySystems, prelude::*};

pub use self::{
    culling::PvsCulling,
    meshes::{BspLevelMeshes, LevelChunk},
};
use crate::spawn::spawn_levels;

/// Adds the drawing systems, which run only if the app has mesh, image and material assets.
pub(crate) fn add(app: &mut App) {
    app.register_type::<BspLevelMeshes>()
        .register_type::<LevelChunk>()
        .register_type::<PvsCulling>();
    app.add_systems(
        PreUpdate,
        (meshes::spawn, meshes::replace).chain().after(spawn_levels),
    )
    .add_systems(
        PostUpdate,
        culling::hide_invisible_chunks
            .after(TransformSystems::Propagate)
            .before(VisibilitySystems::VisibilityPropagate),
    );
}
