//! Building the tree (seed 000), without recursion and in parallel.
//!
//! The top of the tree grows in rounds, all nodes of a round at once; a part that has become small is then built by one
//! thread to its end. What is random at a node depends on the way to it alone, so that the tree does not depend on the
//! number of threads.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use glam::{DVec3, Vec3, Vec3A};
use rayon::prelude::*;

use super::{
    Branch, FragmentSpan, NONE, Node, NodeBox, NodeDetail, NodeId, NodeTree,
    choose::{Context, choose},
    pieces::Pieces,
    triangle::QueryTriangle,
};
use crate::{
    bsp::{BuildParams, Recording, Rule, recording::Decision},
    geometry::{Aabb, Plane, TaggedTriangle, Tolerances, Vertex, tolerance::{ATI_EPSILON, QUERY_RELATIVE}},
    progress::{Cancelled, Progress},
};

/// A part of at most this many pieces is built by one thread.
const PART_PIECES: usize = 2048;

/// Why no tree was built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// It was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The rule cuts this level into too many fragments.
    #[error("rule `{rule}` cuts the level into more than {limit} fragments: use the rule `sampled`, or raise the limit")]
    TooManyFragments {
        /// The rule.
        rule: Rule,
        /// The limit that was set.
        limit: u32,
    },
    /// A corner is NaN or infinite.
    #[error("face {face} has a corner that is not a finite number: leave it out")]
    NotFinite {
        /// The face, as the caller numbered it.
        face: u32,
    },
}

impl NodeTree {
    /// Builds a tree. Degenerate triangles, which have no plane, are left out.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(triangles: &[TaggedTriangle], params: &BuildParams) -> Result<Self, BuildError> {
        Self::build_with(triangles, params, &Arc::default(), false)
    }

    /// Builds a tree with progress, which can cancel it, and, if `record` is set, with a recording of its decisions.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build_with(
        triangles: &[TaggedTriangle],
        params: &BuildParams,
        progress: &Arc<Progress>,
        record: bool,
    ) -> Result<Self, BuildError> {
        let input = Input::new(triangles)?;
        progress.begin("Building the tree", input.planes.len() as u64);
        let builder = Builder {
            context: Context {
                params,
                planes: &input.planes,
                areas: &input.areas,
                faces: &input.faces,
                tolerance: if params.rule == Rule::Ati { ATI_EPSILON } else { input.tolerances.on_plane },
                record,
            },
            normals: &input.normals,
            progress,
            fragments: AtomicU64::new(input.planes.len() as u64),
        };
        let root = Item {
            cell: input.bounds,
            random: params.seed,
            depth: 0,
            pieces: input.pieces,
            parent: NONE,
            branch: Branch::Front,
        };
        let (top, parts) = builder.grow_top(root)?;
        let parts =
            parts.into_par_iter().map(|part| builder.build_part(part)).collect::<Result<Vec<_>, _>>()?;
        let mut tree = Self {
            nodes: Vec::new(),
            boxes: Vec::new(),
            details: Vec::new(),
            node_faces: Vec::new(),
            triangles: input.query,
            fragments: Vec::new(),
            fragment_vertices: Vec::new(),
            splits: 0,
            bounds: input.bounds,
            tolerances: input.tolerances,
            slack: slack(&input.bounds, builder.context.tolerance),
            params: *params,
            recording: record.then(Recording::default),
        };
        assemble(&mut tree, top, parts);
        tree.boxes = boxes(&tree);
        Ok(tree)
    }
}

/// The thickness of planes and the rounding of `f32` coordinates in the bounds.
fn slack(bounds: &Aabb, tolerance: f64) -> f32 {
    if bounds.is_empty() {
        return 0.0;
    }
    let reach = bounds.min.abs().max(bounds.max.abs()).max_element();
    tolerance as f32 + QUERY_RELATIVE * reach as f32
}

/// The triangles as the build reads them.
struct Input {
    pieces: Pieces,
    planes: Vec<Plane>,
    normals: Vec<DVec3>,
    areas: Vec<f64>,
    faces: Vec<u32>,
    query: Vec<QueryTriangle>,
    bounds: Aabb,
    tolerances: Tolerances,
}

