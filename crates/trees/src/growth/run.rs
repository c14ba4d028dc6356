//! Nodes and leaves of a growing tree, and their final order.

use bspwalk_geometry::Vertex;
use bspwalk_progress::{Cancelled, Progress};

use crate::{
    node::{Branch, NodeId},
    pieces::{NodePieces, Piece, Pieces, Polygons},
    recording::Decision,
    scoring::child_seed,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct NodePosition {
    /// Parent node and side, in the run of that node; `None` for the root of a run.
    pub(crate) parent: Option<(u32, Branch)>,
    /// Seed for the random numbers of the subtree's root.
    pub(crate) seed: u64,
    pub(crate) depth: u32,
}

impl NodePosition {
    pub(crate) fn child(&self, parent: Option<u32>, branch: Branch) -> Self {
        Self {
            parent: parent.map(|parent| (parent, branch)),
            seed: child_seed(self.seed, branch),
            depth: self.depth + 1,
        }
    }
}

#[derive(Clone)]
pub(crate) struct Subtree<C> {
    pub(crate) pieces: Pieces,
    pub(crate) place: NodePosition,
    /// Data of the subtree in addition to its pieces: the convex region, or the fragment budget.
    pub(crate) cell: C,
}

pub(crate) struct Tail<'a> {
    pub(super) pieces: &'a mut Vec<Piece>,
    pub(super) first: usize,
    pub(super) polygons: &'a Polygons,
}

impl Tail<'_> {
    pub(crate) fn reached<'a, F>(&'a self, faces: &'a F) -> NodePieces<'a, F> {
        NodePieces {
            faces,
            pieces: &self.pieces[self.first..],
            polygons: self.polygons,
        }
    }

    pub(crate) fn retain(&mut self, keep: impl Fn(u32) -> bool) {
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

pub(crate) trait NewNodes<N>: Default + Send {
    fn reserve(&mut self, _nodes: usize) {}

    fn push(&mut self, node: N, cuts: u32);

    fn push_piece(&mut self, _piece: &Piece, _vertices: &[Vertex]) {}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunChild {
    Nothing,
    Node(u32),
    Leaf(u32),
    Run(u32),
}

pub(crate) struct Run<N, C> {
    pub(crate) nodes: N,
    children: Vec<[RunChild; 2]>,
    pub(crate) leaves: Vec<C>,
    pub(crate) decisions: Vec<Decision>,
}

impl<N: Default, C> Default for Run<N, C> {
    fn default() -> Self {
        Self {
            nodes: N::default(),
            children: Vec::new(),
            leaves: Vec::new(),
            decisions: Vec::new(),
        }
    }
}

impl<N, C> Run<N, C> {
    pub(crate) fn push_node(&mut self, parent: Option<(u32, Branch)>, decision: Option<Decision>) -> u32 {
        self.decisions.extend(decision);
        self.children.push([RunChild::Nothing; 2]);
        let node = self.children.len() as u32 - 1;
        self.link(parent, RunChild::Node(node));
        node
    }

    pub(super) fn link(&mut self, parent: Option<(u32, Branch)>, child: RunChild) {
        if let Some((parent, branch)) = parent {
            self.children[parent as usize][branch as usize] = child;
        }
    }
}

pub(crate) struct Runs<N, C>(pub(crate) Vec<Run<N, C>>);

impl<N, C> Runs<N, C> {
    /// Visits all nodes, leaves and missing children in depth-first order, front child first. `visit` receives the run,
    /// the child, and the path from the root, whose nodes are numbered in this order.
    pub(crate) fn depth_first(
        &mut self,
        progress: &Progress,
        visit: impl FnMut(&mut Run<N, C>, RunChild, &[(NodeId, Branch)]),
    ) -> Result<(), Cancelled> {
        self.depth_first_below((0, NodeId::ROOT), progress, visit)
    }

    /// Like [`Runs::depth_first`], but visits the subtree that starts with the given run. Its root has the given number.
    pub(crate) fn depth_first_below(
        &mut self,
        (root, first): (usize, NodeId),
        progress: &Progress,
        mut visit: impl FnMut(&mut Run<N, C>, RunChild, &[(NodeId, Branch)]),
    ) -> Result<(), Cancelled> {
        let mut path: Vec<(NodeId, Branch)> = Vec::new();
        let mut ids = (first.0..).map(NodeId);
        let mut stack = vec![(root, RunChild::Node(0), 0, Branch::Front)];
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
                path.extend(ids.next().map(|id| (id, Branch::Front)));
            }
        }
        Ok(())
    }
}
