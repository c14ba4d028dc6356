//! Translucent polygons over the level, and how they are drawn.

use std::ops::Range;

use bevy::{
    asset::{RenderAssetUsages, embedded_asset},
    mesh::{Indices, MeshVertexBufferLayoutRef, PrimitiveTopology},
    pbr::{MaterialPipeline, MaterialPipelineKey},
    prelude::*,
    render::render_resource::{AsBindGroup, RenderPipelineDescriptor, SpecializedMeshPipelineError},
};

use super::pipeline;
use crate::app::palette::Rgb;

/// Convex polygons that become one mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PolygonBatch {
    positions: Vec<[f32; 3]>,
    /// Linear RGBA.
    colors: Vec<[f32; 4]>,
    polygons: Vec<Range<u32>>,
}

impl PolygonBatch {
    pub(super) fn len(&self) -> usize {
        self.polygons.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.polygons.is_empty()
    }

    /// Adds a polygon, counter-clockwise seen from its front; one of fewer than three corners is left out.
    pub(super) fn push(&mut self, corners: impl IntoIterator<Item = Vec3>, color: Rgb, alpha: f32) {
        let start = self.positions.len();
        self.positions
            .extend(corners.into_iter().map(|corner| corner.to_array()));
        if self.positions.len() < start + 3 {
            self.positions.truncate(start);
            return;
        }
        let rgba = Vec3::from(color.linear()).extend(alpha).to_array();
        self.colors.resize(self.positions.len(), rgba);
        self.polygons.push(start as u32..self.positions.len() as u32);
    }

    /// The triangles of the polygons, by their numbers, in the given order.
    pub(super) fn indices(&self, order: impl IntoIterator<Item = usize>) -> Vec<u32> {
        let mut indices = Vec::new();
        for polygon in order.into_iter().filter_map(|number| self.polygons.get(number)) {
            for corner in polygon.start + 1..polygon.end.saturating_sub(1) {
                indices.extend([polygon.start, corner, corner + 1]);
            }
        }
        indices
    }

    /// The colours of the corners, each with the share of its opacity that its polygon keeps.
    pub(super) fn faded(&self, kept: impl Fn(usize) -> f32) -> Vec<[f32; 4]> {
        let mut colors = self.colors.clone();
        for (number, polygon) in self.polygons.iter().enumerate() {
            let kept = kept(number);
            for [.., alpha] in &mut colors[polygon.start as usize..polygon.end as usize] {
                *alpha *= kept;
            }
        }
        colors
    }

    /// The mesh that draws the polygons in the given order.
    pub(super) fn mesh(&self, order: impl IntoIterator<Item = usize>) -> Mesh {
        Mesh::new(
            PrimitiveTopology::TriangleList,
            RenderAssetUsages::MAIN_WORLD | RenderAssetUsages::RENDER_WORLD,
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions.clone())
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors.clone())
        .with_inserted_indices(Indices::U32(self.indices(order)))
    }
}

/// How polygons are drawn: translucent; hatched from behind, or from both sides.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone, Default, PartialEq)]
pub(super) struct PolygonMaterial {
    /// Pixels to a logical pixel; 1 where both sides are hatched; 1 where polygons fade near the eye and seen from their
    /// edge; one unused.
    #[uniform(0)]
    settings: Vec4,
    /// Place among the overlays: a higher one is drawn later.
    order: f32,
}

impl PolygonMaterial {
    pub(super) fn new(scale: f32, order: f32, hatched: bool) -> Self {
        Self {
            settings: Vec4::new(scale, f32::from(hatched), 0.0, 0.0),
            order,
        }
    }

    /// Polygons fade near the eye and where they are seen from their edge.
    pub(super) fn soft(mut self) -> Self {
        self.settings.z = 1.0;
        self
    }
}

impl Material for PolygonMaterial {
    pipeline::overlay_shader!("polygons.wgsl");

    fn alpha_mode(&self) -> AlphaMode {
        AlphaMode::Blend
    }

    fn depth_bias(&self) -> f32 {
        self.order
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        _key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let attributes = [Mesh::ATTRIBUTE_POSITION, Mesh::ATTRIBUTE_COLOR];
        pipeline::specialize(descriptor, layout, &attributes, false)
    }
}

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "polygons.wgsl");
    app.add_plugins(MaterialPlugin::<PolygonMaterial>::default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_are_fans_in_the_order_asked_for() {
        let mut batch = PolygonBatch::default();
        batch.push([Vec3::ZERO, Vec3::X], Rgb(1, 2, 3), 1.0);
        assert!(batch.is_empty(), "two corners are no polygon");
        batch.push([Vec3::ZERO, Vec3::X, Vec3::Y], Rgb(1, 2, 3), 1.0);
        batch.push([Vec3::ZERO, Vec3::X, Vec3::ONE, Vec3::Y], Rgb(1, 2, 3), 1.0);
        assert_eq!(batch.len(), 2);
        assert_eq!(batch.indices([1, 0]), [3, 4, 5, 3, 5, 6, 0, 1, 2]);
        assert_eq!(batch.indices([7]), [0_u32; 0], "what is not there is not drawn");
        let alphas =
            |kept: fn(usize) -> f32| batch.faded(kept).iter().map(|color| color[3]).collect::<Vec<_>>();
        assert_eq!(alphas(|_| 1.0), [1.0; 7]);
        assert_eq!(
            alphas(|polygon| polygon as f32),
            [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]
        );
    }
}
