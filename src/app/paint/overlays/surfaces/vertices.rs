//! The fragments of a tree as the vertices of one mesh.

use std::ops::Range;

use bevy::{
    asset::RenderAssetUsages,
    mesh::{MeshVertexAttribute, PrimitiveTopology, VertexAttributeValues},
    prelude::*,
    render::render_resource::VertexFormat,
};
use bspwalk_levels::{Level, LevelTriangle};
use bspwalk_trees::{NodeTree, node_storing::FragmentView, solid_leaf::LeafTree};

/// Node index for faces of liquids, which are in no tree.
pub(super) const NO_NODE: u32 = u32::MAX;

/// Returns which edges of triangle `i` of a triangle fan are edges of the polygon. The fan starts at the first of
/// `count` corners. The edges are the one opposite the first corner, the one back to it, and the one from it.
pub(in crate::app) fn shown_edges(i: usize, count: usize) -> [bool; 3] {
    [true, i + 2 == count, i == 1]
}

/// Returns the bits of [`FragmentVertices::ids`] that mark the visible edges.
pub(in crate::app) fn edge_bits(shown: [bool; 3]) -> u32 {
    (0..3).map(|edge| u32::from(shown[edge]) << (2 + edge)).sum()
}

/// The fragments of a tree as vertices: three per triangle, without sharing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::app) struct FragmentVertices {
    /// Positions, in metres.
    pub(in crate::app) positions: Vec<[f32; 3]>,
    /// Node; depth × 256 + bits; source triangle; fragment.
    ///
    /// Bits 0 and 1 are the corner index in the triangle. Bits 2 to 4 mark the edges of the fragment, and bits 5 to 7
    /// those that the tree cut. Edge `i` is opposite corner `i`.
    pub(in crate::app) ids: Vec<[u32; 4]>,
}

impl FragmentVertices {
    /// Collects the fragments of a tree, and the faces of the level that it does not contain.
    pub(in crate::app) fn of(tree: &NodeTree, level: &Level) -> Self {
        let mut vertices = Self::default();
        let on_edge = tree.tolerances().on_plane as f32 * 4.0;
        let mut depth_of = (NO_NODE, 0);
        for index in 0..tree.fragment_count() {
            let Some(fragment) = tree.fragment(index) else {
                continue;
            };
            if depth_of.0 != fragment.node {
                depth_of = (
                    fragment.node,
                    tree.node(fragment.node).map_or(0, |node| node.depth),
                );
            }
            let source = level
                .triangle_of_face(fragment.face)
                .map(|triangle| triangle.corners.map(glam::DVec3::as_vec3));
            vertices.push_fragment(&fragment, index, depth_of.1, source, on_edge);
        }
        // Moving parts have separate meshes.
        let owners = if level.apart {
            level.mechanism_of_objects()
        } else {
            Vec::new()
        };
        let moves =
            |triangle: &LevelTriangle| owners.get(triangle.object as usize).is_some_and(Option::is_some);
        let liquids = level
            .triangles
            .iter()
            .filter(|triangle| !triangle.solid && !moves(triangle));
        for triangle in liquids {
            let corners = triangle.corners.map(glam::DVec3::as_vec3);
            vertices.push_triangle(corners, [NO_NODE, 0b111 << 2, triangle.source, NO_NODE]);
        }
        vertices
    }

    /// Collects the faces of a solid-leaf tree. Leaf index and leaf depth replace the node's index and depth.
    pub(in crate::app) fn of_leaves(tree: &LeafTree) -> Self {
        let mut vertices = Self::default();
        for index in 0..tree.fragment_count() {
            let Some(fragment) = tree.fragment(index) else {
                continue;
            };
            let depth = tree.leaf(fragment.leaf).map_or(0, |leaf| leaf.depth);
            let count = fragment.positions.len();
            for i in 1..count.saturating_sub(1) {
                let bits = depth << 8 | edge_bits(shown_edges(i, count));
                let corners = [0, i, i + 1].map(|corner| fragment.positions[corner]);
                vertices.push_triangle(corners, [fragment.leaf, bits, fragment.face, index]);
            }
        }
        vertices
    }

