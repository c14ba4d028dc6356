//! The arena of a tree, put together from the runs that its parts were built as.

use glam::Vec3;

use super::{Branch, FragmentSpan, NONE, Node, NodeBox, NodeDetail, NodeId, NodeTree};
use crate::{
    bsp::recording::Decision,
    geometry::Plane,
    progress::{Cancelled, Progress},
};

/// A run of nodes in depth-first order, with their fragments and decisions. Children are indices into the same run.
#[derive(Default)]
pub(super) struct Run {
    pub(super) nodes: Vec<RunNode>,
    pub(super) fragments: Vec<RunFragment>,
    pub(super) vertices: Vec<Vec3>,
    pub(super) decisions: Vec<Decision>,
    pub(super) cuts: u32,
}

pub(super) struct RunNode {
    pub(super) plane: Plane,
    pub(super) front: Child,
    pub(super) back: Child,
    pub(super) depth: u32,
    pub(super) fragment_count: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Child {
    None,
    /// A node of the same run.
    Node(u32),
    /// The root of a part.
    Part(u32),
}

pub(super) struct RunFragment {
    pub(super) triangle: u32,
    pub(super) vertex_count: u32,
}

/// Where a node hangs.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub(super) parent: NodeId,
    pub(super) branch: Branch,
}

impl RunNode {
    pub(super) fn child_mut(&mut self, branch: Branch) -> &mut Child {
        match branch {
            Branch::Front => &mut self.front,
            Branch::Back => &mut self.back,
        }
    }
}

/// Puts the top and the parts together in depth-first order, the front child first.
pub(super) fn assemble(
    tree: &mut NodeTree,
    mut top: Run,
    parts: &[(Link, Run)],
    progress: &Progress,
) -> Result<(), Cancelled> {
    for (index, (link, _)) in parts.iter().enumerate() {
        if let Some(parent) = top.nodes.get_mut(link.parent as usize) {
            *parent.child_mut(link.branch) = Child::Part(index as u32);
        }
    }
    let top_starts = Starts::of(&top);
    let part_starts = parts.iter().map(|(_, run)| {
        progress.check()?;
        Ok(Starts::of(run))
    });
    let part_starts = part_starts.collect::<Result<Vec<Starts>, Cancelled>>()?;
    tree.splits = top.cuts + parts.iter().map(|(_, run)| run.cuts).sum::<u32>();
    let mut stack = if top.nodes.is_empty() {
        Vec::new()
    } else {
        vec![(None::<u32>, 0_u32, NONE, Branch::Front)]
    };
    while let Some((part, index, parent, branch)) = stack.pop() {
        progress.check()?;
        let (run, starts) = match part {
            Some(part) => (&parts[part as usize].1, &part_starts[part as usize]),
            None => (&top, &top_starts),
        };
        let id = append_node(tree, run, starts, index as usize, parent);
        if let Some(node) = tree.nodes.get_mut(parent as usize) {
            match branch {
                Branch::Front => node.front = id,
                Branch::Back => node.back = id,
            }
        }
        let node = &run.nodes[index as usize];
        for (child, branch) in [(node.back, Branch::Back), (node.front, Branch::Front)] {
            match child {
                Child::None => {}
                Child::Node(child) => stack.push((part, child, id, branch)),
                Child::Part(part) => stack.push((Some(part), 0, id, branch)),
            }
        }
    }
    Ok(())
}

/// Puts the triangles into the order of the nodes that store them, so that what a query reads lies close together.
pub(super) fn order_triangles(tree: &mut NodeTree, progress: &Progress) -> Result<(), Cancelled> {
    let mut order: Vec<u32> = Vec::with_capacity(tree.triangles.len());
    let mut place = vec![u32::MAX; tree.triangles.len()];
    let stored = tree.fragments.iter().map(|fragment| fragment.triangle);
    // The last range is for triangles that no node stores, of which there are none.
    for (turn, triangle) in stored.chain(0..tree.triangles.len() as u32).enumerate() {
        progress.check_at(turn)?;
        let place = &mut place[triangle as usize];
        if *place == u32::MAX {
            *place = order.len() as u32;
            order.push(triangle);
        }
    }
    tree.triangles = order
        .iter()
        .map(|&triangle| tree.triangles[triangle as usize])
        .collect();
    let moved = |triangle: &mut u32| *triangle = place[*triangle as usize];
    tree.node_faces.iter_mut().for_each(moved);
    tree.fragments
        .iter_mut()
        .map(|fragment| &mut fragment.triangle)
        .for_each(moved);
    let single = tree.nodes.iter_mut().filter(|node| node.face_count == 1);
    single.map(|node| &mut node.first_face).for_each(moved);
    Ok(())
}

