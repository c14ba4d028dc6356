//! The level as a person sees it: meshes by material, light.

pub mod test_room;

use std::sync::Arc;

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
};

use super::state::Shown;
use crate::level::Level;

/// Draws the level.
pub struct ScenePlugin;

impl Plugin for ScenePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<ShowLevel>()
            .add_systems(Startup, spawn_light)
            .add_systems(Update, (spawn_level, show_level).chain());
    }
}

/// Whether the plain level is drawn. An overlay that draws the faces itself hides it.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShowLevel(pub bool);

impl Default for ShowLevel {
    fn default() -> Self {
        Self(true)
    }
}

/// A mesh of the plain level.
#[derive(Component)]
pub struct LevelMesh;

fn spawn_light(mut commands: Commands) {
    commands.spawn((
        DirectionalLight {
            illuminance: 6000.0,
            ..default()
        },
        Transform::default().looking_to(Vec3::new(-0.4, -1.0, -0.6), Vec3::Y),
    ));
    commands.insert_resource(GlobalAmbientLight {
        brightness: 500.0,
        ..default()
    });
}

fn show_level(show: Res<ShowLevel>, mut meshes: Query<&mut Visibility, With<LevelMesh>>) {
    for mut visibility in &mut meshes {
        visibility.set_if_neq(if show.0 {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        });
    }
}

fn spawn_level(
    mut commands: Commands,
    shown: Option<Res<Shown>>,
    mut drawn: Local<Option<u64>>,
    old: Query<Entity, With<LevelMesh>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let (level, revision) = match &shown {
        Some(shown) => (Arc::clone(&shown.level), shown.level_revision),
        None => (Arc::new(test_room::level()), 0),
    };
    if *drawn == Some(revision) {
        return;
    }
    *drawn = Some(revision);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    for (index, material) in level.materials.iter().enumerate() {
        let [r, g, b, a] = material.color.to_array();
        commands.spawn((
            LevelMesh,
            Mesh3d(meshes.add(mesh(&level, index as u32))),
            MeshMaterial3d(materials.add(StandardMaterial {
                base_color: Color::srgba(r, g, b, a),
                perceptual_roughness: 0.9,
                double_sided: true,
                cull_mode: None,
                ..default()
            })),
        ));
    }
}

fn mesh(level: &Level, material: u32) -> Mesh {
    let mut positions: Vec<[f32; 3]> = Vec::new();
    let mut normals: Vec<[f32; 3]> = Vec::new();
    for triangle in level
        .triangles
        .iter()
        .filter(|triangle| triangle.material == material)
    {
        positions.extend(triangle.corners.map(|corner| corner.as_vec3().to_array()));
        normals.extend(triangle.normals.map(|normal| normal.to_array()));
    }
    let indices = (0..positions.len() as u32).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_indices(Indices::U32(indices))
}
