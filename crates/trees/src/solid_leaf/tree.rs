//! The arrays of the tree.

use bspwalk_geometry::{Aabb, Plane, Tolerances};

use super::{
    inside::Inside,
    params::LeafParams,
    parts::{FaceArea, Fragment, Leaf, LeafAdjacency, LeafMesh, MisclassifiedFace, Node, NodeDetail},
    portals::graph::PortalGraph,
    solidity::separation::Separation,
};
use crate::{Recording, node::NONE};

/// Counts from the build, for the statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Inputs {
    pub(super) structural: u32,
    pub(super) detail: u32,
    pub(super) merged_polygons: u32,
    pub(super) splits: u32,
    pub(super) filled: u32,
}

/// The solid-leaf BSP tree.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct LeafTree {
    pub(super) nodes: Vec<Node>,
    pub(super) details: Vec<NodeDetail>,
    pub(super) planes: Vec<Plane>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) adjacencies: Vec<LeafAdjacency>,
    pub(super) graph: PortalGraph,
    pub(super) fragments: Vec<Fragment>,
    pub(super) mesh: LeafMesh,
    pub(super) bounds: Aabb,
    pub(super) tolerances: Tolerances,
    pub(super) face_areas: Vec<FaceArea>,
    pub(super) misclassified_faces: Vec<MisclassifiedFace>,
    pub(super) separation: Separation,
    /// Winding number of each leaf that determined its solidity. Empty if nothing had to be decided.
    pub(super) winding_numbers: Vec<f64>,
    pub(super) inside: Inside,
    /// Whether any position is enclosed, so that nearly all lines from it end at a wall.
    pub(super) has_enclosed: bool,
    pub(super) inputs: Inputs,
    pub(super) params: LeafParams,
    pub(super) recording: Option<Recording>,
}

impl LeafTree {
    /// Builds a tree from structural triangles, which are numbered in the given order.
    #[cfg(test)]
    pub(super) fn of_corners(corners: impl IntoIterator<Item = [glam::DVec3; 3]>) -> Self {
        let surface = bspwalk_geometry::Surface {
            normal: glam::Vec3::Y,
            uv: glam::Vec2::ZERO,
            color: glam::Vec4::ONE,
        };
        let triangles: Vec<_> = crate::FaceId::all()
            .zip(corners)
            .map(|(face, corners)| super::LeafTriangle {
                corners,
                surfaces: [surface; 3],
                face,
                material: 0,
                structural: true,
                light: 0,
            })
            .collect();
        Self::build(&triangles, &LeafParams::default()).expect("it can be built")
    }

    pub(super) fn single_leaf(params: &LeafParams) -> Self {
        let bounds = Aabb::EMPTY;
        Self {
            nodes: Vec::new(),
            details: Vec::new(),
            planes: Vec::new(),
            leaves: vec![Leaf::new(NONE, 0, f64::INFINITY, bounds)],
            adjacencies: Vec::new(),
            graph: PortalGraph::new(1, []),
            fragments: Vec::new(),
            mesh: LeafMesh::default(),
            bounds,
            tolerances: Tolerances::for_bounds(&bounds),
            params: *params,
            face_areas: Vec::new(),
            misclassified_faces: Vec::new(),
            separation: Separation::default(),
            winding_numbers: Vec::new(),
            inside: Inside::None,
            has_enclosed: false,
            inputs: Inputs::default(),
            recording: None,
        }
    }
}