/// Puts a box around each node, from the last up: children follow their parents.
pub(super) fn surround(tree: &mut NodeTree, progress: &Progress) -> Result<(), Cancelled> {
    for id in (0..tree.nodes.len()).rev() {
        progress.check_at(id)?;
        let node = tree.nodes[id];
        let below = [node.front, node.back]
            .into_iter()
            .filter_map(|child| tree.nodes.get(child as usize))
            .map(|child| child.bounds);
        let detail = tree.details[id];
        let first = detail.first_fragment as usize;
        let vertices = tree.fragments[first..first + detail.fragment_count as usize]
            .iter()
            .flat_map(|span| {
                let first = span.first_vertex as usize;
                &tree.fragment_vertices[first..first + span.vertex_count as usize]
            })
            .map(|&vertex| NodeBox {
                min: vertex.into(),
                max: vertex.into(),
            });
        tree.nodes[id].bounds = below.chain(vertices).fold(NodeBox::EMPTY, NodeBox::union);
    }
    Ok(())
}

/// Where the fragments and vertices of each node of a run begin.
struct Starts(Vec<(u32, u32)>);

impl Starts {
    fn of(run: &Run) -> Self {
        let (mut fragment, mut vertex) = (0, 0);
        let starts = run.nodes.iter().map(|node| {
            let start = (fragment, vertex);
            let own = &run.fragments[fragment as usize..(fragment + node.fragment_count) as usize];
            vertex += own.iter().map(|fragment| fragment.vertex_count).sum::<u32>();
            fragment += node.fragment_count;
            start
        });
        Self(starts.collect())
    }
}

fn append_node(tree: &mut NodeTree, run: &Run, starts: &Starts, index: usize, parent: NodeId) -> NodeId {
    let id = tree.nodes.len() as NodeId;
    let node = &run.nodes[index];
    let (first_fragment, first_vertex) = (starts.0[index].0 as usize, starts.0[index].1 as usize);
    let (mut first_face, first_own_fragment) = (tree.node_faces.len() as u32, tree.fragments.len() as u32);
    let mut vertex = first_vertex;
    for fragment in &run.fragments[first_fragment..first_fragment + node.fragment_count as usize] {
        let count = fragment.vertex_count as usize;
        tree.fragments.push(FragmentSpan {
            first_vertex: tree.fragment_vertices.len() as u32,
            vertex_count: fragment.vertex_count,
            triangle: fragment.triangle,
            node: id,
        });
        tree.fragment_vertices
            .extend_from_slice(&run.vertices[vertex..vertex + count]);
        vertex += count;
        // Cells and triangles are convex: a node has at most one fragment of a triangle.
        tree.node_faces.push(fragment.triangle);
    }
    let face_count = tree.node_faces.len() as u32 - first_face;
    if face_count == 1 {
        // A single face is named by the node itself, which saves a look-up.
        first_face = tree.node_faces.pop().unwrap_or_default();
    }
    tree.nodes.push(Node {
        bounds: NodeBox::EMPTY,
        normal: node.plane.normal.as_vec3(),
        d: node.plane.d as f32,
        front: NONE,
        back: NONE,
        first_face,
        face_count,
    });
    tree.details.push(NodeDetail {
        plane: node.plane,
        parent,
        depth: node.depth,
        first_fragment: first_own_fragment,
        fragment_count: node.fragment_count,
    });
    if let (Some(recording), Some(decision)) = (&mut tree.recording, run.decisions.get(index)) {
        recording.decisions.push(decision.clone());
    }
    id
}
