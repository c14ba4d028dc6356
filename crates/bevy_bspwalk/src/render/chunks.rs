//! Groups a level's triangles into chunks by material and PVS cluster.

use bspwalk_trees::FaceId;
use std::collections::BTreeMap;

use bspwalk_levels::Level;
use bspwalk_trees::solid_leaf::LeafId;

use crate::asset::LeafVisibility;

/// Triangles that are drawn together.
pub(super) struct Chunk {
    pub(super) material: u32,
    /// Indices of the triangles in the level.
    pub(super) triangles: Vec<usize>,
    /// Leaves that contain at least one of the triangles, in ascending order. Empty if the leaves of a triangle are
    /// unknown.
    pub(super) leaves: Vec<LeafId>,
}

/// Groups triangles by material and by the PVS cluster of their first leaf. Triangles are not split, so a chunk belongs
/// to every leaf that any of its triangles reaches.
pub(super) fn chunks(
    level: &Level,
    triangles: impl Iterator<Item = usize>,
    visibility: Option<&LeafVisibility>,
) -> Vec<Chunk> {
    let leaves_of = visibility.map(leaves_of_faces).unwrap_or_default();
    let mut chunks: BTreeMap<(u32, Option<u32>), Chunk> = BTreeMap::new();
    for index in triangles {
        let Some(triangle) = level.triangles.get(index) else {
            continue;
        };
        let leaves = leaves_of.get(&triangle.source).map_or(&[][..], Vec::as_slice);
        let first = leaves.first().copied();
        let cluster = first
            .zip(visibility)
            .and_then(|(leaf, visibility)| visibility.pvs.cluster(leaf));
        let chunk = chunks
            .entry((triangle.material, cluster))
            .or_insert_with(|| Chunk {
                material: triangle.material,
                triangles: Vec::new(),
                leaves: Vec::new(),
            });
        chunk.triangles.push(index);
        // If a triangle is in no leaf, the visibility of the chunk is unknown.
        if cluster.is_some() {
            chunk.leaves.extend_from_slice(leaves);
        }
    }
    let mut chunks: Vec<Chunk> = chunks.into_values().collect();
    for chunk in &mut chunks {
        chunk.leaves.sort_unstable();
        chunk.leaves.dedup();
    }
    chunks
}

/// Returns the empty leaves that each face reaches, by source face index.
fn leaves_of_faces(visibility: &LeafVisibility) -> BTreeMap<FaceId, Vec<LeafId>> {
    let tree = &visibility.leaves;
    let mut leaves: BTreeMap<FaceId, Vec<LeafId>> = BTreeMap::new();
    for fragment in (0..tree.fragment_count()).filter_map(|index| tree.fragment(index)) {
        if !tree.is_solid(fragment.leaf) {
            leaves.entry(fragment.face).or_default().push(fragment.leaf);
        }
    }
    leaves
}