impl Input {
    fn new(triangles: &[TaggedTriangle]) -> Result<Self, BuildError> {
        if let Some(bad) = triangles.iter().find(|triangle| !triangle.corners.iter().all(|c| c.is_finite())) {
            return Err(BuildError::NotFinite { face: bad.face });
        }
        let bounds = Aabb::from_points(triangles.iter().flat_map(|triangle| triangle.corners));
        let tolerances = Tolerances::for_bounds(&bounds);
        let count = triangles.len();
        let mut input = Self {
            pieces: Pieces::with_capacity(count),
            planes: Vec::with_capacity(count),
            normals: Vec::with_capacity(count),
            areas: Vec::with_capacity(count),
            faces: Vec::with_capacity(count),
            query: Vec::with_capacity(count),
            bounds,
            tolerances,
        };
        for triangle in triangles {
            let Some(plane) = Plane::from_points(triangle.corners) else { continue };
            let [a, b, c] = triangle.corners;
            input.pieces.push(input.planes.len() as u32, triangle.corners.map(Vertex::bare));
            input.planes.push(plane);
            input.normals.push(plane.normal);
            input.areas.push((b - a).cross(c - a).length() * 0.5);
            input.faces.push(triangle.face);
            input.query.push(QueryTriangle::new(triangle, &plane));
        }
        Ok(input)
    }
}

/// A part of the tree that is still to be built.
struct Item {
    pieces: Pieces,
    /// A box around the cell.
    cell: Aabb,
    /// Seed of everything random at this node.
    random: u64,
    depth: u32,
    parent: NodeId,
    branch: Branch,
}

/// A run of nodes in depth-first order, with their fragments and decisions. Children are indices into the same run.
#[derive(Default)]
struct Run {
    nodes: Vec<RunNode>,
    fragments: Vec<RunFragment>,
    vertices: Vec<Vec3>,
    decisions: Vec<Decision>,
    cuts: u32,
}

struct RunNode {
    plane: Plane,
    front: Child,
    back: Child,
    depth: u32,
    fragment_count: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Child {
    None,
    /// A node of the same run.
    Node(u32),
    /// The root of a part.
    Part(u32),
}

struct RunFragment {
    triangle: u32,
    vertex_count: u32,
}

struct Builder<'a> {
    context: Context<'a>,
    normals: &'a [DVec3],
    progress: &'a Progress,
    fragments: AtomicU64,
}

impl Builder<'_> {
    /// The nodes with many pieces, and the parts below them.
    fn grow_top(&self, root: Item) -> Result<(Run, Vec<Item>), BuildError> {
        let (mut top, mut parts) = (Run::default(), Vec::new());
        let mut round = vec![root];
        while !round.is_empty() {
            let divided =
                round.into_par_iter().map(|item| self.divide(item)).collect::<Result<Vec<_>, BuildError>>()?;
            round = Vec::new();
            for node in divided.into_iter().flatten() {
                let id = top.nodes.len() as u32;
                node.append_to(&mut top, |item| {
                    if item.pieces.len() <= PART_PIECES {
                        parts.push(Item { parent: id, ..item });
                    } else {
                        round.push(Item { parent: id, ..item });
                    }
                });
            }
        }
        // A node's parent precedes it, and a part's its own: link downwards.
        Ok((top, parts))
    }

    /// A small part, to its end.
    fn build_part(&self, root: Item) -> Result<(Link, Run), BuildError> {
        let link = Link { parent: root.parent, branch: root.branch };
        let mut run = Run::default();
        let mut stack = vec![Item { parent: NONE, ..root }];
        while let Some(item) = stack.pop() {
            let Some(node) = self.divide(item)? else { continue };
            let id = run.nodes.len() as u32;
            // The front child is pushed last and so follows its parent.
            let mut below = Vec::with_capacity(2);
            node.append_to(&mut run, |item| below.push(Item { parent: id, ..item }));
            stack.extend(below.into_iter().rev());
        }
        Ok((link, run))
    }

    /// Makes a node out of the pieces of an item; `None` where there are none.
    fn divide(&self, item: Item) -> Result<Option<Divided>, BuildError> {
        self.progress.check()?;
        let Item { pieces, cell, random, depth, parent, branch } = item;
        if pieces.is_empty() {
            return Ok(None);
        }
        let mut generator = fastrand::Rng::with_seed(random);
        let choice = choose(&self.context, &pieces, &cell, &mut generator);
        let tolerance = self.context.tolerance;
        let partition = match choice.own {
            Some(own) if self.context.params.rule == Rule::Ati => {
                pieces.partition_ati(&choice.plane, tolerance, own, self.normals)
            }
            own => pieces.partition(&choice.plane, tolerance, own, self.normals),
        };
        let made = (partition.on.len() + partition.front.len() + partition.back.len()) as u64;
        let added = made.saturating_sub(pieces.len() as u64);
        let limit = self.context.params.max_fragments;
        if self.fragments.fetch_add(added, Ordering::Relaxed) + added > u64::from(limit) {
            return Err(BuildError::TooManyFragments { rule: self.context.params.rule, limit });
        }
        self.progress.extend(added);
        self.progress.advance(partition.on.len() as u64);
        let decision = self.context.record.then(|| Decision {
            faces: pieces.len() as u32,
            candidates: choice.candidates,
            chosen: choice.chosen,
            coplanar: partition.on.len() as u32,
            front: partition.front.len() as u32,
            back: partition.back.len() as u32,
            cuts: partition.cuts,
        });
        let child = |pieces: Pieces, branch: Branch| Item {
            cell: cell.clipped_to_front(&match branch {
                Branch::Front => choice.plane,
                Branch::Back => choice.plane.flipped(),
            }),
            random: generator_seed(random, branch),
            depth: depth + 1,
            parent: NONE,
            branch,
            pieces,
        };
        Ok(Some(Divided {
            link: Link { parent, branch },
            plane: choice.plane,
            depth,
            on: partition.on,
            cuts: partition.cuts,
            decision,
            children: [child(partition.front, Branch::Front), child(partition.back, Branch::Back)],
        }))
    }
}

