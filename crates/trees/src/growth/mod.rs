//! Grows a tree from its root, in parallel and without recursion. Used by all rules of both kinds of trees.
//!
//! A thread grows a run of nodes from a stack of subtrees. If both sides of a node have many pieces, its front child
//! becomes the root of a new run, which any thread may take. A node's random numbers depend only on its path from the
//! root, so the tree does not depend on the number of threads.

mod run;

use std::sync::{Mutex, MutexGuard, PoisonError};

use bspwalk_progress::{Cancelled, Progress};
use rayon::Scope;

pub(super) use run::{NewNodes, NodePosition, Run, RunChild, Runs, Subtree, Tail};

use super::{
    effort::{Effort, Report},
    node::Branch,
    partition::{Partition, Stored},
    pieces::{FaceSource, Piece, Pieces, Polygons},
    recording::Decision,
    scoring::Choice,
};

pub(super) enum Chosen<G: Grow> {
    Leaf(G::Cell),
    Plane(Choice, G::Split),
}

pub(super) enum NodeOutcome<N> {
    Divided(N),
    /// The division is rejected; the node stores its pieces undivided.
    Block(N),
}

pub(super) trait Grow: Sync + Sized {
    type Cell: Send;
    type Split: Sync;
    type Node;
    type Nodes: NewNodes<Self::Node>;
    type Faces: FaceSource;
    type Error: From<Cancelled> + Send;
    type Scratch: Default;

    const PHASE: &'static str;
    /// Maximum number of pieces in a subtree that is built by a single thread.
    const SERIAL_PIECES: usize;

    fn faces(&self) -> &Self::Faces;

    fn choose(
        &self,
        pieces: &mut Tail<'_>,
        place: &NodePosition,
        cell: Self::Cell,
        scratch: &mut Self::Scratch,
        report: &mut Report<'_>,
    ) -> Result<Chosen<Self>, Self::Error>;

    fn stored(&self, choice: &Choice) -> Stored;

    /// Returns whether a piece lies on the plane by definition, whatever the distances of its corners. The chosen piece
    /// always does.
    fn is_on(&self, _face: u32, _split: &Self::Split) -> bool {
        false
    }

    fn node(
        &self,
        choice: &Choice,
        split: &Self::Split,
        pieces: usize,
        parts: &Partition,
    ) -> Result<NodeOutcome<Self::Node>, Self::Error>;

    /// Returns the data of the two child subtrees, or `None` for a missing child. `counts` contains the numbers of
    /// pieces on the plane, in front of it and behind it.
    fn children(&self, split: Self::Split, counts: [usize; 3]) -> [Option<Self::Cell>; 2];

    /// Grows the subtree of the pieces starting at `first` with a specialised method and removes these pieces. Returns
    /// `false` if the method does not apply.
    fn has_grown(
        &self,
        _growing: &mut Growing<'_, '_, Self>,
        _place: &NodePosition,
        _cell: &Self::Cell,
        _first: usize,
    ) -> Result<bool, Self::Error> {
        Ok(false)
    }
}

struct Shared<'a, G: Grow> {
    tree: &'a G,
    effort: &'a Effort,
    progress: &'a Progress,
    runs: Mutex<Vec<Run<G::Nodes, G::Cell>>>,
    error: Mutex<Option<G::Error>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'scope, G: Grow> Shared<'scope, G> {
    fn new(tree: &'scope G, roots: usize, effort: &'scope Effort, progress: &'scope Progress) -> Self {
        Self {
            tree,
            effort,
            progress,
            runs: Mutex::new((0..roots).map(|_| Run::default()).collect()),
            error: Mutex::new(None),
        }
    }

    fn into_runs(self) -> Result<Runs<G::Nodes, G::Cell>, G::Error> {
        let Self { runs, error, .. } = self;
        match error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(Runs(runs.into_inner().unwrap_or_else(PoisonError::into_inner))),
        }
    }

    fn grow(
        &'scope self,
        scope: &Scope<'scope>,
        (number, run): (u32, Run<G::Nodes, G::Cell>),
        root: Subtree<G::Cell>,
        is_root: bool,
    ) {
        let mut growing = Growing {
            shared: self,
            scope,
            tree: self.tree,
            report: Report::new(self.progress, self.effort),
            run,
            pieces: root.pieces.list,
            polygons: root.pieces.polygons,
            partition: Partition::default(),
            scratch: G::Scratch::default(),
            is_root,
        };
        growing.run.nodes.reserve(growing.pieces.len() * 5 / 4);
        let polygons = growing.polygons.len();
        let root = Waiting {
            place: root.place,
            cell: root.cell,
            first: 0,
            polygons,
        };
        match growing.grow(vec![root]) {
            Ok(()) => locked(&self.runs)[number as usize] = growing.run,
            Err(error) => {
                locked(&self.error).get_or_insert(error);
            }
        }
    }
}

