//! Growing a tree from its root, without recursion and in parallel, for both kinds of tree.
//!
//! The top of the tree grows in rounds, all nodes of a round at once. A subtree with few pieces is then built by one
//! thread. The random numbers of a node depend on its path from the root alone, so the tree does not depend on the number
//! of threads.

use rayon::prelude::*;

use super::{
    effort::{Effort, Report},
    node::{Branch, NodeId},
    pieces::Pieces,
    recording::Decision,
    scoring::child_seed,
};
use crate::progress::{Cancelled, Progress};

/// A subtree that is still to be built.
#[derive(Clone)]
pub(super) struct Subtree<C> {
    pub(super) pieces: Pieces,
    pub(super) cell: C,
    /// Seed of the random numbers of its root.
    pub(super) seed: u64,
    pub(super) depth: u32,
    /// The node that it hangs below and the side, in the run of that node; `None` for the root of a run.
    pub(super) parent: Option<(u32, Branch)>,
}

impl<C> Subtree<C> {
    /// The subtree on one side of a node with this seed and depth.
    pub(super) fn below(pieces: Pieces, cell: C, seed: u64, depth: u32, branch: Branch) -> Self {
        Self {
            pieces,
            cell,
            seed: child_seed(seed, branch),
            depth: depth + 1,
            parent: None,
        }
    }
}

/// One kind of tree, as it grows.
pub(super) trait Grow: Sync {
    /// What a subtree carries besides its pieces: its convex region, or how far it may grow.
    type Cell: Send;
    /// A new node.
    type Node: Send;
    /// The nodes of a run.
    type Nodes: Default + Extend<Self::Node> + Send;
    type Error: From<Cancelled> + Send;

    /// The name of the phase, for the user.
    const PHASE: &'static str;
    /// A subtree of at most this many pieces is built by one thread.
    const SERIAL_PIECES: usize;

    /// Makes a node or a leaf of the root of a subtree.
    fn divide(
        &self,
        subtree: Subtree<Self::Cell>,
        report: &mut Report<'_>,
    ) -> Result<Divided<Self>, Self::Error>;
}

/// The root of a subtree, once its plane is chosen.
pub(super) enum Divided<G: Grow + ?Sized> {
    Leaf(G::Cell),
    Node {
        node: G::Node,
        decision: Option<Decision>,
        /// In front and behind; `None` where the tree has no child.
        children: [Option<Subtree<G::Cell>>; 2],
    },
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
    pub(super) children: Vec<[RunChild; 2]>,
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
    /// Appends a node without children; its number.
    pub(super) fn push(&mut self, node: G::Node, decision: Option<Decision>) -> u32 {
        self.nodes.extend([node]);
        self.pushed(decision)
    }

    /// Numbers a node that was appended to `nodes`.
    pub(super) fn pushed(&mut self, decision: Option<Decision>) -> u32 {
        self.decisions.extend(decision);
        self.children.push([RunChild::Nothing; 2]);
        self.children.len() as u32 - 1
    }

    pub(super) fn link(&mut self, parent: Option<(u32, Branch)>, child: RunChild) {
        if let Some((parent, branch)) = parent {
            self.children[parent as usize][branch as usize] = child;
        }
    }

    /// Appends the root of a subtree below `parent`, and returns the subtrees below it.
    fn append(
        &mut self,
        parent: Option<(u32, Branch)>,
        divided: Divided<G>,
    ) -> [Option<Subtree<G::Cell>>; 2] {
        match divided {
            Divided::Leaf(cell) => {
                self.link(parent, RunChild::Leaf(self.leaves.len() as u32));
                self.leaves.push(cell);
                [None, None]
            }
            Divided::Node {
                node,
                decision,
                mut children,
            } => {
                let id = self.push(node, decision);
                self.link(parent, RunChild::Node(id));
                for (child, branch) in children.iter_mut().zip([Branch::Front, Branch::Back]) {
                    if let Some(child) = child {
                        child.parent = Some((id, branch));
                    }
                }
                children
            }
        }
    }
}

/// Grows the tree below `root`, which hangs in `top`. Run 0 of the result is the top.
pub(super) fn grow<G: Grow>(
    tree: &G,
    mut top: Run<G>,
    root: Subtree<G::Cell>,
    effort: &Effort,
    progress: &Progress,
) -> Result<Runs<G>, G::Error> {
    let root_depth = root.depth;
    let (mut round, mut small) = (vec![root], Vec::new());
    while !round.is_empty() {
        let divided = round
            .into_par_iter()
            .map(|subtree| {
                let (parent, pieces) = (subtree.parent, subtree.pieces.len());
                let mut report = Report::new(progress, effort);
                if subtree.depth != root_depth {
                    return Ok((parent, tree.divide(subtree, &mut report)?));
                }
                // By an exhaustive rule the root takes as long as all nodes below it.
                report.count_candidates();
                let divided = tree.divide(subtree, &mut report)?;
                Report::count_pieces(progress, G::PHASE, pieces);
                Ok((parent, divided))
            })
            .collect::<Result<Vec<_>, G::Error>>()?;
        round = Vec::new();
        for (parent, divided) in divided {
            for child in top.append(parent, divided).into_iter().flatten() {
                if child.pieces.len() <= G::SERIAL_PIECES {
                    top.link(child.parent, RunChild::Run(small.len() as u32 + 1));
                    small.push(child);
                } else {
                    round.push(child);
                }
            }
        }
    }
    let small = small.into_par_iter().map(|subtree| {
        let mut report = Report::new(progress, effort);
        let mut run = Run::default();
        let parent = None;
        let mut stack = vec![Subtree { parent, ..subtree }];
        while let Some(subtree) = stack.pop() {
            let parent = subtree.parent;
            let children = run.append(parent, tree.divide(subtree, &mut report)?);
            // The front child follows its parent.
            stack.extend(children.into_iter().rev().flatten());
        }
        Ok(run)
    });
    let small = small.collect::<Result<Vec<_>, G::Error>>()?;
    Ok(Runs(std::iter::once(top).chain(small).collect()))
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
