//! Subtrees that are still to be built, and the pieces that reach them.

use crate::{
    node::Branch,
    pieces::{Piece, Pieces, Polygons, Reached},
    scoring::child_seed,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Parent node and side, in the run of that node; `None` for the root of a run.
    pub(crate) parent: Option<(u32, Branch)>,
    /// Seed for the random numbers of the subtree's root.
    pub(crate) seed: u64,
    pub(crate) depth: u32,
}

impl Place {
    pub(crate) fn below(&self, parent: Option<u32>, branch: Branch) -> Self {
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
    pub(crate) place: Place,
    /// Data in addition to the pieces: the convex region, or the fragment budget.
    pub(crate) cell: C,
}

/// The pieces that reach a node, which are the last ones of a run.
pub(crate) struct Tail<'a> {
    pub(super) pieces: &'a mut Vec<Piece>,
    pub(super) first: usize,
    pub(super) polygons: &'a Polygons,
}

impl Tail<'_> {
    pub(crate) fn reached<'a, F>(&'a self, faces: &'a F) -> Reached<'a, F> {
        Reached {
            faces,
            pieces: &self.pieces[self.first..],
            polygons: self.polygons,
        }
    }

    /// Keeps the pieces for whose face `keep` returns `true`.
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