pub(super) struct Growing<'g, 'scope, G: Grow> {
    shared: &'scope Shared<'scope, G>,
    scope: &'g Scope<'scope>,
    pub(super) tree: &'scope G,
    pub(super) report: Report<'scope>,
    pub(super) run: Run<G::Nodes, G::Cell>,
    /// Pieces of all waiting subtrees. The pieces of the subtree to be built next come last.
    pub(super) pieces: Vec<Piece>,
    pub(super) polygons: Polygons,
    partition: Partition,
    pub(super) scratch: G::Scratch,
    is_root: bool,
}

pub(super) struct Waiting<C> {
    place: NodePosition,
    cell: C,
    first: usize,
    /// Number of polygons that the pieces of this subtree may use. Any further polygons belong to subtrees that are
    /// built before it.
    polygons: usize,
}

impl<G: Grow> Growing<'_, '_, G> {
    /// Builds the subtrees on the stack, last one first, so that a front child directly follows its parent.
    pub(super) fn grow(&mut self, mut stack: Vec<Waiting<G::Cell>>) -> Result<(), G::Error> {
        while let Some(waiting) = stack.pop() {
            let Waiting {
                place,
                cell,
                first,
                polygons,
            } = waiting;
            self.polygons.truncate(polygons);
            self.report.check()?;
            let tree = self.tree;
            // The root is divided separately, because its candidates are counted.
            if self.is_root || !tree.has_grown(self, &place, &cell, first)? {
                self.divide(&place, cell, first, &mut stack)?;
            }
        }
        Ok(())
    }

