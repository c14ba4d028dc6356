//! What a build knows of the triangles besides their pieces.

use crate::{
    bsp::{
        BuildParams,
        pieces::{Piece, Pieces},
        scoring::Faces,
    },
    geometry::{Plane, Vertex},
};

/// What a rule reads besides the pieces.
pub(super) struct Context {
    pub(super) params: BuildParams,
    /// Plane of each triangle.
    pub(super) planes: Vec<Plane>,
    /// A number of each triangle's plane, which equal planes share; empty where the rule does not ask for it.
    pub(super) plane_numbers: Vec<u32>,
    /// Corners of each triangle.
    pub(super) corners: Vec<[Vertex; 3]>,
    /// Area of each triangle, in square metres.
    pub(super) areas: Vec<f64>,
    /// The face number of each triangle.
    pub(super) faces: Vec<u32>,
    /// Thickness of a plane, in metres.
    pub(super) tolerance: f64,
    pub(super) record: bool,
    /// Whether a rule that scores planes against all pieces tests each plane against each piece.
    pub(super) all_pairs: bool,
}

impl Context {
    /// The triangles as pieces.
    pub(super) fn pieces(&self) -> Pieces {
        let mut pieces = Pieces::with_capacity(self.corners.len());
        for (face, corners) in (0..).zip(&self.corners) {
            pieces.push(face, corners.iter().copied());
        }
        pieces
    }
}

impl Faces for Context {
    fn plane(&self, piece: Piece) -> Plane {
        self.planes[piece.face as usize]
    }

    fn number(&self, piece: Piece) -> u32 {
        self.faces[piece.face as usize]
    }

    fn is_on(&self, _piece: Piece, _own: Piece) -> bool {
        false
    }

    fn thickness(&self) -> f64 {
        self.tolerance
    }

    fn record(&self) -> bool {
        self.record
    }
}