    /// Sorts the triangles by their unit, a node or a leaf, and returns the vertex range of each of `count` units.
    /// Triangles without a unit are removed.
    pub(in crate::app) fn sort_by_unit(&mut self, count: u32) -> Vec<Range<u32>> {
        let mut triangles: Vec<usize> = (0..self.ids.len() / 3)
            .filter(|&triangle| self.ids[triangle * 3][0] < count)
            .collect();
        triangles.sort_by_key(|&triangle| self.ids[triangle * 3][0]);
        let mut ranges = vec![0..0; count as usize];
        for (place, &triangle) in (0_u32..).zip(&triangles) {
            let range = &mut ranges[self.ids[triangle * 3][0] as usize];
            if range.start == range.end {
                range.start = place * 3;
            }
            range.end = place * 3 + 3;
        }
        let vertices = || {
            triangles
                .iter()
                .flat_map(|&triangle| triangle * 3..triangle * 3 + 3)
        };
        self.positions = vertices().map(|vertex| self.positions[vertex]).collect();
        self.ids = vertices().map(|vertex| self.ids[vertex]).collect();
        ranges
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
        let count = corners.len();
        let cut: Vec<bool> = (0..count)
            .map(|i| {
                source.is_some_and(|source| {
                    !lies_on_an_edge(corners[i], corners[(i + 1) % count], source, on_edge)
                })
            })
            .collect();
        for i in 1..count.saturating_sub(1) {
            let shown = shown_edges(i, count);
            let is_cut = [cut[i], cut[i + 1], cut[0]];
            let mut bits = depth << 8 | edge_bits(shown);
            for edge in 0..3 {
                bits |= u32::from(shown[edge] && is_cut[edge]) << (5 + edge);
            }
            self.push_triangle(
                [corners[0], corners[i], corners[i + 1]],
                [fragment.node, bits, fragment.face, index],
            );
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
        let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD);
        mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, self.positions);
        mesh.insert_attribute(IDS, VertexAttributeValues::Uint32x4(self.ids));
        Some(mesh)
    }
}

/// Returns whether the edge of a fragment lies on an edge of its source triangle.
fn lies_on_an_edge(from: Vec3, to: Vec3, source: [Vec3; 3], tolerance: f32) -> bool {
    (0..3).any(|i| {
        let (start, end) = (source[i], source[(i + 1) % 3]);
        let Some(direction) = (end - start).try_normalize() else {
            return false;
        };
        [from, to]
            .into_iter()
            .all(|point| (point - start).reject_from_normalized(direction).length() <= tolerance)
    })
}

pub(in crate::app) const IDS: MeshVertexAttribute =
    MeshVertexAttribute::new("FragmentIds", 0x6273_7077_0004, VertexFormat::Uint32x4);

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees;

    fn area(corners: &[[f32; 3]]) -> f64 {
        let [a, b, c] = [0, 1, 2].map(|i| Vec3::from_array(corners[i]).as_dvec3());
        (b - a).cross(c - a).length() * 0.5
    }

    #[test]
    fn the_mesh_covers_every_fragment_with_its_numbers() {
        let (tree, level) = small_trees::room();
        let vertices = FragmentVertices::of(&tree, &level);
        assert_eq!(vertices.positions.len(), vertices.ids.len());
        let mut covered = vec![0.0; level.triangles.len()];
        for (corners, ids) in vertices.positions.chunks(3).zip(vertices.ids.chunks(3)) {
            let [node, bits, face, fragment] = ids[0];
            let view = tree.fragment(fragment);
            assert_eq!(view.map(|view| (view.node, view.face)), Some((node, face)));
            assert_eq!(Some(bits >> 8), tree.node(node).map(|view| view.depth));
            assert_eq!(
                [0, 1, 2],
                [0, 1, 2].map(|i| ids[i][1] & 3),
                "corners are numbered"
            );
            covered[face as usize] += area(corners);
        }
        for (triangle, covered) in level.triangles.iter().zip(covered) {
            let [a, b, c] = triangle.corners;
            let whole = (b - a).cross(c - a).length() * 0.5;
            assert!(
                (whole - covered).abs() < whole * 1.0e-4,
                "{whole} against {covered}"
            );
        }
    }

    #[test]
    fn every_edge_of_a_fragment_is_drawn_once_and_cuts_are_told_from_edges() {
        let (tree, level) = small_trees::room();
        let vertices = FragmentVertices::of(&tree, &level);
        let mut shown = vec![0; tree.fragment_count() as usize];
        let mut cut = shown.clone();
        for ids in vertices.ids.chunks(3) {
            let fragment = ids[0][3] as usize;
            shown[fragment] += (ids[0][1] >> 2 & 7).count_ones();
            cut[fragment] += (ids[0][1] >> 5 & 7).count_ones();
        }
        let mut pieces = std::collections::HashMap::new();
        for view in (0..tree.fragment_count()).filter_map(|index| tree.fragment(index)) {
            *pieces.entry(view.face).or_insert(0) += 1;
        }
        let mut whole = 0;
        for index in 0..tree.fragment_count() {
            let Some(view) = tree.fragment(index) else {
                panic!("no fragment {index}")
            };
            assert_eq!(
                shown[index as usize] as usize,
                view.vertices.len(),
                "fragment {index}"
            );
            if pieces[&view.face] == 1 {
                assert_eq!(cut[index as usize], 0, "face {} was not cut", view.face);
                whole += 1;
            } else {
                assert!(cut[index as usize] > 0, "face {} was cut", view.face);
            }
        }
        assert!(whole > 0 && whole < tree.fragment_count());
    }
}
