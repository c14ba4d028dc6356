//! Vertices of a single mesh that contains all fragments of a tree.

use bevy::mesh::{MeshVertexAttribute, VertexAttributeValues};
use bevy::{prelude::*, render::render_resource::VertexFormat};
use bspwalk_levels::{Level, LevelTriangle};
use bspwalk_trees::{NodeTree, node_storing::FragmentView, solid_leaf::LeafTree};

use crate::app::paint::overlays::materials;

/// Node index of liquid faces, which are in no tree.
pub(super) const NO_NODE: u32 = u32::MAX;

/// Triangulates a polygon with `count` corners. Returns the corners of each triangle, and the bits of
/// [`FragmentVertices::ids`] for its edges that are also polygon edges.
pub(in crate::app) fn fan(count: usize) -> impl Iterator<Item = ([usize; 3], u32)> {
    (1..count.saturating_sub(1)).map(move |i| {
        let to_first = u32::from(i + 2 == count) << 3;
        let from_first = u32::from(i == 1) << 4;
        ([0, i, i + 1], 1 << 2 | to_first | from_first)
    })
}

/// The fragments of a tree as vertices: three per triangle, with no shared vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::app) struct FragmentVertices {
    /// Positions (in metres).
    pub(in crate::app) positions: Vec<[f32; 3]>,
    /// Four components per vertex: node, depth × 256 + bits, source triangle, fragment.
    ///
    /// Bits 0 and 1 are the corner index within the triangle. Bits 2 to 4 mark edges of the fragment, and bits 5 to 7
    /// mark edges that the tree cut. Edge `i` is opposite to corner `i`.
    pub(in crate::app) ids: Vec<[u32; 4]>,
}

impl FragmentVertices {
    /// Collects the fragments of a tree, and the faces of the level that the tree does not contain.
    pub(in crate::app) fn of(tree: &NodeTree, level: &Level) -> Self {
        let mut vertices = Self::default();
        let on_edge = tree.tolerances().on_plane as f32 * 4.0;
        for index in 0..tree.fragment_count() {
            let Some(fragment) = tree.fragment(index) else {
                continue;
            };
            let depth = tree.node(fragment.node).map_or(0, |node| node.depth);
            let source = level.triangle_of_face(fragment.face);
            let source = source.map(|triangle| triangle.corners.map(glam::DVec3::as_vec3));
            vertices.push_fragment(&fragment, index, depth, source, on_edge);
        }
        // Moving parts have their own meshes.
        let owners = match level.apart {
            true => level.mechanism_of_objects(),
            false => Vec::new(),
        };
        let moves =
            |triangle: &LevelTriangle| owners.get(triangle.object as usize).is_some_and(Option::is_some);
        let is_liquid = |triangle: &&LevelTriangle| !triangle.solid && !moves(triangle);
        for triangle in level.triangles.iter().filter(is_liquid) {
            let corners = triangle.corners.map(glam::DVec3::as_vec3);
            vertices.push_triangle(corners, [NO_NODE, 0b111 << 2, triangle.source.0, NO_NODE]);
        }
        vertices
    }

    /// Collects the faces of a solid-leaf tree. Stores the index and depth of the leaf in place of those of the node.
    pub(in crate::app) fn of_leaves(tree: &LeafTree) -> Self {
        let mut vertices = Self::default();
        for index in 0..tree.fragment_count() {
            let Some(fragment) = tree.fragment(index) else {
                continue;
            };
            let depth = tree.leaf(fragment.leaf).map_or(0, |leaf| leaf.depth);
            for (corners, edges) in fan(fragment.positions.len()) {
                let corners = corners.map(|corner| fragment.positions[corner]);
                let ids = [fragment.leaf.0, depth << 8 | edges, fragment.face.0, index];
                vertices.push_triangle(corners, ids);
            }
        }
        vertices
    }

    /// Returns the vertex indices of each of `count` units, which are nodes or leaves.
    pub(in crate::app) fn of_units(&self, count: u32) -> Vec<Vec<u32>> {
        let mut units = vec![Vec::new(); count as usize];
        for (vertex, ids) in (0..).zip(&self.ids) {
            if let Some(unit) = units.get_mut(ids[0] as usize) {
                unit.push(vertex);
            }
        }
        units
    }

