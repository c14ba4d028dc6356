//! Meshes of the solid-leaf tree's faces, one per cluster of leaves and material, so that they can be culled.

use std::collections::BTreeMap;

use bevy::{
    asset::RenderAssetUsages,
    camera::primitives::Aabb,
    mesh::{Indices, PrimitiveTopology, VertexAttributeValues},
    prelude::*,
};
use bspwalk_levels::{LightMaps, light_styles::StyleFactors};
use bspwalk_trees::solid_leaf::LeafTree;

use crate::app::level::leaf_tree::clusters::{ClusterId, cluster_of};
use crate::app::paint::{
    overlays::surfaces::{IDS, edge_bits, shown_edges},
    scene::file_light::LightPlaces,
};

/// Faces of one material in one cluster of leaves.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunk {
    /// Cluster.
    pub(super) cluster: ClusterId,
    /// Material.
    pub(super) material: u32,
    /// Vertex attributes: position, normal, texture coordinates, colour.
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    colors: Vec<[f32; 4]>,
    /// Lightmap coordinates, if the file has lightmaps.
    light: Vec<[f32; 2]>,
    /// Per vertex: leaf, edge bits, source triangle and fragment, in the format of the surface shader.
    ids: Vec<[u32; 4]>,
}

impl Chunk {
    /// Returns the number of triangles.
    #[must_use]
    pub(super) fn triangles(&self) -> u32 {
        (self.positions.len() / 3) as u32
    }

    /// Returns the bounds.
    #[must_use]
    pub(super) fn bounds(&self) -> Aabb {
        let points = self.positions.iter().map(|&position| Vec3::from(position));
        Aabb::enclosing(points).unwrap_or_default()
    }

    /// Builds the mesh.
    #[must_use]
    pub(super) fn into_mesh(self) -> Mesh {
        let indices = (0..self.positions.len() as u32).collect();
        let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, self.normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, self.uvs)
            .with_inserted_attribute(IDS, VertexAttributeValues::Uint32x4(self.ids))
            .with_inserted_indices(Indices::U32(indices));
        if !self.light.is_empty() {
            mesh.insert_attribute(Mesh::ATTRIBUTE_UV_1, self.light);
        }
        if self.colors.iter().any(|color| *color != [1.0; 4]) {
            mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, self.colors);
        }
        mesh
    }
}

/// Splits the faces of a tree by cluster and material. `light` are the lightmaps of the level's file.
#[must_use]
pub(super) fn chunks(tree: &LeafTree, light: Option<&LightMaps>) -> Vec<Chunk> {
    let light = LightPlaces::new(light, &StyleFactors::default());
    let mut chunks: BTreeMap<(ClusterId, u32), Chunk> = BTreeMap::new();
    for index in 0..tree.fragment_count() {
        let Some(fragment) = tree.fragment(index) else {
            continue;
        };
        let key = (cluster_of(tree, fragment.leaf), fragment.material);
        let chunk = chunks.entry(key).or_insert_with(|| Chunk {
            cluster: key.0,
            material: key.1,
            ..Chunk::default()
        });
        let count = fragment.positions.len();
        for corner in 1..count.saturating_sub(1) {
            let edges = edge_bits(shown_edges(corner, count));
            for (number, vertex) in (0..).zip([0, corner, corner + 1]) {
                let surface = fragment.surfaces[vertex];
                chunk.positions.push(fragment.positions[vertex].to_array());
                chunk.normals.push(surface.normal.to_array());
                chunk.uvs.push(surface.uv.to_array());
                chunk.colors.push(surface.color.to_array());
                let light = light
                    .as_ref()
                    .map(|light| light.of(fragment.face, fragment.positions[vertex]));
                chunk.light.extend(light);
                chunk
                    .ids
                    .push([fragment.leaf, edges | number, fragment.face, index]);
            }
        }
    }
    chunks
        .into_values()
        .filter(|chunk| chunk.triangles() > 0)
        .collect()
}
