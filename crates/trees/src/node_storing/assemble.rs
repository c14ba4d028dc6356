//! Assembles the arrays of a tree from runs that were built in parallel.

use bspwalk_geometry::{Plane, Vertex};
use bspwalk_progress::{Cancelled, Progress};
use glam::Vec3;
use rayon::prelude::*;

use super::{FragmentSpan, NONE, Node, NodeBox, NodeId, NodeTree, tree::UNCUT};
use crate::{
    TriangleId,
    growth::{self, RunChild, Runs},
    node_storing::budget::Budget,
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
    vertex_count: u32,
}

impl growth::NewNodes<Plane> for NewNodes {
    /// Reserves memory for the arrays, assuming about one fragment per node.
    fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
        self.fragments.reserve(nodes);
        self.vertices.reserve(nodes * 3);
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

    fn push_piece(&mut self, face: u32, vertices: &[Vertex]) {
        let vertex_count = vertices.len() as u32;
        let positions = vertices.iter().map(|vertex| vertex.position.as_vec3());
        self.vertices.extend(positions);
        self.fragments.push(RunFragment {
            triangle: TriangleId(face),
            vertex_count,
        });
        if let Some(node) = self.nodes.last_mut() {
            node.fragment_count += 1;
        }
    }
}

pub(super) fn assemble(
    tree: &mut NodeTree,
    mut runs: Runs<NewNodes, Budget>,
    progress: &Progress,
) -> Result<(), Cancelled> {
    tree.splits = runs.0.iter().map(|run| run.nodes.cuts).sum();
    let all = |of: fn(&NewNodes) -> usize| runs.0.iter().map(|run| of(&run.nodes)).sum();
    tree.nodes.reserve_exact(all(|run| run.nodes.len()));
    tree.fragments.reserve_exact(all(|run| run.fragments.len()));
    runs.depth_first(progress, |run, child, path| {
        let RunChild::Node(index) = child else { return };
        let parent = path.last().copied();
        let id = tree.append_node(
            &run.nodes,
            index as usize,
            parent.map_or(NONE, |(id, _)| id),
            path.len(),
        );
        if let Some((parent, branch)) = parent {
            let parent = &mut tree.nodes[parent.index()];
            *branch.pick([&mut parent.front, &mut parent.back]) = id;
        }
        if let Some(recording) = &mut tree.recording {
            recording
                .decisions
                .push(std::mem::take(&mut run.decisions[index as usize]));
        }
    })
}

/// Completes a tree whose nodes exist: sorts its triangles, computes bounds, and builds the query layout.
pub(super) fn finish(tree: &mut NodeTree, progress: &Progress) -> Result<(), Cancelled> {
    order_triangles(tree, progress)?;
    set_bounds(tree, progress)?;
    tree.build_query_layout(progress)
}

/// Sorts the triangles by the nodes that store them, so that queries read adjacent memory.
fn order_triangles(tree: &mut NodeTree, progress: &Progress) -> Result<(), Cancelled> {
    const UNPLACED: TriangleId = TriangleId(u32::MAX);
    let mut order: Vec<TriangleId> = Vec::with_capacity(tree.triangles.len());
    let mut place = vec![UNPLACED; tree.triangles.len()];
    let stored = tree.fragments.iter().map(|fragment| fragment.triangle);
    // The chained range adds triangles that are not stored in any node. There should be none.
    for (turn, triangle) in stored.chain(tree.triangle_ids()).enumerate() {
        progress.check_at(turn)?;
        let place = &mut place[triangle.index()];
        if *place == UNPLACED {
            *place = TriangleId::from_index(order.len());
            order.push(triangle);
        }
    }
    tree.triangles = order
        .iter()
        .map(|&triangle| tree.triangles[triangle.index()])
        .collect();
    let moved = |triangle: &mut TriangleId| *triangle = place[triangle.index()];
    tree.fragments
        .iter_mut()
        .map(|fragment| &mut fragment.triangle)
        .for_each(moved);
    Ok(())
}

/// Computes the bounds of each node, first over its own fragments, then including its children.
fn set_bounds(tree: &mut NodeTree, progress: &Progress) -> Result<(), Cancelled> {
    let mut nodes = std::mem::take(&mut tree.nodes);
    nodes.par_iter_mut().enumerate().try_for_each(|(id, node)| {
        progress.check_at(id)?;
        let vertices = tree.spans(node).iter().flat_map(|span| tree.vertices(span));
        node.bounds = NodeBox::of(vertices);
        Ok(())
    })?;
    for id in (0..nodes.len()).rev() {
        progress.check_at(id)?;
        let node = nodes[id];
        let below = [node.front, node.back]
            .into_iter()
            .filter_map(|child| nodes.get(child.index()))
            .map(|child| child.bounds);
        nodes[id].bounds = below.fold(node.bounds, NodeBox::union);
    }
    tree.nodes = nodes;
    Ok(())
}

impl NodeTree {
    fn append_node(&mut self, run: &NewNodes, index: usize, parent: NodeId, depth: usize) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        let node = &run.nodes[index];
        let first_fragment = self.fragments.len() as u32;
        let mut vertices = &run.vertices[node.first_vertex as usize..];
        for fragment in &run.fragments[node.first_fragment as usize..][..node.fragment_count as usize] {
            let (own, rest) = vertices.split_at(fragment.vertex_count as usize);
            vertices = rest;
            let is_whole = own == self.triangles[fragment.triangle.index()].corners;
            self.fragments.push(FragmentSpan {
                first_vertex: if is_whole {
                    UNCUT
                } else {
                    self.fragment_vertices.len() as u32
                },
                vertex_count: fragment.vertex_count,
                triangle: fragment.triangle,
                node: id,
            });
            if !is_whole {
                self.fragment_vertices.extend_from_slice(own);
            }
        }
        self.nodes.push(Node {
            plane: node.plane,
            bounds: NodeBox::EMPTY,
            front: NONE,
            back: NONE,
            parent,
            depth: depth as u32,
            first_fragment,
            fragment_count: node.fragment_count,
        });
        id
    }
}
