//! Growing a tree from its root, without recursion and in parallel, for all rules of both kinds of tree.
//!
//! A run of nodes is grown by one thread, from a stack of subtrees. Where both sides of a node have many pieces, its front
//! becomes the root of another run, which any thread may take. The random numbers of a node depend on its path from the root
//! alone, so the tree does not depend on the number of threads.

mod growing;

pub(super) use growing::{Growing, grow};

use super::{
    effort::Report,
    node::{Branch, NodeId},
    partition::{Partition, Stored},
    pieces::{Faces, Piece, Pieces, Polygons, Reached},
    recording::Decision,
    scoring::{Choice, child_seed},
};
use crate::{
    geometry::Vertex,
    progress::{Cancelled, Progress},
};

/// Where a subtree hangs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The node that it hangs below and the side, in the run of that node; `None` for the root of a run.
    pub(super) parent: Option<(u32, Branch)>,
    /// Seed of the random numbers of its root.
    pub(super) seed: u64,
    pub(super) depth: u32,
}

impl Place {
    /// The place on one side of a node here.
    pub(super) fn below(&self, parent: Option<u32>, branch: Branch) -> Self {
        Self {
            parent: parent.map(|parent| (parent, branch)),
            seed: child_seed(self.seed, branch),
            depth: self.depth + 1,
        }
    }
}

/// A subtree that is still to be built.
#[derive(Clone)]
pub(super) struct Subtree<C> {
    pub(super) pieces: Pieces,
    pub(super) place: Place,
    /// What it carries besides its pieces: its convex region, or how far it may grow.
    pub(super) cell: C,
}

/// The pieces that reach a node, the last ones of a run.
pub(super) struct Tail<'a> {
    pieces: &'a mut Vec<Piece>,
    first: usize,
    polygons: &'a Polygons,
}

impl Tail<'_> {
    pub(super) fn reached<'a, F>(&'a self, faces: &'a F) -> Reached<'a, F> {
        Reached {
            faces,
            pieces: &self.pieces[self.first..],
            polygons: self.polygons,
        }
    }

    /// Keeps the pieces whose faces `keep` is true for.
    pub(super) fn retain(&mut self, keep: impl Fn(u32) -> bool) {
        let mut kept = self.first;
        for index in self.first..self.pieces.len() {
            let piece = self.pieces[index];
            if keep(piece.face) {
                self.pieces[kept] = piece;
                kept += 1;
            }
        }
        self.pieces.truncate(kept);
    }
}

/// What becomes of a subtree.
pub(super) enum Chosen<G: Grow> {
    Leaf(G::Cell),
    /// It is divided by this plane.
    Plane(Choice, G::Split),
}

/// The nodes of a run.
pub(super) trait NewNodes<N>: Default + Send {
    /// Room for about as many.
    fn reserve(&mut self, _nodes: usize) {}

    /// Appends a node whose plane has cut so many pieces.
    fn push(&mut self, node: N, cuts: u32);

    /// Appends a piece of a face to the last node.
    fn push_piece(&mut self, _face: u32, _vertices: &[Vertex]) {}
}

/// One kind of tree, as it grows.
pub(super) trait Grow: Sync + Sized {
    /// What a subtree carries besides its pieces.
    type Cell: Send;
    /// What a division knows of that.
    type Split: Sync;
    /// A new node.
    type Node;
    /// The nodes of a run.
    type Nodes: NewNodes<Self::Node>;
    type Faces: Faces;
    type Error: From<Cancelled> + Send;
    /// Memory that the choices of a run share.
    type Scratch: Default;

    /// The name of the phase, for the user.
    const PHASE: &'static str;
    /// A subtree of at most this many pieces is built by one thread.
    const SERIAL_PIECES: usize;

    fn faces(&self) -> &Self::Faces;

    /// Chooses the plane of the root of a subtree.
    fn choose(
        &self,
        pieces: &mut Tail<'_>,
        place: &Place,
        cell: Self::Cell,
        scratch: &mut Self::Scratch,
        report: &mut Report<'_>,
    ) -> Result<Chosen<Self>, Self::Error>;

    /// Which pieces on the plane the node stores.
    fn stored(&self, choice: &Choice) -> Stored;