    fn push_fragment(
        &mut self,
        fragment: &FragmentView<'_>,
        index: u32,
        depth: u32,
        source: Option<[Vec3; 3]>,
        on_edge: f32,
    ) {
        let corners = fragment.vertices;
        let is_cut = |from: usize| {
            let edge = [from, (from + 1) % corners.len()].map(|corner| corners[corner]);
            u32::from(source.is_some_and(|source| !lies_on_an_edge(edge, source, on_edge)))
        };
        let cut: Vec<u32> = (0..corners.len()).map(is_cut).collect();
        for (triangle, edges) in fan(corners.len()) {
            // Edge i of the triangle begins at the corner that follows corner i.
            let [first, second, third] = triangle;
            let cuts = cut[second] << 5 | cut[third] << 6 | cut[first] << 7;
            let bits = depth << 8 | edges | (cuts & (edges << 3));
            let triangle = triangle.map(|corner| corners[corner]);
            self.push_triangle(triangle, [fragment.node.0, bits, fragment.face.0, index]);
        }
    }

    pub(super) fn push_triangle(&mut self, corners: [Vec3; 3], ids: [u32; 4]) {
        for (number, corner) in (0..).zip(corners) {
            self.positions.push(corner.to_array());
            self.ids.push([ids[0], ids[1] | number, ids[2], ids[3]]);
        }
    }

    pub(in crate::app) fn into_mesh(self) -> Option<Mesh> {
        if self.positions.is_empty() {
            return None;
        }
        let ids = VertexAttributeValues::Uint32x4(self.ids);
        let mesh = materials::triangles().with_inserted_attribute(IDS, ids);
        Some(mesh.with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions))
    }
}

/// Returns whether a fragment edge lies on an edge of the fragment's source triangle.
fn lies_on_an_edge(edge: [Vec3; 2], source: [Vec3; 3], tolerance: f32) -> bool {
    (0..3).any(|i| {
        let (start, end) = (source[i], source[(i + 1) % 3]);
        let Some(direction) = (end - start).try_normalize() else {
            return false;
        };
        edge.into_iter()
            .all(|point| (point - start).reject_from_normalized(direction).length() <= tolerance)
    })
}

pub(in crate::app) const IDS: MeshVertexAttribute =
    MeshVertexAttribute::new("FragmentIds", 0x6273_7077_0004, VertexFormat::Uint32x4);

#[cfg(test)]
mod tests {
    use bspwalk_trees::{FaceId, NodeId};
    use std::collections::HashMap;

    use super::*;
    use bspwalk_testing::small_trees;

    #[test]
    fn mesh_covers_fragments_and_marks_edges() {
        let (tree, level) = small_trees::room();
        let vertices = FragmentVertices::of(&tree, &level);
        assert_eq!(vertices.positions.len(), vertices.ids.len());
        let mut covered = vec![0.0; level.triangles.len()];
        let mut edges = vec![[0, 0]; tree.fragment_count() as usize];
        for (corners, ids) in vertices.positions.chunks(3).zip(vertices.ids.chunks(3)) {
            let [node, bits, face, fragment] = ids[0];
            let node = NodeId(node);
            let view = tree.fragment(fragment);
            assert_eq!(
                view.map(|view| (view.node, view.face)),
                Some((node, FaceId(face)))
            );
            assert_eq!(Some(bits >> 8), tree.node(node).map(|view| view.depth));
            assert_eq!([0, 1, 2], [0, 1, 2].map(|i| ids[i][1] & 3));
            let [a, b, c] = [0, 1, 2].map(|i| Vec3::from_array(corners[i]).as_dvec3());
            covered[face as usize] += (b - a).cross(c - a).length() * 0.5;
            let [shown, cut] = &mut edges[fragment as usize];
            *shown += (bits >> 2 & 7).count_ones();
            *cut += (bits >> 5 & 7).count_ones();
        }
        for (triangle, covered) in level.triangles.iter().zip(covered) {
            let [a, b, c] = triangle.corners;
            let whole = (b - a).cross(c - a).length() * 0.5;
            assert!((whole - covered).abs() < whole * 1.0e-4, "{whole}: {covered}");
        }
        let views = (0..tree.fragment_count()).filter_map(|index| tree.fragment(index));
        let views: Vec<_> = views.collect();
        assert_eq!(views.len(), edges.len());
        let mut pieces = HashMap::new();
        for view in &views {
            *pieces.entry(view.face).or_insert(0) += 1;
        }
        for (view, [shown, cut]) in views.iter().zip(edges) {
            assert_eq!(shown as usize, view.vertices.len(), "face {}", view.face);
            assert_eq!(cut > 0, pieces[&view.face] > 1, "face {}", view.face);
        }
        assert!(pieces.values().any(|&count| count == 1) && pieces.len() < views.len());
    }
}
