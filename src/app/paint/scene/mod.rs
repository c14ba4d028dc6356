//! Draws the level: meshes by material, textures and lighting.

pub(in crate::app) mod file_light;
mod light;
pub(in crate::app) mod mesh;
mod quality;
mod render_scale;
mod surface;

use std::sync::Arc;

use bevy::{prelude::*, render::renderer::RenderAdapterInfo};
use bevy_bspwalk::texture_image;
use bspwalk_draw::light::passes_light;
use bspwalk_levels::{Transparency, light_styles::StyleFactors};
use bspwalk_text::text;

use self::{file_light::LightPlaces, render_scale::RenderScalePlugin};
use crate::app::host::prelude::*;
use crate::app::paint::draw::{CastsShadow, Painted, paint_plugin, shadow_plugin};
pub use file_light::FileLight;
pub use light::Lit;
pub use quality::Quality;
pub use render_scale::AlwaysFull;
pub use surface::{LevelMaterials, RenderedLevel, SurfaceMaterial};

/// Draws the level.
pub fn plugin(app: &mut App) {
    surface::embed(app);
    app.add_plugins((
        paint_plugin::<SurfaceMaterial>,
        shadow_plugin::<SurfaceMaterial>,
        RenderScalePlugin,
    ))
    .insert_resource(ShowLevel(true))
    .init_resource::<RenderedLevel>()
    .init_resource::<Lit>()
    .init_resource::<LevelMaterials>()
    .init_resource::<Preparing>()
    .init_resource::<light::Baking>()
    .init_resource::<FileLight>()
    .init_resource::<file_light::Mixing>()
    .insert_resource(ClearColor(Color::srgb(0.50, 0.60, 0.70)))
    .add_systems(Startup, quality::detect)
    .add_systems(RunFixedMainLoop, place_parts.in_set(AppSystems::Camera))
    .add_systems(
        Update,
        (
            prepare,
            place,
            light::place_sun,
            file_light::rebuild_atlas,
            light::light_up,
            file_light::switch,
        )
            .chain()
            .run_if(in_state(AppState::InLevel))
            .in_set(AppSystems::Show),
    );
}

/// Whether the plain level is drawn. Overlays that draw the faces themselves turn this off.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShowLevel(pub bool);

/// Mesh of the static part of the plain level.
#[derive(Component)]
pub struct LevelMesh;

/// Marks a mesh of a moving part of the level.
#[derive(Component)]
struct PartMesh {
    /// Index into the level's mechanisms.
    mechanism: usize,
}

/// Job that builds meshes and textures of a level.
#[derive(Resource, Default)]
struct Preparing(Job<LevelId, Prepared>);

struct Prepared {
    chunks: Vec<mesh::Chunk>,
    /// Texture and transparency of each material.
    looks: Vec<(Option<Image>, Transparency)>,
    /// Lightmap atlas image.
    light: Option<Image>,
    /// Brightness overrides of light styles that the atlas was built with.
    styles: StyleFactors,
}

fn prepare(
    current: Shown<OpenedLevel>,
    mut preparing: ResMut<Preparing>,
    adapter: Option<Res<RenderAdapterInfo>>,
    program: Res<ProgramState>,
) {
    let styles = program.overlays.light_styles.clone();
    let level = Arc::clone(&current.level);
    let anisotropy = quality::anisotropy(adapter.as_deref());
    preparing.0.request(current.level_id(), move || {
        let looks = level.materials.iter().map(|material| {
            let texture = material.texture.as_ref();
            let image = texture.and_then(|texture| texture_image(texture, material.sampler, anisotropy));
            (image, material.transparency())
        });
        let light = LightPlaces::new(level.light.as_ref(), &styles);
        Prepared {
            looks: looks.collect(),
            chunks: mesh::chunks(&level, light.as_ref()),
            light: light.map(|light| light.image()),
            styles,
        }
    });
}

fn place(
    mut commands: Commands,
    current: Shown<OpenedLevel>,
    mut preparing: ResMut<Preparing>,
    mut drawn: ResMut<RenderedLevel>,
    quality: Res<Quality>,
    old: Query<Entity, Or<(With<LevelMesh>, With<PartMesh>)>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
    (mut level_materials, mut file_light): (ResMut<LevelMaterials>, ResMut<FileLight>),
    mut notices: MessageWriter<Notice>,
) {
    let Some(prepared) = preparing.0.poll() else {
        return;
    };
    drawn.0 = Some(current.level_id());
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let prepared = match prepared {
        Ok(prepared) => prepared,
        Err(fault) => {
            notices.write(Notice::error(text!("light-not-drawn", fault)));
            return;
        }
    };
    file_light.styles = prepared.styles;
    file_light.image = prepared.light.map(|image| images.add(image));
    let of_level = &current.level.materials;
    let handles = of_level.iter().zip(prepared.looks);
    let handles = handles.map(|(material, (image, transparency))| {
        let image = image.map(|image| images.add(image));
        let shadows = quality.shadows();
        materials.add(SurfaceMaterial::new(material, image, transparency, shadows))
    });
    let handles: Vec<_> = handles.collect();
    for chunk in prepared.chunks {
        let index = chunk.material as usize;
        let (Some(handle), Some(material)) = (handles.get(index), of_level.get(index)) else {
            continue;
        };
        let (mesh, material_of_mesh) = (Mesh3d(meshes.add(chunk.mesh)), Painted(handle.clone()));
        let mut entity = commands.spawn((mesh, material_of_mesh, chunk.bounds));
        match chunk.mechanism {
            Some(mechanism) => entity.insert(PartMesh { mechanism }),
            None => entity.insert(LevelMesh),
        };
        if !passes_light(material) {
            entity.insert(CastsShadow);
        }
    }
    *level_materials = LevelMaterials {
        level_id: drawn.0.clone(),
        handles,
    };
}

/// Interpolates the transforms of doors and lifts between the last two fixed steps.
fn place_parts(doors: Shown<Doors>, time: Res<Time<Fixed>>, mut meshes: Query<(&PartMesh, &mut Transform)>) {
    let Some(moving) = &doors.0 else { return };
    let poses: Vec<_> = moving.poses_between(time.overstep_fraction_f64()).collect();
    for (part, mut transform) in &mut meshes {
        if let Some(pose) = poses.get(part.mechanism) {
            let place = Transform::from_translation(pose.translation.as_vec3());
            transform.set_if_neq(place.with_rotation(pose.rotation.as_quat()));
        }
    }
}
