//! Assembles the arrays of a tree from the runs that were built in parallel.

use bspwalk_geometry::{Aabb, Polygon};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;

use super::grow::{Grown, Measures};
use crate::{
    Recording,
    growth::RunChild,
    solid_leaf::{
        Branch, Child, Leaf, LeafId, NONE, Node, NodeDetail, NodeId, OUTSIDE, solidity::evidence::Points,
    },
};

/// The nodes and leaves of a tree in depth-first order, front child first. All leaves are still empty.
pub(crate) struct Skeleton {
    pub(crate) nodes: Vec<Node>,
    pub(crate) details: Vec<NodeDetail>,
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) points: Vec<Points>,
    /// Faces of cells on the front side of their plane. Each is one side of an interface.
    pub(crate) sides: Vec<CellSide>,
    pub(crate) recording: Option<Recording>,
}

/// A face of a leaf's cell, on the front of a node's plane. Like that plane, it faces into the leaf.
pub(crate) struct CellSide {
    pub(crate) leaf: LeafId,
    pub(crate) node: NodeId,
    pub(crate) polygon: Polygon,
}

/// Joins the runs into one tree. `bounds` are the bounds of the level.
pub(crate) fn assemble(
    mut runs: Grown,
    bounds: Aabb,
    record: bool,
    progress: &Progress,
) -> Result<Skeleton, Cancelled> {
    progress.begin(text!("phase-put-leaf-tree-together"), 0);
    let mut skeleton = Skeleton {
        nodes: Vec::new(),
        details: Vec::new(),
        leaves: vec![Leaf::new(NONE, 0, f64::INFINITY, bounds)],
        points: vec![Points::default()],
        sides: Vec::new(),
        recording: record.then(Recording::default),
    };
    runs.depth_first(progress, |run, child, path| {
        let parent = path.last().copied();
        let parent_id = parent.map_or(NONE, |(id, _)| id);
        let child = match child {
            RunChild::Leaf(index) => {
                let cell = std::mem::take(&mut run.leaves[index as usize]);
                let leaf = skeleton.leaves.len() as LeafId;
                let Measures {
                    volume,
                    bounds,
                    points,
                } = cell
                    .measures
                    .map_or_else(|| Measures::of(&cell.polyhedron), |measures| *measures);
                let depth = path.len() as u32;
                skeleton.leaves.push(Leaf::new(parent_id, depth, volume, bounds));
                skeleton.points.push(points);
                for (mut polygon, depth) in cell.polyhedron.faces.into_iter().zip(cell.depths) {
                    let (node, branch) = path[depth as usize];
                    if branch == Branch::Front {
                        // The faces of a cell point outwards.
                        polygon.vertices.reverse();
                        skeleton.sides.push(CellSide { leaf, node, polygon });
                    }
                }
                Child::Leaf(leaf)
            }
            RunChild::Node(index) => {
                let (plane, plane_id) = run.nodes[index as usize];
                skeleton.nodes.push(Node {
                    plane,
                    front: Child::Leaf(OUTSIDE),
                    back: Child::Leaf(OUTSIDE),
                });
                skeleton.details.push(NodeDetail {
                    plane: plane_id,
                    parent: parent_id,
                    depth: path.len() as u32,
                });
                if let Some(recording) = &mut skeleton.recording {
                    let decision = std::mem::take(&mut run.decisions[index as usize]);
                    recording.decisions.push(decision);
                }
                Child::Node(skeleton.nodes.len() as NodeId - 1)
            }
            RunChild::Nothing | RunChild::Run(_) => Child::Leaf(OUTSIDE),
        };
        if let Some((parent, branch)) = parent {
            let parent = &mut skeleton.nodes[parent as usize];
            *branch.pick([&mut parent.front, &mut parent.back]) = child;
        }
    })?;
    Ok(skeleton)
}
