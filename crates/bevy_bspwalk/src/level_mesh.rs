//! Meshes of level triangles.

use bevy::{asset::RenderAssetUsages, mesh::PrimitiveTopology, prelude::*};
use bspwalk_levels::LevelTriangle;

/// Builds a mesh from level triangles, in level space. It is a non-indexed triangle list with normals and texture
/// coordinates. Vertex colours are included unless all are white.
pub fn triangles_mesh<'a>(
    triangles: impl ExactSizeIterator<Item = &'a LevelTriangle>,
    usages: RenderAssetUsages,
) -> Mesh {
    let corners = 3 * triangles.len();
    let mut positions: Vec<[f32; 3]> = Vec::with_capacity(corners);
    let mut normals: Vec<[f32; 3]> = Vec::with_capacity(corners);
    let mut uvs: Vec<[f32; 2]> = Vec::with_capacity(corners);
    let mut colors: Vec<[f32; 4]> = Vec::with_capacity(corners);
    for triangle in triangles {
        positions.extend(triangle.corners.map(|corner| corner.as_vec3().to_array()));
        normals.extend(triangle.normals.map(|normal| normal.to_array()));
        uvs.extend(triangle.uvs.map(|uv| uv.to_array()));
        colors.extend(triangle.colors.map(|color| color.to_array()));
    }
    let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, usages)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs);
    if colors.iter().any(|color| *color != [1.0; 4]) {
        mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colors);
    }
    mesh
}
