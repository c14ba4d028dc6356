//! The arena of a tree, put together from the runs that its parts were built as.

use super::grow::{Parts, Run, RunChild};
use crate::bsp::solid_leaf::{Branch, Child, LeafId, NONE, Node, NodeDetail, NodeId, OUTSIDE};
use crate::{
    bsp::Recording,
    geometry::{Aabb, Polygon},
    progress::{Cancelled, Progress},
};

/// The nodes and leaves of a tree, in depth-first order, the front child first.
pub(in crate::bsp::solid_leaf) struct Skeleton {
    pub(in crate::bsp::solid_leaf) nodes: Vec<Node>,
    pub(in crate::bsp::solid_leaf) details: Vec<NodeDetail>,
    pub(in crate::bsp::solid_leaf) leaves: Vec<Room>,
    /// The faces of cells that are in front of the plane that they lie on: each is an interface, seen from one side.
    pub(in crate::bsp::solid_leaf) sides: Vec<CellSide>,
    pub(in crate::bsp::solid_leaf) recording: Option<Recording>,
}

/// A leaf as the build leaves it.
pub(in crate::bsp::solid_leaf) struct Room {
    pub(in crate::bsp::solid_leaf) parent: NodeId,
    pub(in crate::bsp::solid_leaf) depth: u32,
    pub(in crate::bsp::solid_leaf) volume: f64,
    pub(in crate::bsp::solid_leaf) bounds: Aabb,
}

/// A face of a leaf's cell, facing as the plane of the node that it lies on: into the leaf.
pub(in crate::bsp::solid_leaf) struct CellSide {
    pub(in crate::bsp::solid_leaf) leaf: LeafId,
    pub(in crate::bsp::solid_leaf) node: NodeId,
    pub(in crate::bsp::solid_leaf) polygon: Polygon,
}

/// Puts the top and the parts together. `bounds` are those of the level.
pub(in crate::bsp::solid_leaf) fn assemble(
    mut built: Parts,
    bounds: Aabb,
    record: bool,
    progress: &Progress,
) -> Result<Skeleton, Cancelled> {
    progress.begin("Putting the leaf tree together", 0);
    let mut skeleton = Skeleton {
        nodes: Vec::new(),
        details: Vec::new(),
        leaves: vec![Room {
            parent: NONE,
            depth: 0,
            volume: f64::INFINITY,
            bounds,
        }],
        sides: Vec::new(),
        recording: record.then(Recording::default),
    };
    // The way to what is appended next: nodes and sides, by depth.
    let mut path: Vec<(NodeId, Branch)> = Vec::new();
    let mut stack = vec![Next {
        part: None,
        child: RunChild::Node(0),
        depth: 0,
        branch: Branch::Front,
    }];
    while let Some(next) = stack.pop() {
        progress.check()?;
        path.truncate(next.depth as usize);
        if let Some(last) = path.last_mut() {
            last.1 = next.branch;
        }
        let above = path.last().copied();
        let run = next
            .part
            .map_or(&mut built.top, |part| &mut built.parts[part as usize]);
        let child = match next.child {
            RunChild::Outside => Child::Leaf(OUTSIDE),
            RunChild::Leaf(leaf) => Child::Leaf(skeleton.append_leaf(run, leaf, &path)),
            RunChild::Node(node) => {
                let id = skeleton.append_node(run, node, &path);
                let node = &run.nodes[node as usize];
                for (child, branch) in [(node.back, Branch::Back), (node.front, Branch::Front)] {
                    stack.push(Next {
                        child,
                        depth: next.depth + 1,
                        branch,
                        ..next
                    });
                }
                path.push((id, Branch::Front));
                Child::Node(id)
            }
            RunChild::Part(part) => {
                let child = if built.parts[part as usize].nodes.is_empty() {
                    RunChild::Leaf(0)
                } else {
                    RunChild::Node(0)
                };
                stack.push(Next {
                    part: Some(part),
                    child,
                    ..next
                });
                continue;
            }
        };
        if let Some((parent, branch)) = above {
            let parent = &mut skeleton.nodes[parent as usize];
            match branch {
                Branch::Front => parent.front = child,
                Branch::Back => parent.back = child,
            }
        }
    }
    Ok(skeleton)
}

/// What is appended next: a child in a run (that of a part, or the top), and where it hangs.
#[derive(Clone, Copy)]
struct Next {
    part: Option<u32>,
    child: RunChild,
    depth: u32,
    branch: Branch,
}

impl Skeleton {
    fn append_node(&mut self, run: &mut Run, index: u32, path: &[(NodeId, Branch)]) -> NodeId {
        let id = self.nodes.len() as NodeId;
        let node = &run.nodes[index as usize];
        self.nodes.push(Node {
            plane: node.plane,
            front: Child::Leaf(OUTSIDE),
            back: Child::Leaf(OUTSIDE),
        });
        self.details.push(NodeDetail {
            plane: node.id,
            parent: path.last().map_or(NONE, |&(parent, _)| parent),
            depth: path.len() as u32,
        });
        if let Some(recording) = &mut self.recording {
            recording
                .decisions
                .push(std::mem::take(&mut run.decisions[index as usize]));
        }
        id
    }

    fn append_leaf(&mut self, run: &mut Run, index: u32, path: &[(NodeId, Branch)]) -> LeafId {
        let id = self.leaves.len() as LeafId;
        let cell = std::mem::take(&mut run.leaves[index as usize].cell);
        self.leaves.push(Room {
            parent: path.last().map_or(NONE, |&(parent, _)| parent),
            depth: path.len() as u32,
            volume: cell.polyhedron.volume(),
            bounds: cell.polyhedron.bounds(),
        });
        for (mut polygon, depth) in cell.polyhedron.faces.into_iter().zip(cell.depths) {
            let (node, branch) = path[depth as usize];
            if branch == Branch::Front {
                // The faces of a cell look out of it.
                polygon.vertices.reverse();
                self.sides.push(CellSide {
                    leaf: id,
                    node,
                    polygon,
                });
            }
        }
        id
    }
}
