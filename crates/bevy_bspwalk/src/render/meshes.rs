//! The meshes of a level, as children of its root.

use bspwalk_trees::FaceId;
use std::collections::BTreeSet;

use bevy::{asset::RenderAssetUsages, prelude::*};
use bspwalk_levels::Level;
use bspwalk_trees::solid_leaf::LeafId;

use super::{
    chunks::{self, Chunk},
    materials,
};
use crate::{
    asset::BspLevel,
    level_mesh::triangles_mesh,
    mechanisms::Mechanisms,
    replace::EditedLevel,
    root::{BspLevelRoot, OfLevel, Spawned},
};

/// Draws a level. Add this to a [`BspLevelRoot`] to spawn the level's meshes as its children, with Bevy's standard
/// material. No lights are spawned.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct BspLevelMeshes {
    /// Whether all materials are unlit, so that the level is visible without lights.
    pub unlit: bool,
}

/// A mesh of a level: triangles with the same material and PVS cluster.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct LevelChunk {
    /// Leaves of the solid-leaf tree that contain the mesh's triangles, in ascending order. If empty, the visibility is
    /// unknown and the mesh is never hidden. Not reflected.
    #[reflect(ignore)]
    pub leaves: Vec<LeafId>,
    /// Source faces of the mesh's triangles. Not reflected.
    #[reflect(ignore)]
    pub faces: Vec<FaceId>,
}

/// The level whose meshes were spawned.
#[derive(Component, Clone, Debug)]
pub(super) struct SpawnedLevel {
    id: AssetId<BspLevel>,
    materials: Vec<Handle<StandardMaterial>>,
}

fn mesh_of(level: &Level, triangles: &[usize]) -> Mesh {
    let triangles: Vec<_> = triangles
        .iter()
        .filter_map(|&index| level.triangles.get(index))
        .collect();
    triangles_mesh(triangles.into_iter(), RenderAssetUsages::default())
}

/// Spawns the meshes of levels that were loaded or reloaded.
pub(super) fn spawn(
    mut commands: Commands,
    levels: Res<Assets<BspLevel>>,
    meshes: Option<ResMut<Assets<Mesh>>>,
    images: Option<ResMut<Assets<Image>>>,
    standard: Option<ResMut<Assets<StandardMaterial>>>,
    roots: Query<(
        Entity,
        &BspLevelRoot,
        &BspLevelMeshes,
        Ref<Spawned>,
        Option<&SpawnedLevel>,
        Option<&Mechanisms>,
    )>,
) {
    let (Some(mut meshes), Some(mut images), Some(mut standard)) = (meshes, images, standard) else {
        return;
    };
    for (entity, root, wanted, spawned, drawn, mechanisms) in &roots {
        let id = root.0.id();
        let is_drawn = drawn.is_some_and(|drawn| drawn.id == id) && !spawned.is_changed();
        let Some(level) = levels.get(id).filter(|_| !is_drawn) else {
            continue;
        };
        let of_level = &level.level;
        let handles = materials::materials(of_level, wanted.unlit, &mut images, &mut standard);
        let owners = of_level.mechanism_of_objects();
        let owner = |index: &usize| {
            let object = of_level.triangles[*index].object as usize;
            owners.get(object).copied().flatten().filter(|_| of_level.apart)
        };
        let all = 0..of_level.triangles.len();
        let fixed = all.clone().filter(|index| owner(index).is_none());
        let mut groups = vec![(entity, chunks::chunks(of_level, fixed, level.visibility.as_ref()))];
        for (mechanism, &thing) in mechanisms.map_or(&[][..], Mechanisms::things).iter().enumerate() {
            let moving = all.clone().filter(|index| owner(index) == Some(mechanism));
            // The PVS does not cover moving things.
            groups.push((thing, chunks::chunks(of_level, moving, None)));
        }
        let parts = groups.into_iter().flat_map(|(parent, chunks)| {
            let with_parent = move |chunk| (parent, chunk);
            chunks.into_iter().map(with_parent)
        });
        for (parent, chunk) in parts {
            let Some(material) = handles.get(chunk.material as usize) else {
                continue;
            };
            spawn_chunk(&mut commands, parent, of_level, chunk, material, &mut meshes);
        }
        commands.entity(entity).insert(SpawnedLevel {
            id,
            materials: handles,
        });
    }
}

/// Updates the meshes of levels whose objects were replaced: removes the faces that are gone, and spawns meshes of the
/// new ones.
pub(super) fn replace(
    mut commands: Commands,
    meshes: Option<ResMut<Assets<Mesh>>>,
    roots: Query<(Entity, &SpawnedLevel, &EditedLevel, &Children), Changed<EditedLevel>>,
    mut chunks: Query<(&mut LevelChunk, &mut Mesh3d)>,
) {
    let Some(mut meshes) = meshes else { return };
    for (root, drawn, edited, children) in &roots {
        let level = &edited.level;
        let index_of = |face: &FaceId| {
            let found = level
                .triangles
                .binary_search_by_key(face, |triangle| triangle.source);
            found.ok()
        };
        let mut is_drawn = BTreeSet::new();
        for &child in children {
            let Ok((mut chunk, mut mesh)) = chunks.get_mut(child) else {
                continue;
            };
            let triangles: Vec<usize> = chunk.faces.iter().filter_map(index_of).collect();
            is_drawn.extend(triangles.iter().copied());
            if triangles.is_empty() {
                commands.entity(child).despawn();
            } else if triangles.len() < chunk.faces.len() {
                chunk.faces = triangles
                    .iter()
                    .map(|&index| level.triangles[index].source)
                    .collect();
                mesh.0 = meshes.add(mesh_of(level, &triangles));
            }
        }
        // Moving parts are drawn as children of their things.
        let owners = level.mechanism_of_objects();
        let moves = |index: usize| {
            let owner = owners.get(level.triangles[index].object as usize);
            owner.copied().flatten().is_some()
        };
        let added = (0..level.triangles.len()).filter(|index| !is_drawn.contains(index) && !moves(*index));
        // The leaves of new faces are unknown, so they are always drawn.
        for chunk in chunks::chunks(level, added, None) {
            let Some(material) = drawn.materials.get(chunk.material as usize) else {
                continue;
            };
            spawn_chunk(&mut commands, root, level, chunk, material, &mut meshes);
        }
    }
}

fn spawn_chunk(
    commands: &mut Commands,
    parent: Entity,
    level: &Level,
    chunk: Chunk,
    material: &Handle<StandardMaterial>,
    meshes: &mut Assets<Mesh>,
) {
    let indices = chunk.triangles.iter();
    let faces = indices.map(|&index| level.triangles[index].source);
    commands.spawn((
        ChildOf(parent),
        OfLevel,
        LevelChunk {
            faces: faces.collect(),
            leaves: chunk.leaves,
        },
        Mesh3d(meshes.add(mesh_of(level, &chunk.triangles))),
        MeshMaterial3d(material.clone()),
        Transform::default(),
        Visibility::default(),
    ));
}
