//! The level as a person sees it: meshes by material, light.

mod bake;
mod light;
mod mesh;
mod quality;
mod surface;
#[cfg(test)]
pub(in crate::app) mod test_room;
mod texture;

use std::sync::Arc;

use bevy::{
    light::NotShadowCaster,
    prelude::*,
    render::renderer::RenderAdapterInfo,
    tasks::{AsyncComputeTaskPool, Task, block_on, poll_once},
};

use super::{
    schedule::{AppState, AppSystems},
    startup::job,
    state::{CurrentLevel, Notice},
    worker::{Failure, Worker},
};
use crate::{
    level::Level,
    light::{Volume, passes_light},
};
pub use quality::Quality;
pub use surface::SurfaceMaterial;

/// Draws the level.
pub struct ScenePlugin;

impl Plugin for ScenePlugin {
    fn build(&self, app: &mut App) {
        surface::embed(app);
        app.add_plugins(MaterialPlugin::<SurfaceMaterial>::default())
            .init_resource::<ShowLevel>()
            .init_resource::<Drawn>()
            .init_resource::<Lit>()
            .init_resource::<LevelMaterials>()
            .insert_resource(ClearColor(Color::srgb(0.50, 0.60, 0.70)))
            .add_systems(Startup, (quality::detect, light::spawn).chain())
            .add_systems(
                Update,
                (
                    prepare.run_if(in_state(AppState::InLevel)),
                    place.run_if(resource_exists::<Preparing>),
                    light_up.run_if(in_state(AppState::InLevel)),
                    show_level,
                )
                    .chain()
                    .in_set(AppSystems::Show),
            );
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

/// Which level is drawn, by [`CurrentLevel::level_revision`]; `None` before the first. Meshes are prepared in the background.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawn(pub Option<u64>);

/// Which level is lit by its own light volume, by [`CurrentLevel::level_revision`]; computed in the background after the meshes.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lit(pub Option<u64>);

/// The light volume that is being computed.
#[derive(Resource)]
struct Baking {
    level_revision: u64,
    worker: Option<Worker<Option<(Volume, Image)>>>,
}

/// How each material of the level is drawn.
#[derive(Resource, Default)]
pub struct LevelMaterials {
    level_revision: Option<u64>,
    handles: Vec<Handle<SurfaceMaterial>>,
}

impl LevelMaterials {
    /// The one of a material of the level of this revision.
    #[must_use]
    pub fn of(&self, level_revision: u64, material: u32) -> Option<&Handle<SurfaceMaterial>> {
        self.handles
            .get(material as usize)
            .filter(|_| self.level_revision == Some(level_revision))
    }
}

/// A mesh of the plain level.
#[derive(Component)]
pub struct LevelMesh;

/// Meshes and textures that are being prepared.
#[derive(Resource)]
struct Preparing {
    level: Arc<Level>,
    level_revision: u64,
    task: Task<Result<Prepared, String>>,
}

struct Prepared {
    chunks: Vec<mesh::Chunk>,
    /// By material, with whether the image has holes.
    textures: Vec<Option<(Image, bool)>>,
}

fn prepare(
    mut commands: Commands,
    current: Res<CurrentLevel>,
    preparing: Option<Res<Preparing>>,
    drawn: Res<Drawn>,
    adapter: Option<Res<RenderAdapterInfo>>,
) {
    let wanted = Some(current.level_revision);
    if drawn.0 == wanted || preparing.is_some_and(|preparing| Some(preparing.level_revision) == wanted) {
        return;
    }
    let level = Arc::clone(&current.level);
    let anisotropy = quality::anisotropy(adapter.as_deref());
    let work = move || {
        let textures = level
            .materials
            .iter()
            .map(|material| {
                material
                    .texture
                    .as_ref()
                    .and_then(|texture| texture::image(texture, anisotropy))
            })
            .collect();
        Prepared {
            chunks: mesh::chunks(&level),
            textures,
        }
    };
    let task = AsyncComputeTaskPool::get().spawn(async move { job(work) });
    commands.insert_resource(Preparing {
        level: Arc::clone(&current.level),
        level_revision: current.level_revision,
        task,
    });
}

fn place(
    mut commands: Commands,
    mut preparing: ResMut<Preparing>,
    mut drawn: ResMut<Drawn>,
    quality: Res<Quality>,
    old: Query<Entity, With<LevelMesh>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
    mut level_materials: ResMut<LevelMaterials>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(prepared) = block_on(poll_once(&mut preparing.task)) else {
        return;
    };
    drawn.0 = Some(preparing.level_revision);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let prepared = match prepared {
        Ok(prepared) => prepared,
        Err(fault) => {
            notices.write(Notice::error(format!("The level cannot be drawn. {fault}")));
            commands.remove_resource::<Preparing>();
            return;
        }
    };
    let handles: Vec<_> = preparing
        .level
        .materials
        .iter()
        .zip(prepared.textures)
        .map(|(material, texture)| {
            let texture = texture.map(|(image, holes)| (images.add(image), holes));
            materials.add(SurfaceMaterial::new(material, texture, quality.shadows()))
        })
        .collect();
    for chunk in prepared.chunks {
        let (Some(handle), Some(material)) = (
            handles.get(chunk.material as usize),
            preparing.level.materials.get(chunk.material as usize),
        ) else {
            continue;
        };
        let mut entity = commands.spawn((
            LevelMesh,
            Mesh3d(meshes.add(chunk.mesh)),
            MeshMaterial3d(handle.clone()),
            chunk.bounds,
        ));
        if passes_light(material) {
            entity.insert(NotShadowCaster);
        }
    }
    *level_materials = LevelMaterials {
        level_revision: drawn.0,
        handles,
    };
    commands.remove_resource::<Preparing>();
}

/// Computes the light of the level that is drawn, and lights it.
fn light_up(
    mut commands: Commands,
    current: Res<CurrentLevel>,
    drawn: Res<Drawn>,
    mut lit: ResMut<Lit>,
    baking: Option<ResMut<Baking>>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
    mut notices: MessageWriter<Notice>,
) {
    let wanted = Some(current.level_revision);
    if let Some(mut baking) = baking {
        if Some(baking.level_revision) != wanted {
            // The worker is dropped with it, which cancels it.
            commands.remove_resource::<Baking>();
            return;
        }
        let Some(worker) = baking.worker.take_if(|worker| worker.is_finished()) else {
            return;
        };
        lit.0 = wanted;
        match worker.finish() {
            Ok(Some((volume, image))) => {
                let image = images.add(image);
                for (_, material) in materials.iter_mut() {
                    material.set_volume(&volume, image.clone());
                }
            }
            Ok(None) | Err(Failure::Cancelled) => {}
            Err(Failure::Failed(reason)) => {
                notices.write(Notice::error(format!(
                    "{reason} The level is lit without its own light."
                )));
            }
        }
        commands.remove_resource::<Baking>();
    } else if drawn.0 == wanted && lit.0 != wanted {
        let (level, tree) = (Arc::clone(&current.level), Arc::clone(&current.tree));
        // Half of the cores: the other half draws.
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2);
        let worker = Worker::start("the light".into(), move |progress| {
            let volume = crate::light::bake(&level, &tree, threads.max(1), progress)
                .map_err(|_| Failure::Cancelled)?;
            Ok(volume.map(|volume| {
                let image = bake::image(&volume);
                (volume, image)
            }))
        });
        match worker {
            Ok(worker) => commands.insert_resource(Baking {
                level_revision: current.level_revision,
                worker: Some(worker),
            }),
            Err(problem) => {
                lit.0 = wanted;
                notices.write(Notice::error(problem));
            }
        }
    }
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
