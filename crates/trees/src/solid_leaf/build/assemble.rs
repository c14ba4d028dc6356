//! Assembles the arrays of a tree from runs that were built in parallel.

use bspwalk_geometry::{Aabb, Plane, Polygon};
use bspwalk_progress::{Cancelled, Progress};

use super::grow::{Cell, Grown, Measures};
use crate::{
    Recording,
    growth::RunChild,
    node::NONE,
    solid_leaf::{
        Branch, Child, Leaf, LeafId, Node, NodeDetail, NodeId, OUTSIDE, PlaneId, solidity::evidence::Points,
    },
};

/// The nodes and leaves of a tree in depth-first order, front child first. The leaves do not contain faces yet.
pub(crate) struct Skeleton {
    pub(crate) nodes: Vec<Node>,
    pub(crate) details: Vec<NodeDetail>,
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) points: Vec<Points>,
    /// Faces of leaf cells on the front side of their plane. Each is one side of an interface.
    pub(crate) sides: Vec<CellSide>,
    pub(crate) recording: Option<Recording>,
}

impl Skeleton {
    pub(crate) fn new(bounds: Aabb, record: bool) -> Self {
        Self {
            nodes: Vec::new(),
            details: Vec::new(),
            leaves: vec![Leaf::new(NONE, 0, f64::INFINITY, bounds)],
            points: vec![Points::default()],
            sides: Vec::new(),
            recording: record.then(Recording::default),
        }
    }

    pub(crate) fn push_node(&mut self, plane: Plane, plane_id: PlaneId, path: &[(NodeId, Branch)]) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(Node {
            plane,
            front: Child::Leaf(OUTSIDE),
            back: Child::Leaf(OUTSIDE),
        });
        self.details.push(NodeDetail {
            plane: plane_id,
            parent: path.last().map_or(NONE, |&(parent, _)| parent),
            depth: path.len() as u32,
        });
        self.link(path, Child::Node(id));
        id
    }

    pub(crate) fn push_leaf(&mut self, cell: Cell, path: &[(NodeId, Branch)]) {
        let leaf = LeafId::from_index(self.leaves.len());
        let Measures {
            volume,
            bounds,
            points,
        } = cell
            .measures
            .map_or_else(|| Measures::of(&cell.polyhedron), |measures| *measures);
        let parent = path.last().map_or(NONE, |&(parent, _)| parent);
        self.leaves
            .push(Leaf::new(parent, path.len() as u32, volume, bounds));
        self.points.push(points);
        for (mut polygon, depth) in cell.polyhedron.faces.into_iter().zip(cell.depths) {
            let (node, branch) = path[depth as usize];
            if branch == Branch::Front {
                // The faces of a cell point outwards.
                polygon.vertices.reverse();
                self.sides.push(CellSide { leaf, node, polygon });
            }
        }
        self.link(path, Child::Leaf(leaf));
    }

    fn link(&mut self, path: &[(NodeId, Branch)], child: Child) {
        if let Some(&(parent, branch)) = path.last() {
            let parent = &mut self.nodes[parent.index()];
            *branch.pick([&mut parent.front, &mut parent.back]) = child;
        }
    }
}

/// A face of a leaf's cell, on the front side of a node's plane. Like the plane, the face points into the leaf.
pub(crate) struct CellSide {
    pub(crate) leaf: LeafId,
    pub(crate) node: NodeId,
    pub(crate) polygon: Polygon,
}

/// Joins the runs into a single tree. `bounds` are the bounds of the level.
pub(crate) fn assemble(
    mut runs: Grown,
    bounds: Aabb,
    record: bool,
    progress: &Progress,
) -> Result<Skeleton, Cancelled> {
    progress.begin("Assembling the leaf tree", 0);
    let mut skeleton = Skeleton::new(bounds, record);
    runs.depth_first(progress, |run, child, path| match child {
        RunChild::Leaf(index) => skeleton.push_leaf(std::mem::take(&mut run.leaves[index as usize]), path),
        RunChild::Node(index) => {
            let (plane, plane_id) = run.nodes[index as usize];
            skeleton.push_node(plane, plane_id, path);
            if let Some(recording) = &mut skeleton.recording {
                let decision = std::mem::take(&mut run.decisions[index as usize]);
                recording.decisions.push(decision);
            }
        }
        RunChild::Nothing | RunChild::Run(_) => skeleton.link(path, Child::Leaf(OUTSIDE)),
    })?;
    Ok(skeleton)
}
