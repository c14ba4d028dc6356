//! Assembles the arrays of a tree from runs that were built in parallel.

use bspwalk_geometry::{Plane, Vertex};
use bspwalk_progress::{Cancelled, Progress};
use glam::Vec3;
use rayon::prelude::*;

use super::{Branch, FragmentSpan, NONE, Node, NodeBox, NodeId, NodeTree, tree::UNCUT};
use crate::{
    TriangleId,
    growth::{self, RunChild, Runs},
    node_storing::budget::Budget,
    pieces::Piece,
};

#[derive(Default)]
pub(super) struct NewNodes {
    nodes: Vec<RunNode>,
    fragments: Vec<RunFragment>,
    vertices: Vec<Vec3>,
    cuts: u32,
}

struct RunNode {
    plane: Plane,
    first_fragment: u32,
    fragment_count: u32,
    first_vertex: u32,
}

struct RunFragment {
    triangle: TriangleId,
    /// Number of corners in the list of vertices, or 0 for a whole triangle.
    vertex_count: u32,
}

impl growth::NewNodes<Plane> for NewNodes {
    /// Reserves memory for the arrays, assuming about one fragment per node.
    fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
        self.fragments.reserve(nodes);
    }

    fn push(&mut self, plane: Plane, cuts: u32) {
        self.nodes.push(RunNode {
            plane,
            first_fragment: self.fragments.len() as u32,
            fragment_count: 0,
            first_vertex: self.vertices.len() as u32,
        });
        self.cuts += cuts;
    }

    fn push_piece(&mut self, piece: &Piece, vertices: &[Vertex]) {
        let mut vertex_count = 0;
        if !piece.is_whole() {
            vertex_count = vertices.len() as u32;
            let positions = vertices.iter().map(|vertex| vertex.position.as_vec3());
            self.vertices.extend(positions);
        }
        self.fragments.push(RunFragment {
            triangle: TriangleId(piece.face),
            vertex_count,
        });
        if let Some(node) = self.nodes.last_mut() {
            node.fragment_count += 1;
        }
    }
}

pub(super) fn assemble(
    tree: &mut NodeTree,
    runs: &mut Runs<NewNodes, Budget>,
    progress: &Progress,
) -> Result<(), Cancelled> {
    tree.splits = cuts(runs);
    let all = |of: fn(&NewNodes) -> usize| runs.0.iter().map(|run| of(&run.nodes)).sum();
    tree.nodes.reserve_exact(all(|run| run.nodes.len()));
    tree.fragments.reserve_exact(all(|run| run.fragments.len()));
    tree.fragment_vertices
        .reserve_exact(all(|run| run.vertices.len()));
    append_subtree(tree, (runs, 0), None, progress)
}

/// Returns the number of cuts in all runs.
pub(super) fn cuts(runs: &Runs<NewNodes, Budget>) -> u32 {
    runs.0.iter().map(|run| run.nodes.cuts).sum()
}

/// Appends the subtree that starts with a run, as a child of a node of the tree, or as its root.
pub(super) fn append_subtree(
    tree: &mut NodeTree,
    (runs, root): (&mut Runs<NewNodes, Budget>, usize),
    above: Option<(NodeId, Branch)>,
    progress: &Progress,
) -> Result<(), Cancelled> {
    let first = NodeId::from_index(tree.nodes.len());
    let top = above.map_or(0, |(above, _)| tree.nodes[above.index()].depth + 1);
    runs.depth_first_below((root, first), progress, |run, child, path| {
        let RunChild::Node(index) = child else { return };
        let parent = path.last().copied().or(above);
        let id = tree.append_node(
            &run.nodes,
            index as usize,
            parent.map_or(NONE, |(id, _)| id),
            top + path.len() as u32,
        );
        if let Some((parent, branch)) = parent {
            tree.link(parent, branch, id);
        }
        if let Some(recording) = &mut tree.recording {
            recording
                .decisions
                .push(std::mem::take(&mut run.decisions[index as usize]));
        }
    })
}

/// Completes a tree whose nodes exist: sorts its triangles, computes bounds, and builds the query layout.
///
/// Returns the previous number of each triangle.
pub(super) fn finish(tree: &mut NodeTree, progress: &Progress) -> Result<Vec<TriangleId>, Cancelled> {
    let order = order_triangles(tree, tree.triangle_ids(), progress)?;
    let all: Vec<NodeId> = tree.node_ids().collect();
    set_bounds(tree, &all, progress)?;
    tree.build_query_layout(progress)?;
    Ok(order)
}

