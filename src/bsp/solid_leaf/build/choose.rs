//! The choice of a node's plane: it really cuts the node's cell, and a face lies on it.

use smallvec::SmallVec;

use super::plane_table::Facing;
use crate::bsp::solid_leaf::{LeafParams, LeafRule, PlaneId};
use crate::{
    bsp::{
        effort::{Effort, Report},
        pieces::{Piece, Pieces},
        recording::Candidate,
        scoring::{Best, HitProbabilities, Indices, SplitCounts, spread},
    },
    geometry::{Aabb, Plane, Polygon, Polyhedron, Tolerances, tolerance::CELL_THICKNESS},
    progress::Cancelled,
};

/// What a rule reads besides the pieces.
pub(in crate::bsp::solid_leaf) struct Context<'a> {
    pub(in crate::bsp::solid_leaf) params: &'a LeafParams,
    /// The shared table.
    pub(in crate::bsp::solid_leaf) planes: &'a [Plane],
    /// The plane of each face.
    pub(in crate::bsp::solid_leaf) facings: &'a [Facing],
    /// The number of each face, as the caller counts.
    pub(in crate::bsp::solid_leaf) faces: &'a [u32],
    pub(in crate::bsp::solid_leaf) tolerances: &'a Tolerances,
    pub(in crate::bsp::solid_leaf) record: bool,
}

/// A chosen plane.
#[derive(Debug)]
pub(in crate::bsp::solid_leaf) struct Choice {
    /// The plane, facing as the face that it was taken from.
    pub(in crate::bsp::solid_leaf) plane: Plane,
    pub(in crate::bsp::solid_leaf) id: PlaneId,
    /// What was considered, where the build is recorded, and which of it was chosen.
    pub(in crate::bsp::solid_leaf) candidates: Vec<Candidate>,
    pub(in crate::bsp::solid_leaf) chosen: u32,
}

impl Context<'_> {
    /// The plane of a piece, facing as the piece does.
    fn plane_of(&self, piece: Piece) -> Plane {
        let facing = self.facings[piece.face as usize];
        let plane = self.planes[facing.plane as usize];
        if facing.flipped { plane.flipped() } else { plane }
    }

    pub(in crate::bsp::solid_leaf) fn plane_id(&self, piece: Piece) -> PlaneId {
        self.facings[piece.face as usize].plane
    }

    /// Whether the plane leaves something of the cell on both sides.
    fn cuts(&self, plane: &Plane, cell: &Polyhedron) -> bool {
        let thickness = CELL_THICKNESS * self.tolerances.on_plane;
        let (mut front, mut back) = (false, false);
        for corner in cell.faces.iter().flat_map(Polygon::positions) {
            let distance = plane.distance(corner);
            front |= distance > thickness;
            back |= distance < -thickness;
            if front && back {
                return true;
            }
        }
        false
    }
}

/// How much work the rule of these parameters is.
pub(in crate::bsp::solid_leaf) fn effort(params: &LeafParams) -> Effort {
    match params.rule {
        LeafRule::First | LeafRule::Random => Effort::new(1, 1, false),
        _ => Effort::new(params.candidates, params.sample, true),
    }
}

/// Chooses the plane of a node with these pieces in this cell; `None` where none of their planes cuts the cell. Pieces on
/// planes that were found not to cut it, which are on its boundary, are left out.
pub(in crate::bsp::solid_leaf) fn choose(
    context: &Context<'_>,
    pieces: &mut Pieces,
    cell: &Polyhedron,
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
) -> Result<Option<Choice>, Cancelled> {
    loop {
        if pieces.is_empty() {
            return Ok(None);
        }
        let (mut cutting, mut idle) = (SmallVec::<[usize; 16]>::new(), SmallVec::<[PlaneId; 16]>::new());
        for index in candidates(context, pieces, random, report)? {
            report.check()?;
            let piece = pieces.get(index);
            if context.cuts(&context.plane_of(piece), cell) {
                cutting.push(index);
            } else {
                idle.push(context.plane_id(piece));
            }
        }
        if let Some(&first) = cutting.first() {
            return best_of(context, pieces, cell, first, &cutting, random, report).map(Some);
        }
        idle.sort_unstable();
        pieces.retain(|piece| idle.binary_search(&context.plane_id(piece)).is_err());
    }
}

/// The pieces whose planes are candidates, no two on one plane.
fn candidates(
    context: &Context<'_>,
    pieces: &Pieces,
    random: &mut fastrand::Rng,
    report: &Report<'_>,
) -> Result<Vec<usize>, Cancelled> {
    let indices = match context.params.rule {
        LeafRule::First => Indices::from_slice(&[0]),
        LeafRule::Random => Indices::from_slice(&[random.usize(..pieces.len()) as u32]),
        _ => spread(pieces.len(), context.params.candidates, random),
    };
    let mut seen: std::collections::HashSet<PlaneId> =
        std::collections::HashSet::with_capacity(indices.len());
    let mut candidates = Vec::with_capacity(indices.len());
    for (turn, index) in indices.into_iter().enumerate() {
        report.progress().check_at(turn)?;
        let index = index as usize;
        if seen.insert(context.plane_id(pieces.get(index))) {
            candidates.push(index);
        }
    }
    Ok(candidates)
}

fn best_of(
    context: &Context<'_>,
    pieces: &Pieces,
    cell: &Polyhedron,
    first: usize,
    cutting: &[usize],
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
) -> Result<Choice, Cancelled> {
    let plane = |index: usize| context.plane_of(pieces.get(index));
    let mut best = Best::new(context.record, plane(first), first);
    if cutting.len() > 1 || context.record {
        let size = context.params.scored_pieces(pieces.len() as u32);
        let sample = spread(pieces.len(), size, random);
        let bounds = cell.bounds();
        report.candidates(cutting.len());
        for &index in cutting {
            let plane = plane(index);
            // Those that the table puts on the plane are on it, whatever their distances.
            let id = context.plane_id(pieces.get(index));
            let split_counts = SplitCounts::of(
                pieces,
                &sample,
                &plane,
                context.tolerances.on_plane,
                report.progress(),
                |piece| context.plane_id(piece) == id,
            )?;
            report.tested(sample.len());
            let score = score(context.params, &bounds, &plane, &split_counts);
            let face = context.faces[pieces.get(index).face as usize];
            best.consider(&plane, Some(index), Some(face), score, split_counts);
        }
    }
    let best = best.into_choice();
    let own = best.own.unwrap_or(first);
    Ok(Choice {
        plane: plane(own),
        id: context.plane_id(pieces.get(own)),
        candidates: best.candidates,
        chosen: best.chosen,
    })
}

/// The least is the best.
fn score(params: &LeafParams, cell: &Aabb, plane: &Plane, split_counts: &SplitCounts) -> f64 {
    let weighed = split_counts.weighed(params.cut_weight, params.unbalance_weight);
    match params.rule {
        LeafRule::SurfaceArea => {
            let chance = HitProbabilities::of(cell, plane);
            chance.front * f64::from(split_counts.front + split_counts.cuts)
                + chance.back * f64::from(split_counts.back + split_counts.cuts)
                + weighed
        }
        _ => weighed - params.coplanar_weight * f64::from(split_counts.on),
    }
}
