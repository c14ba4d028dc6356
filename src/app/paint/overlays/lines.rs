//! The mesh and material of antialiased lines; see [`bspwalk_overlays::lines`].

use bevy::{
    asset::{RenderAssetUsages, embedded_asset},
    mesh::{Indices, MeshVertexAttribute, PrimitiveTopology, VertexAttributeValues},
    prelude::*,
    render::render_resource::{AsBindGroup, VertexFormat},
};
use bspwalk_overlays::lines::Line;

use super::pipeline;

/// Builds a mesh with one quad per line, which the shader turns towards the screen. `None` if there are no lines.
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
        // Each corner stores its own end, the other end, and its side. The sign of the width distinguishes the ends.
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

#[derive(Asset, TypePath, AsBindGroup, Debug, Clone, PartialEq)]
#[bind_group_data(LineKey)]
pub(super) struct LineMaterial {
    /// Pixels per logical pixel; opacity; start and end of the distance fade, in metres.
    #[uniform(0)]
    pub(super) settings: Vec4,
    /// Whether lines are visible through nearer geometry.
    pub(super) through_walls: bool,
    /// Position in the drawing order of the overlays; higher values are drawn later.
    pub(super) order: f32,
}

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
    pipeline::overlay_shader!(
        "lines.wgsl",
        [Mesh::ATTRIBUTE_POSITION, OTHER_END, LINE_COLOR, CORNER],
        |key| key.bind_group_data.through_walls
    );

    fn depth_bias(&self) -> f32 {
        self.order
    }
}