    /// Whether a piece that is not the chosen one lies on the plane whatever its distances.
    fn is_on(&self, _face: u32, _split: &Self::Split) -> bool {
        false
    }

    /// The node of a division, of so many pieces; `None` where the division is not made, and the node stores its pieces undivided.
    fn node(
        &self,
        choice: &Choice,
        split: &Self::Split,
        pieces: usize,
        parts: &Partition,
    ) -> Result<Option<Self::Node>, Self::Error>;

    /// A node that stores its pieces undivided.
    fn block(&self) -> Option<Self::Node> {
        None
    }

    /// What the subtrees in front and behind carry, given how many pieces are on the plane, in front and behind; `None` where the
    /// tree has no child.
    fn children(&self, split: Self::Split, counts: [usize; 3]) -> [Option<Self::Cell>; 2];

    /// Whether it has grown a subtree of the last pieces, from `first` on, in its own way; it then has removed them.
    fn has_grown(
        &self,
        _growing: &mut Growing<'_, '_, Self>,
        _place: &Place,
        _cell: &Self::Cell,
        _first: usize,
    ) -> Result<bool, Self::Error> {
        Ok(false)
    }
}

/// The child on one side of a node of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunChild {
    Nothing,
    /// A node of the same run.
    Node(u32),
    /// A leaf of the same run.
    Leaf(u32),
    /// The root of the run of this number.
    Run(u32),
}

/// Nodes and leaves that were built one after the other, and their links.
pub(super) struct Run<G: Grow> {
    pub(super) nodes: G::Nodes,
    /// Of each node, in front and behind.
    children: Vec<[RunChild; 2]>,
    pub(super) leaves: Vec<G::Cell>,
    pub(super) decisions: Vec<Decision>,
}

impl<G: Grow> Default for Run<G> {
    fn default() -> Self {
        Self {
            nodes: G::Nodes::default(),
            children: Vec::new(),
            leaves: Vec::new(),
            decisions: Vec::new(),
        }
    }
}

impl<G: Grow> Run<G> {
    /// Numbers and links a node that was appended to `nodes`.
    pub(super) fn pushed(&mut self, parent: Option<(u32, Branch)>, decision: Option<Decision>) -> u32 {
        self.decisions.extend(decision);
        self.children.push([RunChild::Nothing; 2]);
        let node = self.children.len() as u32 - 1;
        self.link(parent, RunChild::Node(node));
        node
    }

    fn link(&mut self, parent: Option<(u32, Branch)>, child: RunChild) {
        if let Some((parent, branch)) = parent {
            self.children[parent as usize][branch as usize] = child;
        }
    }
}

/// The runs of a tree, the top first.
pub(super) struct Runs<G: Grow>(pub(super) Vec<Run<G>>);

impl<G: Grow> Runs<G> {
    /// Visits all nodes, leaves and missing children in depth-first order, the front child first: the run that it is
    /// in, the child, and its path from the root, on which nodes are numbered in this order.
    pub(super) fn depth_first(
        &mut self,
        progress: &Progress,
        mut visit: impl FnMut(&mut Run<G>, RunChild, &[(NodeId, Branch)]),
    ) -> Result<(), Cancelled> {
        let mut path: Vec<(NodeId, Branch)> = Vec::new();
        let mut next_id = 0;
        let mut stack = vec![(0, RunChild::Node(0), 0, Branch::Front)];
        while let Some((mut run, mut child, depth, branch)) = stack.pop() {
            progress.check()?;
            path.truncate(depth);
            if let Some(last) = path.last_mut() {
                last.1 = branch;
            }
            if let RunChild::Run(other) = child {
                run = other as usize;
                child = if self.0[run].children.is_empty() {
                    RunChild::Leaf(0)
                } else {
                    RunChild::Node(0)
                };
            }
            visit(&mut self.0[run], child, &path);
            if let RunChild::Node(node) = child {
                let [front, back] = self.0[run].children[node as usize];
                stack.push((run, back, depth + 1, Branch::Back));
                stack.push((run, front, depth + 1, Branch::Front));
                path.push((next_id, Branch::Front));
                next_id += 1;
            }
        }
        Ok(())
    }
}
