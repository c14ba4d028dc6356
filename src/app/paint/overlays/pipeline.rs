//! Common parts of the overlay materials: drawing order, pixel width and pipelines.

use bevy::{
    mesh::{MeshVertexAttribute, MeshVertexBufferLayoutRef},
    prelude::*,
    render::render_resource::{CompareFunction, RenderPipelineDescriptor, SpecializedMeshPipelineError},
};

use crate::app::host::state::Eye;

/// Positions of the overlays among all transparent objects: first the faces, then the planes, then the layers.
pub(super) const ORDER_SURFACES: f32 = 1.0e5;
pub(super) const ORDER_PLANES: f32 = 2.0e5;
pub(super) const ORDER_LAYERS: f32 = 3.0e5;
/// After all layers.
pub(super) const ORDER_LABELS: f32 = 8.0e5;
/// Step between two layers. It exceeds any distance from the eye, because the engine sorts objects with the same bias
/// by distance.
pub(super) const ORDER_STEP: f32 = 1.0e4;

/// Pixels per logical pixel for line widths; more on a larger screen.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct PixelScale(pub f32);

impl Default for PixelScale {
    fn default() -> Self {
        Self(1.0)
    }
}

/// Scales lines with the screen, but more slowly: 1 at 720 rows, 1.7 at 1440.
pub(super) fn scale_to_screen(cameras: Query<&Camera, With<Eye>>, mut scale: ResMut<PixelScale>) {
    let rows = cameras
        .iter()
        .find_map(Camera::physical_target_size)
        .map_or(720, |size| size.y);
    scale.set_if_neq(PixelScale((rows as f32 / 720.0).powf(0.75).clamp(0.75, 4.0)));
}

/// Defines the [`Material`] functions that all overlays share: one embedded shader, no depth prepass and no shadows.
macro_rules! overlay_shader {
    ($file:literal) => {
        fn vertex_shader() -> bevy::shader::ShaderRef {
            let path = bevy::asset::AssetPath::from_path_buf(bevy::asset::embedded_path!($file));
            bevy::shader::ShaderRef::Path(path.with_source("embedded"))
        }

        fn fragment_shader() -> bevy::shader::ShaderRef {
            Self::vertex_shader()
        }

        fn enable_prepass() -> bool {
            false
        }

        fn enable_shadows() -> bool {
            false
        }
    };
    // For blended materials, also the vertex attributes, and whether lines ignore depth by the key of the pipeline.
    ($file:literal, $attributes:expr, |$key:ident| $over_all:expr) => {
        $crate::app::paint::overlays::pipeline::overlay_shader!($file);

        fn alpha_mode(&self) -> AlphaMode {
            AlphaMode::Blend
        }

        fn specialize(
            _pipeline: &bevy::pbr::MaterialPipeline,
            descriptor: &mut bevy::render::render_resource::RenderPipelineDescriptor,
            layout: &bevy::mesh::MeshVertexBufferLayoutRef,
            $key: bevy::pbr::MaterialPipelineKey<Self>,
        ) -> Result<(), bevy::render::render_resource::SpecializedMeshPipelineError> {
            $crate::app::paint::overlays::pipeline::specialize(descriptor, layout, &$attributes, $over_all)
        }
    };
}
pub(super) use overlay_shader;

/// Configures a pipeline to read these attributes, at locations from 0, and to draw both sides. With `over_all`, it
/// ignores depth.
pub(super) fn specialize(
    descriptor: &mut RenderPipelineDescriptor,
    layout: &MeshVertexBufferLayoutRef,
    attributes: &[MeshVertexAttribute],
    over_all: bool,
) -> Result<(), SpecializedMeshPipelineError> {
    let locations: Vec<_> = (0..)
        .zip(attributes)
        .map(|(location, attribute)| attribute.at_shader_location(location))
        .collect();
    descriptor.vertex.buffers = vec![layout.0.get_layout(&locations)?];
    descriptor.primitive.cull_mode = None;
    if over_all && let Some(depth) = descriptor.depth_stencil.as_mut() {
        depth.depth_compare = Some(CompareFunction::Always);
    }
    Ok(())
}
