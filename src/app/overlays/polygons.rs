//! Translucent polygons over the level, and how they are drawn.

use std::ops::Range;

use bevy::{
    asset::{AssetPath, RenderAssetUsages, embedded_asset, embedded_path},
    camera::visibility::NoFrustumCulling,
    mesh::{Indices, MeshVertexBufferLayoutRef, PrimitiveTopology},
    pbr::{MaterialPipeline, MaterialPipelineKey},
    platform::collections::HashMap,
    prelude::*,
    render::render_resource::{AsBindGroup, RenderPipelineDescriptor, SpecializedMeshPipelineError},
    shader::ShaderRef,
};

use super::{ORDER_PLANES, ORDER_STEP, PixelScale, pipeline};
use crate::app::{palette::Rgb, schedule::AppSystems};

/// Convex polygons that become one mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PolygonBatch {
    positions: Vec<[f32; 3]>,
    /// Linear RGBA.
    colors: Vec<[f32; 4]>,
    polygons: Vec<Range<u32>>,
}

impl PolygonBatch {
    /// How many polygons there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.polygons.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.polygons.is_empty()
    }

    /// Adds a polygon, counter-clockwise seen from its front; one of fewer than three corners is left out.
    pub fn push(&mut self, corners: impl IntoIterator<Item = Vec3>, color: Rgb, alpha: f32) {
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
    #[must_use]
    pub fn indices(&self, order: impl IntoIterator<Item = usize>) -> Vec<u32> {
        let mut indices = Vec::new();
        for polygon in order.into_iter().filter_map(|number| self.polygons.get(number)) {
            for corner in polygon.start + 1..polygon.end.saturating_sub(1) {
                indices.extend([polygon.start, corner, corner + 1]);
            }
        }
        indices
    }

    /// The mesh that draws the polygons in the given order.
    #[must_use]
    pub fn mesh(&self, order: impl IntoIterator<Item = usize>) -> Mesh {
        Mesh::new(
            PrimitiveTopology::TriangleList,
            RenderAssetUsages::MAIN_WORLD | RenderAssetUsages::RENDER_WORLD,
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions.clone())
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors.clone())
        .with_inserted_indices(Indices::U32(self.indices(order)))
    }
}

/// How polygons are drawn: translucent; hatched where they are seen from behind, or from everywhere.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone, Default)]
pub(super) struct PolygonMaterial {
    /// Pixels a logical pixel; 1 where both sides are hatched; the rest is unused.
    #[uniform(0)]
    settings: Vec4,
    /// Place among the overlays: a higher one is drawn later.
    order: f32,
}

impl PolygonMaterial {
    /// Hatched from behind, at a scale of the screen and a place among the overlays.
    pub(super) fn new(scale: f32, order: f32) -> Self {
        Self {
            settings: Vec4::new(scale, 0.0, 0.0, 0.0),
            order,
        }
    }

    /// Hatched from both sides.
    fn hatched(self) -> Self {
        Self {
            settings: self.settings.with_y(1.0),
            ..self
        }
    }
}

fn shader() -> ShaderRef {
    ShaderRef::Path(AssetPath::from_path_buf(embedded_path!("polygons.wgsl")).with_source("embedded"))
}

impl Material for PolygonMaterial {
    fn vertex_shader() -> ShaderRef {
        shader()
    }

    fn fragment_shader() -> ShaderRef {
        shader()
    }

    fn alpha_mode(&self) -> AlphaMode {
        AlphaMode::Blend
    }

    fn depth_bias(&self) -> f32 {
        self.order
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        _key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        pipeline::specialize(
            descriptor,
            layout,
            &[Mesh::ATTRIBUTE_POSITION, Mesh::ATTRIBUTE_COLOR],
        )
    }
}

/// A layer of polygons: each overlay that draws polygons in an order of its own fills one.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PolygonLayer {
    /// Walls of leaves, hatched.
    Leaves,
    /// Portals.
    Portals,
    /// The portals of the chain that closes a sightline, and the hole of a leak.
    Sight,
}

/// What the layers hold, until it is drawn.
#[derive(Resource, Default)]
pub(super) struct PolygonLayers {
    changed: HashMap<PolygonLayer, PolygonBatch>,
}

impl PolygonLayers {
    /// Replaces the polygons of a layer, drawn in the order in which they were added.
    pub(super) fn set(&mut self, layer: PolygonLayer, polygons: PolygonBatch) {
        self.changed.insert(layer, polygons);
    }
}

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "polygons.wgsl");
    app.add_plugins(MaterialPlugin::<PolygonMaterial>::default())
        .init_resource::<PolygonLayers>()
        .add_systems(Startup, warm_up)
        .add_systems(Update, draw.in_set(AppSystems::Show));
}

/// Draws what changed.
fn draw(
    mut commands: Commands,
    mut layers: ResMut<PolygonLayers>,
    scale: Res<PixelScale>,
    old: Query<(Entity, &PolygonLayer)>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<PolygonMaterial>>,
) {
    for (layer, polygons) in layers.bypass_change_detection().changed.drain() {
        for (entity, _) in old.iter().filter(|(_, drawn)| **drawn == layer) {
            commands.entity(entity).despawn();
        }
        if polygons.is_empty() {
            continue;
        }
        let order = ORDER_PLANES + f32::from(layer as u8 + 1) * ORDER_STEP;
        let material = PolygonMaterial::new(scale.0, order);
        let material = match layer {
            PolygonLayer::Leaves => material.hatched(),
            PolygonLayer::Portals | PolygonLayer::Sight => material,
        };
        commands.spawn((
            layer,
            Mesh3d(meshes.add(polygons.mesh(0..polygons.len()))),
            MeshMaterial3d(materials.add(material)),
            NoFrustumCulling,
        ));
    }
}

/// Draws nothing with the pipeline, so that it is there when it is first wanted.
fn warm_up(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<PolygonMaterial>>,
) {
    let mut nothing = PolygonBatch::default();
    nothing.push([Vec3::ZERO; 3], Rgb(0, 0, 0), 0.0);
    commands.spawn((
        Mesh3d(meshes.add(nothing.mesh([0]))),
        MeshMaterial3d(materials.add(PolygonMaterial::default())),
        NoFrustumCulling,
    ));
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
    }
}