/// Sorts the triangles by the nodes that store them, so that queries read adjacent memory. Drops triangles that are
/// neither stored nor in `kept`. Returns the previous number of each triangle.
pub(super) fn order_triangles(
    tree: &mut NodeTree,
    kept: impl Iterator<Item = TriangleId>,
    progress: &Progress,
) -> Result<Vec<TriangleId>, Cancelled> {
    const UNPLACED: TriangleId = TriangleId(u32::MAX);
    let mut order: Vec<TriangleId> = Vec::with_capacity(tree.triangles.len());
    let mut place = vec![UNPLACED; tree.triangles.len()];
    let stored = tree.fragments.iter().map(|fragment| fragment.triangle);
    // The chained numbers add triangles that are not stored in any node. There should be none.
    for (turn, triangle) in stored.chain(kept).enumerate() {
        progress.check_at(turn)?;
        let place = &mut place[triangle.index()];
        if *place == UNPLACED {
            *place = TriangleId::from_index(order.len());
            order.push(triangle);
        }
    }
    tree.triangles = order
        .par_iter()
        .map(|&triangle| tree.triangles[triangle.index()])
        .collect();
    let moved = |triangle: &mut TriangleId| *triangle = place[triangle.index()];
    tree.fragments
        .par_iter_mut()
        .map(|fragment| &mut fragment.triangle)
        .for_each(moved);
    Ok(order)
}

/// Computes the bounds of the given nodes, first over their own fragments, then including their children. The nodes are
/// in ascending order, and the bounds of all other nodes are already correct.
pub(super) fn set_bounds(
    tree: &mut NodeTree,
    nodes: &[NodeId],
    progress: &Progress,
) -> Result<(), Cancelled> {
    let own = nodes.par_iter().enumerate().map(|(turn, id)| {
        progress.check_at(turn)?;
        let spans = tree.spans(&tree.nodes[id.index()]).iter();
        Ok(NodeBox::of(spans.flat_map(|span| tree.vertices(span))))
    });
    let own: Vec<NodeBox> = own.collect::<Result<_, Cancelled>>()?;
    for (turn, (id, own)) in nodes.iter().zip(own).enumerate().rev() {
        progress.check_at(turn)?;
        let node = &tree.nodes[id.index()];
        let below = [node.front, node.back]
            .into_iter()
            .filter_map(|child| tree.nodes.get(child.index()))
            .map(|child| child.bounds);
        tree.nodes[id.index()].bounds = below.fold(own, NodeBox::union);
    }
    Ok(())
}

impl NodeTree {
    /// Makes a node the child of another one.
    pub(super) fn link(&mut self, parent: NodeId, branch: Branch, child: NodeId) {
        let parent = &mut self.nodes[parent.index()];
        *branch.pick([&mut parent.front, &mut parent.back]) = child;
    }

    /// Appends a fragment. `node` is the last node, or the next one to be appended.
    pub(super) fn append_fragment(&mut self, node: NodeId, triangle: TriangleId, vertices: &[Vec3]) {
        if vertices.len() == 3 && vertices == self.triangles[triangle.index()].corners {
            return self.append_whole(node, triangle);
        }
        self.fragments.push(FragmentSpan {
            first_vertex: self.fragment_vertices.len() as u32,
            vertex_count: vertices.len() as u32,
            triangle,
            node,
        });
        self.fragment_vertices.extend_from_slice(vertices);
    }

    fn append_whole(&mut self, node: NodeId, triangle: TriangleId) {
        self.fragments.push(FragmentSpan {
            first_vertex: UNCUT,
            vertex_count: 3,
            triangle,
            node,
        });
    }

    fn append_node(&mut self, run: &NewNodes, index: usize, parent: NodeId, depth: u32) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        let node = &run.nodes[index];
        let first_fragment = self.fragments.len() as u32;
        let mut vertices = &run.vertices[node.first_vertex as usize..];
        for fragment in &run.fragments[node.first_fragment as usize..][..node.fragment_count as usize] {
            if fragment.vertex_count == 0 {
                self.append_whole(id, fragment.triangle);
                continue;
            }
            let (own, rest) = vertices.split_at(fragment.vertex_count as usize);
            vertices = rest;
            self.append_fragment(id, fragment.triangle, own);
        }
        self.nodes.push(Node {
            plane: node.plane,
            bounds: NodeBox::EMPTY,
            front: NONE,
            back: NONE,
            parent,
            depth,
            first_fragment,
            fragment_count: node.fragment_count,
        });
        id
    }
}
