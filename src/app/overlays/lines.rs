//! Lines of a constant width on the screen, antialiased, and not fighting with the faces that they lie on.
//!
//! The engine's retained gizmos do not serve: their edges are smooth only with multisampling, which software drivers are
//! spared, one width holds for all lines of a gizmo, and they neither fade with the distance nor have a place in the order
//! in which the overlays are drawn.

use bevy::{
    asset::{RenderAssetUsages, embedded_asset},
    mesh::{
        Indices, MeshVertexAttribute, MeshVertexBufferLayoutRef, PrimitiveTopology, VertexAttributeValues,
    },
    pbr::{MaterialPipeline, MaterialPipelineKey},
    prelude::*,
    render::render_resource::{
        AsBindGroup, RenderPipelineDescriptor, SpecializedMeshPipelineError, VertexFormat,
    },
};
use bspwalk_overlays::lines::Line;

use super::pipeline;

/// The mesh: a quad a line, which the shader turns towards the screen. `None` for no lines.
pub(super) fn mesh(lines: &[Line]) -> Option<Mesh> {
    if lines.is_empty() {
        return None;
    }
    let count = lines.len() * 4;
    let mut positions = Vec::with_capacity(count);
    let mut others = Vec::with_capacity(count);
    let mut colors = Vec::with_capacity(count);
    let mut corners = Vec::with_capacity(count);
    let mut indices = Vec::with_capacity(lines.len() * 6);
    for line in lines {
        let ([from, to], [start, end], width) = (line.ends, line.colors, line.width);
        let first = positions.len() as u32;
        // Each corner has its own end, the other one, and its side; the sign of the width tells the ends apart.
        for (own, other, color, side, width) in [
            (from, to, start, -1.0, width),
            (from, to, start, 1.0, width),
            (to, from, end, -1.0, -width),
            (to, from, end, 1.0, -width),
        ] {
            positions.push(own.to_array());
            others.push(other.to_array());
            colors.push(color);
            corners.push([side, width]);
        }
        indices.extend([0, 1, 2, 2, 1, 3].map(|i| first + i));
    }
    let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD);
    mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, positions);
    mesh.insert_attribute(OTHER_END, others);
    mesh.insert_attribute(LINE_COLOR, VertexAttributeValues::Unorm8x4(colors));
    mesh.insert_attribute(CORNER, corners);
    mesh.insert_indices(Indices::U32(indices));
    Some(mesh)
}

const OTHER_END: MeshVertexAttribute =
    MeshVertexAttribute::new("OtherEnd", 0x6273_7077_0001, VertexFormat::Float32x3);
const LINE_COLOR: MeshVertexAttribute =
    MeshVertexAttribute::new("LineColor", 0x6273_7077_0002, VertexFormat::Unorm8x4);
const CORNER: MeshVertexAttribute =
    MeshVertexAttribute::new("LineCorner", 0x6273_7077_0003, VertexFormat::Float32x2);

/// How the lines of a mesh from [`mesh`] are drawn.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone, PartialEq)]
#[bind_group_data(LineKey)]
pub(super) struct LineMaterial {
    /// Pixels a logical pixel; opacity of all; distances at which lines begin to fade and are gone, in metres.
    #[uniform(0)]
    pub(super) settings: Vec4,
    /// Drawn through all that is nearer.
    pub(super) through_walls: bool,
    /// Place among the overlays: a higher one is drawn later.
    pub(super) order: f32,
}

/// What decides the pipeline of a [`LineMaterial`].
#[repr(C)]
#[derive(Eq, PartialEq, Hash, Copy, Clone)]
pub(super) struct LineKey {
    through_walls: bool,
}

impl From<&LineMaterial> for LineKey {
    fn from(material: &LineMaterial) -> Self {
        Self {
            through_walls: material.through_walls,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "lines.wgsl");
    app.add_plugins(MaterialPlugin::<LineMaterial>::default());
}

impl Material for LineMaterial {
    pipeline::overlay_shader!("lines.wgsl");

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
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let attributes = [Mesh::ATTRIBUTE_POSITION, OTHER_END, LINE_COLOR, CORNER];
        pipeline::specialize(descriptor, layout, &attributes, key.bind_group_data.through_walls)
    }
}
