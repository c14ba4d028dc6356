//! What is drawn of a level: its meshes and materials, and what is hidden as nobody can see it.

mod chunks;
mod culling;
mod materials;
mod mesh;
mod meshes;
mod texture;

use bevy::{camera::visibility::VisibilitySystems, prelude::*};

pub use self::{
    culling::PvsCulling,
    mesh::triangles_mesh,
    meshes::{BspLevelMeshes, LevelChunk},
    texture::texture_image,
};
use crate::spawn::spawn_levels;

/// Adds what is drawn, where the app draws: it has assets of meshes, images and materials.
pub(crate) fn add(app: &mut App) {
    app.register_type::<BspLevelMeshes>()
        .register_type::<LevelChunk>()
        .register_type::<PvsCulling>();
    app.add_systems(PreUpdate, meshes::spawn.after(spawn_levels))
        .add_systems(
            PostUpdate,
            culling::hide
                .after(TransformSystems::Propagate)
                .before(VisibilitySystems::VisibilityPropagate),
        );
}
