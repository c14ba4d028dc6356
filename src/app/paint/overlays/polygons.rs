//! Translucent polygons over the level.

use bevy::{
    asset::{RenderAssetUsages, embedded_asset},
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
    render::render_resource::AsBindGroup,
};
use bspwalk_overlays::polygons::PolygonBatch;

use super::pipeline;

pub(super) fn mesh(batch: &PolygonBatch, order: impl IntoIterator<Item = usize>) -> Mesh {
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::MAIN_WORLD | RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, batch.positions().to_vec())
    .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, batch.colors().to_vec())
    .with_inserted_indices(Indices::U32(batch.indices(order)))
}

/// The material of polygons: translucent, and hatched on the back or on both sides.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone, Default, PartialEq)]
pub(in crate::app) struct PolygonMaterial {
    /// Pixels per logical pixel; 1 if both sides are hatched; 1 if polygons fade near the eye and where they are seen
    /// edge-on; the last component is unused.
    #[uniform(0)]
    settings: Vec4,
    /// Position in the drawing order of the overlays; higher values are drawn later.
    order: f32,
}

impl PolygonMaterial {
    pub(super) fn new(scale: f32, order: f32, hatched: bool) -> Self {
        Self {
            settings: Vec4::new(scale, f32::from(hatched), 0.0, 0.0),
            order,
        }
    }

    /// Makes polygons fade near the eye and where they are seen edge-on.
    pub(super) fn soft(mut self) -> Self {
        self.settings.z = 1.0;
        self
    }
}

impl Material for PolygonMaterial {
    pipeline::overlay_shader!(
        "polygons.wgsl",
        [Mesh::ATTRIBUTE_POSITION, Mesh::ATTRIBUTE_COLOR],
        |_key| false
    );

    fn depth_bias(&self) -> f32 {
        self.order
    }
}

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "polygons.wgsl");
    app.add_plugins(MaterialPlugin::<PolygonMaterial>::default());
}