/// The seed of a child: a mix of the parent's (SplitMix64, Steele, Lea and Flood 2014).
fn generator_seed(parent: u64, branch: Branch) -> u64 {
    let step = match branch {
        Branch::Front => 0x9e37_79b9_7f4a_7c15,
        Branch::Back => 0x3c6e_f372_fe94_f82a,
    };
    let mut seed = parent.wrapping_add(step);
    seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}

/// Where a node hangs.
#[derive(Clone, Copy)]
struct Link {
    parent: NodeId,
    branch: Branch,
}

/// A node that was just made, with what goes below it.
struct Divided {
    link: Link,
    plane: Plane,
    depth: u32,
    on: Pieces,
    cuts: u32,
    decision: Option<Decision>,
    children: [Item; 2],
}

impl Divided {
    /// Appends the node to a run, links it to its parent there, and hands on its children that have pieces.
    fn append_to(self, run: &mut Run, mut below: impl FnMut(Item)) {
        let id = run.nodes.len() as u32;
        if let Some(parent) = run.nodes.get_mut(self.link.parent as usize) {
            *parent.child_mut(self.link.branch) = Child::Node(id);
        }
        for piece in self.on.iter() {
            let vertices = self.on.vertices(piece);
            run.vertices.extend(vertices.iter().map(|vertex| vertex.position.as_vec3()));
            run.fragments
                .push(RunFragment { triangle: piece.triangle, vertex_count: vertices.len() as u32 });
        }
        run.nodes.push(RunNode {
            plane: self.plane,
            front: Child::None,
            back: Child::None,
            depth: self.depth,
            fragment_count: self.on.len() as u32,
        });
        run.cuts += self.cuts;
        run.decisions.extend(self.decision);
        for child in self.children {
            if !child.pieces.is_empty() {
                below(child);
            }
        }
    }
}

impl RunNode {
    fn child_mut(&mut self, branch: Branch) -> &mut Child {
        match branch {
            Branch::Front => &mut self.front,
            Branch::Back => &mut self.back,
        }
    }
}

/// Puts the top and the parts together in depth-first order, the front child first.
fn assemble(tree: &mut NodeTree, mut top: Run, parts: Vec<(Link, Run)>) {
    for (index, (link, _)) in parts.iter().enumerate() {
        if let Some(parent) = top.nodes.get_mut(link.parent as usize) {
            *parent.child_mut(link.branch) = Child::Part(index as u32);
        }
    }
    let top_starts = Starts::of(&top);
    let part_starts: Vec<Starts> = parts.iter().map(|(_, run)| Starts::of(run)).collect();
    tree.splits = top.cuts + parts.iter().map(|(_, run)| run.cuts).sum::<u32>();
    let mut stack = if top.nodes.is_empty() {
        Vec::new()
    } else {
        vec![(None::<u32>, 0_u32, NONE, Branch::Front)]
    };
    while let Some((part, index, parent, branch)) = stack.pop() {
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
}

/// The boxes of all nodes, from the last up: children follow their parents.
fn boxes(tree: &NodeTree) -> Vec<NodeBox> {
    let empty = NodeBox { min: Vec3A::INFINITY, max: Vec3A::NEG_INFINITY };
    let mut boxes = vec![empty; tree.nodes.len()];
    for id in (0..tree.nodes.len()).rev() {
        let mut own = empty;
        let node = tree.nodes[id];
        for below in [node.front, node.back].into_iter().filter_map(|child| boxes.get(child as usize)) {
            own = NodeBox { min: own.min.min(below.min), max: own.max.max(below.max) };
        }
        let detail = tree.details[id];
        let first = detail.first_fragment as usize;
        for span in &tree.fragments[first..first + detail.fragment_count as usize] {
            let first = span.first_vertex as usize;
            for &vertex in &tree.fragment_vertices[first..first + span.vertex_count as usize] {
                own = NodeBox { min: own.min.min(vertex.into()), max: own.max.max(vertex.into()) };
            }
        }
        boxes[id] = own;
    }
    boxes
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
        tree.fragment_vertices.extend_from_slice(&run.vertices[vertex..vertex + count]);
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
