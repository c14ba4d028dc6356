//! Statistics of a solid-leaf tree.

use std::mem::size_of;

use bspwalk_geometry::{Plane, Surface};

use super::{
    Draw, Fragment, Leaf, LeafAdjacency, LeafTree, MisclassifiedFace, Node, NodeDetail, OUTSIDE,
    portals::graph::Portal,
};
use crate::solid_leaf::LeafId;

/// Statistics of a [`LeafTree`].
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct LeafStatistics {
    /// Number of structural triangles in the input.
    pub structural: u32,
    /// Number of detail triangles in the input.
    pub detail: u32,
    /// Number of convex polygons after merging the structural triangles.
    pub merged_polygons: u32,
    /// Number of planes in the shared table.
    pub planes: u32,
    /// Number of nodes, including the six sides of the world box.
    pub nodes: u32,
    /// Number of leaves, including [`OUTSIDE`].
    pub leaves: u32,
    /// Number of empty leaves.
    pub empty: u32,
    /// Number of solid leaves.
    pub solid: u32,
    /// Whether [`OUTSIDE`] is one of the solid leaves.
    pub outside_is_solid: bool,
    /// Number of solid leaves that were empty before they were filled by [`LeafTree::fill_unreachable`].
    pub filled: u32,
    /// Volume of the empty leaves inside the world box, in cubic metres.
    pub empty_volume: f64,
    /// Volume of the solid leaves inside the world box, in cubic metres.
    pub solid_volume: f64,
    /// Number of portals between empty leaves.
    pub portals: u32,
    /// Number of interfaces between neighbouring leaves of any kind.
    pub adjacencies: u32,
    /// Number of face fragments in leaves.
    pub leaf_faces: u32,
    /// Number of times that a face was cut in two.
    pub splits: u32,
    /// Number of nodes on the longest path from the root.
    pub depth: u32,
    /// Mean number of nodes on the path from the root to a leaf.
    pub mean_depth: f64,
    /// Number of misclassified faces; see [`LeafTree::misclassified_faces`].
    pub contradicted_faces: u32,
    /// Area of the misclassified faces, in square metres.
    pub contradicted_area: f64,
    /// Threshold between the winding numbers of empty and solid leaves; see [`super::Separation`].
    pub level: f64,
    /// Memory usage of the tree, in bytes.
    pub bytes: u64,
}

impl LeafStatistics {
    /// Returns the number of empty leaves inside the world box, which is one less than `empty` if [`OUTSIDE`] is empty.
    #[must_use]
    pub fn empty_inside(&self) -> u32 {
        self.empty.saturating_sub(u32::from(!self.outside_is_solid))
    }

    /// Returns the number of solid leaves inside the world box, which is one less than `solid` if [`OUTSIDE`] is solid.
    #[must_use]
    pub fn solid_inside(&self) -> u32 {
        self.solid.saturating_sub(u32::from(self.outside_is_solid))
    }
}

impl LeafTree {
    /// Returns the statistics of the tree.
    #[must_use]
    pub fn statistics(&self) -> LeafStatistics {
        let mut statistics = LeafStatistics {
            structural: self.inputs.structural,
            detail: self.inputs.detail,
            merged_polygons: self.inputs.merged_polygons,
            splits: self.inputs.splits,
            filled: self.inputs.filled,
            planes: self.planes.len() as u32,
            nodes: self.node_count(),
            leaves: self.leaf_count(),
            portals: self.portal_count(),
            adjacencies: self.adjacencies.len() as u32,
            leaf_faces: self.fragment_count(),
            contradicted_faces: self.misclassified_faces.len() as u32,
            contradicted_area: self
                .misclassified_faces
                .iter()
                .fold(0.0, |area, found| area + found.area),
            level: self.separation.level,
            bytes: self.bytes(),
            ..LeafStatistics::default()
        };
        let (mut depths, mut bounded) = (0_u64, 0_u64);
        for (leaf, id) in self.leaves.iter().zip(LeafId::all()) {
            let solid = leaf.solidity > 0.0;
            statistics.solid += u32::from(solid);
            statistics.empty += u32::from(!solid);
            if id == OUTSIDE {
                statistics.outside_is_solid = solid;
            } else {
                let volume = if solid {
                    &mut statistics.solid_volume
                } else {
                    &mut statistics.empty_volume
                };
                *volume += leaf.volume;
                statistics.depth = statistics.depth.max(leaf.depth);
                depths += u64::from(leaf.depth);
                bounded += 1;
            }
        }
        statistics.mean_depth = depths as f64 / bounded.max(1) as f64;
        statistics
    }

    fn bytes(&self) -> u64 {
        let bytes = size_of::<Self>()
            + self.nodes.len() * (size_of::<Node>() + size_of::<NodeDetail>())
            + self.planes.len() * size_of::<Plane>()
            + self.leaves.len() * size_of::<Leaf>()
            + self.winding_numbers.len() * size_of::<f64>()
            + self.adjacencies.len() * size_of::<LeafAdjacency>()
            + self.portal_count() as usize * size_of::<Portal>()
            + self.fragments.len() * size_of::<Fragment>()
            + self.mesh.positions.len() * (size_of::<glam::Vec3>() + size_of::<Surface>())
            + self.mesh.indices.len() * size_of::<u32>()
            + self.mesh.draws.len() * size_of::<Draw>()
            + self.misclassified_faces.len() * size_of::<MisclassifiedFace>();
        bytes as u64
    }
}
