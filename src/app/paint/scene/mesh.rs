//! Meshes of a level, split by moving part and material, and then into chunks for culling.

use bevy::{asset::RenderAssetUsages, camera::primitives::Aabb, math::DVec3, prelude::*};
use bevy_bspwalk::triangles_mesh;
use bspwalk_levels::{Level, LevelTriangle};
use rayon::prelude::*;

use super::file_light::LightPlaces;

/// Maximum number of triangles per mesh. Small meshes allow tight frustum culling, which matters for software
/// renderers, where every triangle is expensive.
const CHUNK: usize = 512;

/// A mesh of nearby triangles that share a material.
pub(super) struct Chunk {
    /// Index of the level mechanism that the mesh belongs to, or `None` if the mesh does not move.
    pub(super) mechanism: Option<usize>,
    pub(super) material: u32,
    pub(super) mesh: Mesh,
    pub(super) bounds: Aabb,
}

pub(super) fn chunks(level: &Level, light: Option<&LightPlaces<'_>>) -> Vec<Chunk> {
    let min = level.bounds.min;
    let scale = 1023.0 / level.bounds.size().max_element().max(f64::MIN_POSITIVE);
    let owners = match level.apart {
        true => level.mechanism_of_objects(),
        false => Vec::new(),
    };
    let owner = |triangle: &LevelTriangle| owners.get(triangle.object as usize).copied().flatten();
    let order = level.triangles.iter().enumerate().map(|(index, triangle)| {
        let center = (triangle.corners[0] + triangle.corners[1] + triangle.corners[2]) / 3.0;
        let cell = ((center - min) * scale).as_uvec3();
        ((owner(triangle), triangle.material), morton(cell), index as u32)
    });
    let mut order: Vec<((Option<usize>, u32), u32, u32)> = order.collect();
    // Consecutive triangles along the Z-order curve are close together, so the chunks have small bounds.
    order.sort_unstable();
    let parts = order
        .chunk_by(|a, b| a.0 == b.0)
        .flat_map(|same| same.chunks(CHUNK));
    let parts: Vec<_> = parts.collect();
    let chunk = |chunk: &[((Option<usize>, u32), u32, u32)]| {
        let triangles = chunk.iter().map(|&(.., index)| &level.triangles[index as usize]);
        let (mechanism, material) = chunk[0].0;
        let (mesh, bounds) = mesh(triangles, light);
        Chunk {
            mechanism,
            material,
            mesh,
            bounds,
        }
    };
    parts.into_par_iter().map(chunk).collect()
}

/// Returns the position of a cell on the Z-order curve, with 10 bits per axis.
fn morton(cell: UVec3) -> u32 {
    let spread = |value: u32| {
        let mut x = value.min(1023);
        x = (x | x << 16) & 0x0300_00ff;
        x = (x | x << 8) & 0x0300_f00f;
        x = (x | x << 4) & 0x030c_30c3;
        (x | x << 2) & 0x0924_9249
    };
    spread(cell.x) | spread(cell.y) << 1 | spread(cell.z) << 2
}

/// Builds the mesh of the given triangles, including their lightmap coordinates, and returns it with its bounds.
pub(in crate::app) fn mesh<'a>(
    triangles: impl ExactSizeIterator<Item = &'a LevelTriangle> + Clone,
    light: Option<&LightPlaces<'_>>,
) -> (Mesh, Aabb) {
    let corners = triangles
        .clone()
        .flat_map(|triangle| triangle.corners.map(DVec3::as_vec3));
    let bounds = Aabb::enclosing(corners).unwrap_or_default();
    let mut mesh = triangles_mesh(triangles.clone(), RenderAssetUsages::RENDER_WORLD);
    if let Some(light) = light {
        let place = |triangle: &LevelTriangle| {
            let corners = triangle.corners.map(DVec3::as_vec3);
            corners.map(|corner| light.texture_coordinates(triangle.source, corner))
        };
        let places: Vec<_> = triangles.flat_map(place).collect();
        mesh.insert_attribute(Mesh::ATTRIBUTE_UV_1, places);
    }
    (mesh, bounds)
}
