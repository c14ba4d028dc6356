//! Partition of pieces by a plane.

use bspwalk_geometry::{Plane, Relation, Vertex};
use bspwalk_progress::{Cancelled, Progress};
use rayon::prelude::*;

use super::pieces::{Cutter, FaceSource, Piece, Pieces, Polygons};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// All coplanar pieces. A piece that is cut becomes one polygon on each side.
    All,
    /// Only the piece with this index, as in the ATI sample. Other coplanar pieces go to the front, and pieces that are
    /// cut become triangles.
    Alone(usize),
}

#[derive(Debug, Default)]
pub(super) struct Partition {
    pub(super) on: Vec<Piece>,
    pub(super) front: Vec<Piece>,
    pub(super) back: Vec<Piece>,
    pub(super) cuts: u32,
    relations: Vec<Relation>,
    /// Scratch buffers for the corners of the two parts of a cut piece.
    parts: [Vec<Vertex>; 2],
}

/// Minimum number of pieces for a multithreaded partition.
const SHARED_PIECES: usize = 1 << 14;

impl Partition {
    /// Divides pieces by a plane, overwriting the previous result. The polygons of cut parts are appended to
    /// `polygons`.
    ///
    /// If `is_own` returns true for a piece, that piece is treated as coplanar, regardless of its distances. This
    /// ensures that the node stores it.
    pub(super) fn divide<F: FaceSource>(
        &mut self,
        (faces, plane): (&F, &Plane),
        pieces: &[Piece],
        polygons: &mut Polygons,
        stored: Stored,
        is_own: impl Fn(usize, &Piece) -> bool + Sync,
        progress: &Progress,
    ) -> Result<(), Cancelled> {
        let cutter = Cutter::new(plane, faces);
        let seen: &Polygons = polygons;
        let relation = |(index, piece): (usize, &Piece)| {
            if is_own(index, piece) {
                Relation::On
            } else {
                piece.relation(faces, seen, &cutter)
            }
        };
        if pieces.len() >= SHARED_PIECES {
            let relations = pieces.par_iter().enumerate().map(relation);
            relations.collect_into_vec(&mut self.relations);
        } else {
            self.relations.clear();
            self.relations.extend(pieces.iter().enumerate().map(relation));
        }
        self.clear();
        match stored {
            Stored::All => {
                for (index, piece) in pieces.iter().enumerate() {
                    progress.check_at(index)?;
                    match self.relations[index] {
                        Relation::On => self.on.push(*piece),
                        Relation::Front => self.front.push(*piece),
                        Relation::Back => self.back.push(*piece),
                        Relation::Straddling => {
                            let [front, back] = piece.cut(faces, polygons, plane, &mut self.parts);
                            self.front.extend(front);
                            self.back.extend(back);
                            self.cuts += 1;
                        }
                    }
                }
            }
            Stored::Alone(own) => {
                self.on.push(pieces[own]);
                // The sample's `fastRemove` fills the gap with the last piece. Reproducing the same tree requires the
                // same order.
                let last = pieces.len() - 1;
                let order = (0..last).map(|index| if index == own { last } else { index });
                for (turn, index) in order.enumerate() {
                    progress.check_at(turn)?;
                    let piece = pieces[index];
                    match self.relations[index] {
                        Relation::On | Relation::Front => self.front.push(piece),
                        Relation::Back => self.back.push(piece),
                        Relation::Straddling => {
                            let to = [&mut self.front, &mut self.back];
                            piece.cut_to_fans(faces, polygons, plane, &mut self.parts, to);
                            self.cuts += 1;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn of<F: FaceSource>(
        (faces, plane): (&F, &Plane),
        pieces: &Pieces,
        stored: Stored,
        is_own: impl Fn(usize, &Piece) -> bool + Sync,
        progress: &Progress,
    ) -> Result<(Self, Polygons), Cancelled> {
        let mut partition = Self::default();
        let mut polygons = pieces.polygons.clone();
        partition.divide(
            (faces, plane),
            &pieces.list,
            &mut polygons,
            stored,
            is_own,
            progress,
        )?;
        Ok((partition, polygons))
    }

    pub(super) fn counts(&self) -> [usize; 3] {
        [self.on.len(), self.front.len(), self.back.len()]
    }

    fn clear(&mut self) {
        self.on.clear();
        self.front.clear();
        self.back.clear();
        self.cuts = 0;
    }
}
