//! Convex pieces of the faces that are sorted into a tree, and their partition by a plane.

use glam::DVec3;

use crate::{
    geometry::{Plane, Relation, Vertex, polygon::cut},
    progress::{Cancelled, Progress},
};

/// A convex piece of a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Index of the face.
    pub(super) face: u32,
    first: u32,
    count: u32,
}

/// Pieces with their vertices. Partitions keep their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    pieces: Vec<Piece>,
    vertices: Vec<Vertex>,
}

/// A set of pieces divided by a plane.
#[derive(Clone, Debug, Default)]
pub(super) struct Partition {
    pub(super) on: Pieces,
    pub(super) front: Pieces,
    pub(super) back: Pieces,
    /// Pieces that were cut in two.
    pub(super) cuts: u32,
}

impl Pieces {
    pub(super) fn with_capacity(pieces: usize) -> Self {
        Self {
            pieces: Vec::with_capacity(pieces),
            vertices: Vec::with_capacity(pieces * 3),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    pub(super) fn get(&self, index: usize) -> Piece {
        self.pieces[index]
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Piece> + '_ {
        self.pieces.iter().copied()
    }

    pub(super) fn vertices(&self, piece: Piece) -> &[Vertex] {
        &self.vertices[piece.first as usize..(piece.first + piece.count) as usize]
    }

    pub(super) fn push(&mut self, face: u32, vertices: impl IntoIterator<Item = Vertex>) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(vertices);
        self.pieces.push(Piece {
            face,
            first,
            count: self.vertices.len() as u32 - first,
        });
    }

    /// Keeps the pieces for which `keep` is true.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(Piece) -> bool) {
        self.pieces.retain(|&piece| keep(piece));
    }

    /// Makes one piece of the vertices from `first` on, if they are a polygon.
    fn close(&mut self, face: u32, first: usize) {
        let count = self.vertices.len() - first;
        if count >= 3 {
            self.pieces.push(Piece {
                face,
                first: first as u32,
                count: count as u32,
            });
        } else {
            self.vertices.truncate(first);
        }
    }

    /// As [`Pieces::close`], but makes a fan of triangles around the first vertex.
    fn close_as_fan(&mut self, face: u32, first: usize) {
        let polygon: smallvec::SmallVec<[Vertex; 8]> = self.vertices.drain(first..).collect();
        for pair in polygon.get(1..).unwrap_or_default().windows(2) {
            self.push(face, [polygon[0], pair[0], pair[1]]);
        }
    }

    /// The least and the greatest signed distance of a piece from the plane.
    #[inline]
    pub(super) fn extent(&self, piece: Piece, plane: &Plane) -> (f64, f64) {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for vertex in self.vertices(piece) {
            let distance = plane.distance(vertex.position);
            // Comparisons are one instruction each, while `min` and `max` also handle NaN.
            low = if distance < low { distance } else { low };
            high = if distance > high { distance } else { high };
        }
        (low, high)
    }

    /// Which side of the plane a piece is on.
    #[inline]
    pub(super) fn relation(&self, piece: Piece, plane: &Plane, tolerance: f64) -> Relation {
        let (low, high) = self.extent(piece, plane);
        match (high > tolerance, low < -tolerance) {
            (true, true) => Relation::Straddling,
            (true, false) => Relation::Front,
            (false, true) => Relation::Back,
            (false, false) => Relation::On,
        }
    }

    /// Divides the pieces by a plane. Pieces for which `is_own` is true, given their index, count as on the plane whatever
    /// their distances, so that the node is sure to store them.
    pub(super) fn partition(
        &self,
        plane: &Plane,
        tolerance: f64,
        progress: &Progress,
        is_own: impl Fn(usize, Piece) -> bool,
    ) -> Result<Partition, Cancelled> {
        let mut parts = Partition {
            on: Self::default(),
            front: Self::with_capacity(self.len() / 2 + 4),
            back: Self::with_capacity(self.len() / 2 + 4),
            cuts: 0,
        };
        for (index, piece) in self.iter().enumerate() {
            progress.check_at(index)?;
            let relation = if is_own(index, piece) {
                Relation::On
            } else {
                self.relation(piece, plane, tolerance)
            };
            parts.add(self, piece, relation, plane, tolerance, Pieces::close);
        }
        Ok(parts)
    }

    /// Divides the pieces as the ATI sample does (seed 000): the node stores the piece `own` alone, other coplanar pieces go
    /// to the front, and cut pieces are split into triangles.
    pub(super) fn partition_ati(
        &self,
        plane: &Plane,
        tolerance: f64,
        progress: &Progress,
        own: usize,
    ) -> Result<Partition, Cancelled> {
        let mut parts = Partition::default();
        let mut add = |piece, relation| {
            parts.add(self, piece, relation, plane, tolerance, Pieces::close_as_fan);
        };
        add(self.get(own), Relation::On);
        // The sample's `fastRemove` moves the last piece to the place of the removed one: the same order gives the same tree.
        let last = self.len() - 1;
        let order = (0..last).map(|index| if index == own { last } else { index });
        for (turn, piece) in order.map(|index| self.get(index)).enumerate() {
            progress.check_at(turn)?;
            match self.relation(piece, plane, tolerance) {
                Relation::On => add(piece, Relation::Front),
                relation => add(piece, relation),
            }
        }
        Ok(parts)
    }
}

impl Partition {
    /// Adds a piece with this relation to the plane; `close` makes pieces of the two parts of a cut one.
    fn add(
        &mut self,
        pieces: &Pieces,
        piece: Piece,
        relation: Relation,
        plane: &Plane,
        tolerance: f64,
        close: impl Fn(&mut Pieces, u32, usize),
    ) {
        let vertices = pieces.vertices(piece);
        match relation {
            Relation::On => self.on.push(piece.face, vertices.iter().copied()),
            Relation::Front => self.front.push(piece.face, vertices.iter().copied()),
            Relation::Back => self.back.push(piece.face, vertices.iter().copied()),
            Relation::Straddling => {
                let distances: smallvec::SmallVec<[f64; 12]> = vertices
                    .iter()
                    .map(|vertex| plane.distance(vertex.position))
                    .collect();
                let (front, back) = (&mut self.front.vertices, &mut self.back.vertices);
                let (first_front, first_back) = (front.len(), back.len());
                // Bare vertices have no normal that would turn to the face's.
                cut(vertices, &distances, tolerance, DVec3::ZERO, front, back);
                close(&mut self.front, piece.face, first_front);
                close(&mut self.back, piece.face, first_back);
                self.cuts += 1;
            }
        }
    }
}
