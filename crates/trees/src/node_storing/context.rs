//! Properties of triangles that a build needs in addition to the pieces.

use bspwalk_geometry::{FaceId, Plane, Vertex};

use crate::{
    BuildParams,
    pieces::{FaceSource, Pieces},
};

pub(super) struct Context {
    pub(super) params: BuildParams,
    pub(super) planes: Vec<Plane>,
    /// Plane number of each triangle; equal planes have equal numbers. Empty if the rule does not use plane numbers.
    pub(super) plane_numbers: Vec<u32>,
    pub(super) corners: Vec<[Vertex; 3]>,
    pub(super) areas: Vec<f64>,
    pub(super) faces: Vec<FaceId>,
    pub(super) tolerance: f64,
    pub(super) largest_coordinate: f64,
    pub(super) record: bool,
    /// Whether rules that score planes against all pieces test every pair, without shortcuts.
    pub(super) all_pairs: bool,
}

pub(super) type Reached<'a> = crate::pieces::NodePieces<'a, Context>;

impl Context {
    pub(super) fn pieces(&self) -> Pieces {
        Pieces::all(self, self.corners.len() as u32)
    }
}

impl FaceSource for Context {
    fn corners(&self, face: u32) -> &[Vertex] {
        &self.corners[face as usize]
    }

    fn plane(&self, face: u32) -> Plane {
        self.planes[face as usize]
    }

    fn number(&self, face: u32) -> FaceId {
        self.faces[face as usize]
    }

    fn is_on(&self, _face: u32, _own: u32) -> bool {
        false
    }

    fn thickness(&self) -> f64 {
        self.tolerance
    }

    fn largest_coordinate(&self) -> f64 {
        self.largest_coordinate
    }

    fn record(&self) -> bool {
        self.record
    }
}
