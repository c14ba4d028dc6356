//! The faces on their way down the tree: convex pieces of triangles, and their partition by a plane.

use glam::DVec3;

use crate::geometry::{
    Aabb, Plane, Relation, Vertex,
    polygon::{cut, relation},
};

/// A convex piece of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Index of the triangle.
    pub(super) triangle: u32,
    first: u32,
    count: u32,
}

/// Pieces with their vertices, in an order that partitions keep.
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

    pub(super) fn push(&mut self, triangle: u32, vertices: impl IntoIterator<Item = Vertex>) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(vertices);
        self.pieces.push(Piece {
            triangle,
            first,
            count: self.vertices.len() as u32 - first,
        });
    }

    /// Appends what was pushed onto the vertices from `first` on as one piece, if it is a polygon.
    fn close(&mut self, triangle: u32, first: usize) {
        let count = self.vertices.len() - first;
        if count >= 3 {
            self.pieces.push(Piece {
                triangle,
                first: first as u32,
                count: count as u32,
            });
        } else {
            self.vertices.truncate(first);
        }
    }

    /// As [`Pieces::close`], but as a fan of triangles around the first vertex.
    fn close_as_fan(&mut self, triangle: u32, first: usize) {
        let polygon: smallvec::SmallVec<[Vertex; 8]> = self.vertices.drain(first..).collect();
        for pair in polygon.get(1..).unwrap_or_default().windows(2) {
            self.push(triangle, [polygon[0], pair[0], pair[1]]);
        }
    }

    pub(super) fn bounds_of(&self, piece: Piece) -> Aabb {
        Aabb::from_points(self.vertices(piece).iter().map(|vertex| vertex.position))
    }

    /// Bounds of all pieces.
    pub(super) fn bounds(&self) -> Aabb {
        Aabb::from_points(self.vertices.iter().map(|vertex| vertex.position))
    }

    /// The least and the greatest signed distance of a piece from the plane.
    #[inline]
    pub(super) fn extent(&self, piece: Piece, plane: &Plane) -> (f64, f64) {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for vertex in self.vertices(piece) {
            let distance = plane.distance(vertex.position);
            // Comparisons, which are one instruction each, unlike `min` and `max` with what they say of NaN.
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

    /// Divides the pieces by a plane.
    ///
    /// `own` is the piece whose plane it is: it counts as on the plane whatever its distances, so that a node always
    /// takes at least one piece.
    pub(super) fn partition(
        &self,
        plane: &Plane,
        tolerance: f64,
        own: Option<usize>,
        normals: &[DVec3],
    ) -> Partition {
        let mut parts = Partition {
            on: Self::default(),
            front: Self::with_capacity(self.len() / 2 + 4),
            back: Self::with_capacity(self.len() / 2 + 4),
            cuts: 0,
        };
        for (index, piece) in self.iter().enumerate() {
            let relation = if own == Some(index) {
                Relation::On
            } else {
                self.relation(piece, plane, tolerance)
            };
            let whole = self.vertices(piece).iter().copied();
            match relation {
                Relation::On => parts.on.push(piece.triangle, whole),
                Relation::Front => parts.front.push(piece.triangle, whole),
                Relation::Back => parts.back.push(piece.triangle, whole),
                Relation::Straddling => {
                    parts.cut(
                        self.vertices(piece),
                        piece.triangle,
                        plane,
                        tolerance,
                        normals,
                        false,
                    );
                }
            }
        }
        parts
    }

    /// Divides the pieces as the ATI sample does (seed 000): the node takes one piece alone, coplanar ones go to the
    /// front, parts of cut ones are triangles.
    pub(super) fn partition_ati(
        &self,
        plane: &Plane,
        tolerance: f64,
        own: usize,
        normals: &[DVec3],
    ) -> Partition {
        let mut parts = Partition::default();
        parts.on.push(
            self.get(own).triangle,
            self.vertices(self.get(own)).iter().copied(),
        );
        // The sample's `fastRemove` puts the last in the place of the removed.
        let last = self.len() - 1;
        let order = (0..last).map(|index| if index == own { last } else { index });
        for piece in order.map(|index| self.get(index)) {
            let whole = self.vertices(piece).iter().copied();
            match self.relation(piece, plane, tolerance) {
                Relation::On | Relation::Front => parts.front.push(piece.triangle, whole),
                Relation::Back => parts.back.push(piece.triangle, whole),
                Relation::Straddling => {
                    parts.cut(
                        self.vertices(piece),
                        piece.triangle,
                        plane,
                        tolerance,
                        normals,
                        true,
                    );
                }
            }
        }
        parts
    }
}

impl Partition {
    fn cut(
        &mut self,
        vertices: &[Vertex],
        triangle: u32,
        plane: &Plane,
        tolerance: f64,
        normals: &[DVec3],
        fan: bool,
    ) {
        let distances: smallvec::SmallVec<[f64; 12]> = vertices
            .iter()
            .map(|vertex| plane.distance(vertex.position))
            .collect();
        debug_assert_eq!(relation(&distances, tolerance), Relation::Straddling);
        let (first_front, first_back) = (self.front.vertices.len(), self.back.vertices.len());
        cut(
            vertices,
            &distances,
            tolerance,
            normals[triangle as usize],
            &mut self.front.vertices,
            &mut self.back.vertices,
        );
        if fan {
            self.front.close_as_fan(triangle, first_front);
            self.back.close_as_fan(triangle, first_back);
        } else {
            self.front.close(triangle, first_front);
            self.back.close(triangle, first_back);
        }
        self.cuts += 1;
    }
}