    /// Creates a node or a leaf from the pieces starting at `first`, and pushes its child subtrees. The pieces from
    /// `first` on are replaced by the pieces behind the plane, followed by the pieces in front of it.
    pub(super) fn divide(
        &mut self,
        place: &NodePosition,
        cell: G::Cell,
        first: usize,
        stack: &mut Vec<Waiting<G::Cell>>,
    ) -> Result<(), G::Error> {
        let tree = self.tree;
        let faces = tree.faces();
        let is_root = std::mem::take(&mut self.is_root);
        let (before, record) = (self.pieces.len() - first, faces.record());
        if is_root {
            // Under an exhaustive rule, choosing the root's plane takes as long as all other nodes together.
            self.report.count_candidates(true);
        }
        let mut tail = Tail {
            pieces: &mut self.pieces,
            first,
            polygons: &self.polygons,
        };
        let chosen = tree.choose(&mut tail, place, cell, &mut self.scratch, &mut self.report)?;
        if is_root {
            self.report.count_candidates(false);
            Report::count_pieces(self.shared.progress, G::PHASE, before);
        }
        let (choice, split) = match chosen {
            Chosen::Leaf(cell) => {
                self.pieces.truncate(first);
                self.report.record_division(before, before, 0, [0, 0]);
                self.run
                    .link(place.parent, RunChild::Leaf(self.run.leaves.len() as u32));
                self.run.leaves.push(cell);
                return Ok(());
            }
            Chosen::Plane(choice, split) => (choice, split),
        };
        let (pieces, parts) = (&self.pieces[first..], &mut self.partition);
        let polygons = self.polygons.len();
        let is_own =
            |index: usize, piece: &Piece| choice.own == Some(index) || tree.is_on(piece.face, &split);
        let (plane, stored) = ((faces, &choice.plane), tree.stored(&choice));
        parts.divide(
            plane,
            pieces,
            &mut self.polygons,
            stored,
            is_own,
            self.shared.progress,
        )?;
        let count = pieces.len();
        let node = match tree.node(&choice, &split, count, parts)? {
            NodeOutcome::Divided(node) => node,
            NodeOutcome::Block(node) => {
                self.polygons.truncate(polygons);
                let decision = record.then(|| choice.into_undivided_decision(count));
                self.push_block(node, place.parent, first, decision);
                self.report.record_division(count, count, 0, [0, 0]);
                return Ok(());
            }
        };
        self.run.nodes.push(node, parts.cuts);
        for piece in &parts.on {
            let vertices = piece.vertices(faces, &self.polygons);
            self.run.nodes.push_piece(piece, vertices);
        }
        let counts = parts.counts();
        let [on, front, back] = counts;
        self.pieces.truncate(first);
        self.pieces.extend_from_slice(&parts.back);
        self.pieces.extend_from_slice(&parts.front);
        let added = (on + front + back).saturating_sub(count) as u64;
        self.report
            .record_division(before, before - count + on, added, [front, back]);
        let cuts = parts.cuts;
        let decision = record.then(|| choice.decision_of(count, counts, cuts));
        let node = self.run.push_node(place.parent, decision);
        let polygons = self.polygons.len();
        let [in_front, behind] = tree.children(split, counts);
        if let Some(cell) = behind {
            stack.push(Waiting {
                place: place.child(Some(node), Branch::Back),
                cell,
                first,
                polygons,
            });
        }
        if let Some(cell) = in_front {
            let first = first + back;
            if front.min(back) > G::SERIAL_PIECES {
                let root = place.child(None, Branch::Front);
                self.spawn((node, Branch::Front), root, cell, first);
            } else {
                stack.push(Waiting {
                    place: place.child(Some(node), Branch::Front),
                    cell,
                    first,
                    polygons,
                });
            }
        }
        Ok(())
    }

    fn spawn(&mut self, parent: (u32, Branch), place: NodePosition, cell: G::Cell, first: usize) {
        let pieces = Pieces::copied_from(&self.pieces[first..], &self.polygons);
        self.pieces.truncate(first);
        let mut runs = locked(&self.shared.runs);
        let number = runs.len() as u32;
        runs.push(Run::default());
        drop(runs);
        self.run.link(Some(parent), RunChild::Run(number));
        let shared = self.shared;
        self.scope.spawn(move |scope| {
            let root = Subtree { pieces, place, cell };
            shared.grow(scope, (number, Run::default()), root, false);
        });
    }

    fn push_block(
        &mut self,
        node: G::Node,
        parent: Option<(u32, Branch)>,
        first: usize,
        decision: Option<Decision>,
    ) {
        self.run.nodes.push(node, 0);
        for piece in self.pieces.drain(first..) {
            let vertices = piece.vertices(self.tree.faces(), &self.polygons);
            self.run.nodes.push_piece(&piece, vertices);
        }
        self.run.push_node(parent, decision);
    }
}

pub(super) fn grow<G: Grow>(
    tree: &G,
    top: Run<G::Nodes, G::Cell>,
    root: Subtree<G::Cell>,
    effort: &Effort,
    progress: &Progress,
) -> Result<Runs<G::Nodes, G::Cell>, G::Error> {
    let shared = Shared::new(tree, 1, effort, progress);
    rayon::scope(|scope| shared.grow(scope, (0, top), root, true));
    shared.into_runs()
}

/// Grows several subtrees at once. Run number `i` starts with the root of the subtree with index `i`.
pub(super) fn grow_each<G: Grow>(
    tree: &G,
    roots: Vec<Subtree<G::Cell>>,
    effort: &Effort,
    progress: &Progress,
) -> Result<Runs<G::Nodes, G::Cell>, G::Error> {
    let shared = Shared::new(tree, roots.len(), effort, progress);
    let shared_by_all = &shared;
    rayon::scope(|scope| {
        for (number, root) in (0..).zip(roots) {
            scope.spawn(move |scope| shared_by_all.grow(scope, (number, Run::default()), root, false));
        }
    });
    shared.into_runs()
}
