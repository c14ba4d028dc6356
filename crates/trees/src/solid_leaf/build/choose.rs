//! Chooses the splitting plane of a node. The plane must cut the node's cell. It contains a face, unless no face plane
//! divides the pieces well.

use std::collections::HashSet;

use crate::tolerance::CELL_THICKNESS;
use bspwalk_geometry::{Aabb, FaceId, Plane, Polygon, Polyhedron, Tolerances, Vertex};
use bspwalk_progress::Cancelled;
use smallvec::SmallVec;

use super::{
    auxiliary::{Auxiliary, AuxiliaryPlane},
    holes::Holes,
    plane_table::{Facing, PlaneTable},
};
use crate::solid_leaf::{LeafParams, LeafRule, PlaneId};
use crate::{
    effort::{Effort, Report},
    growth::Tail,
    pieces::{FaceSource, Polygons},
    recording::{Candidate, ChosenBy},
    scoring::{
        Best, Choice, HitProbabilities, Indices, SplitCounts, best_plane, random_index, sample_indices,
    },
};

pub(crate) struct Context<'a> {
    pub(crate) params: &'a LeafParams,
    pub(crate) table: &'a PlaneTable,
    pub(crate) auxiliary: &'a Auxiliary,
    pub(crate) holes: &'a Holes,
    pub(crate) facings: &'a [Facing],
    pub(crate) faces: &'a [FaceId],
    pub(crate) corners: &'a Polygons,
    /// Number of faces. The polygons after them are hints.
    pub(crate) first_hint: u32,
    pub(crate) largest_coordinate: f64,
    pub(crate) tolerances: &'a Tolerances,
    pub(crate) record: bool,
}

type Reached<'r, 'a> = crate::pieces::NodePieces<'r, Context<'a>>;

impl Context<'_> {
    pub(crate) fn plane_id(&self, face: u32) -> PlaneId {
        self.facings[face as usize].plane
    }

    pub(crate) fn cuts(&self, plane: &Plane, cell: &Polyhedron) -> bool {
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

impl FaceSource for Context<'_> {
    fn corners(&self, face: u32) -> &[Vertex] {
        self.corners.vertices_of(face)
    }

    fn plane(&self, face: u32) -> Plane {
        self.table.facing_plane(self.facings[face as usize])
    }

    fn number(&self, face: u32) -> FaceId {
        self.faces[face as usize]
    }

    fn is_on(&self, face: u32, own: u32) -> bool {
        self.plane_id(face) == self.plane_id(own)
    }

    fn thickness(&self) -> f64 {
        self.tolerances.on_plane
    }

    fn largest_coordinate(&self) -> f64 {
        self.largest_coordinate
    }

    fn record(&self) -> bool {
        self.record
    }
}

pub(crate) fn effort(params: &LeafParams) -> Effort {
    match params.rule {
        LeafRule::First | LeafRule::Random => Effort::new(1, 1, false),
        _ => Effort::new(params.candidates, params.sample, true),
    }
}

/// Chooses the plane of a node from its pieces and its cell, and returns the choice with the plane's id in the table.
///
/// Returns `None` if no piece has a plane that cuts the cell. Auxiliary planes are only considered if `auxiliary` is
/// set. A piece whose plane does not cut the cell lies on the cell's boundary and is removed.
pub(crate) fn choose(
    context: &Context<'_>,
    pieces: &mut Tail<'_>,
    cell: &Polyhedron,
    auxiliary: bool,
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
) -> Result<Option<(Choice, PlaneId)>, Cancelled> {
    loop {
        let reached = &pieces.reached(context);
        if reached.len() == 0 {
            return Ok(None);
        }
        let hints = hints(reached, report)?;
        let (mut cutting, mut idle) = (SmallVec::<[usize; 16]>::new(), SmallVec::<[PlaneId; 16]>::new());
        for index in candidates(reached, &hints, random, report)? {
            report.check()?;
            if context.cuts(&reached.plane(index), cell) {
                cutting.push(index);
            } else {
                idle.push(context.plane_id(reached.face(index)));
            }
        }
        if let Some(&first) = cutting.first() {
            let mut best = Best::new(reached, first);
            if cutting.len() > 1 || context.record {
                let size = context.params.scored_pieces(reached.len() as u32);
                let sample = sample_indices(reached.len(), size, random);
                let bounds = cell.bounds();
                best = best_plane(reached, &cutting, &sample, report, |plane, counts| {
                    score(context.params, &bounds, plane, counts)
                })?;
            }
            let by = match context.params.rule {
                _ if !hints.is_empty() => ChosenBy::Hint,
                LeafRule::First => ChosenBy::FirstFace,
                LeafRule::Random => ChosenBy::RandomFace,
                LeafRule::SurfaceArea => ChosenBy::Cost,
                _ => ChosenBy::Weights,
            };
            let mut choice = best.chosen_by(by).into_choice();
            let own = choice.own.unwrap_or(first);
            let id = context.plane_id(reached.face(own));
            if by == ChosenBy::Hint {
                let chosen = choice.candidates.get(choice.chosen as usize);
                let chosen = chosen.map(|chosen| Candidate {
                    face: None,
                    ..*chosen
                });
                (choice.candidates, choice.chosen) = (chosen.into_iter().collect(), 0);
                return Ok(Some((choice, id)));
            }
            let found = if auxiliary {
                better(reached, cell, own, random, report)?
            } else {
                None
            };
            return Ok(Some(match found {
                Some(found) => {
                    let score = score(context.params, &cell.bounds(), &found.plane, &found.counts);
                    (
                        choice.with_plane(&found.plane, score, found.counts, context.record),
                        found.id,
                    )
                }
                None => (choice, id),
            }));
        }
        idle.sort_unstable();
        pieces.retain(|face| idle.binary_search(&context.plane_id(face)).is_err());
    }
}

/// Returns an auxiliary plane if the rule scores planes and the best face plane, which contains the piece `own`,
/// divides the pieces badly.
fn better(
    reached: &Reached<'_, '_>,
    cell: &Polyhedron,
    own: usize,
    random: &mut fastrand::Rng,
    report: &Report<'_>,
) -> Result<Option<AuxiliaryPlane>, Cancelled> {
    let context = reached.faces;
    if !context.auxiliary.is_applicable(reached.len())
        || matches!(context.params.rule, LeafRule::First | LeafRule::Random)
    {
        return Ok(None);
    }
    let progress = report.progress();
    let sample = sample_indices(
        reached.len(),
        context.params.scored_pieces(reached.len() as u32),
        random,
    );
    let counts = SplitCounts::of(reached, own, &sample, progress)?;
    let cuts = |plane: &Plane| context.cuts(plane, cell);
    let auxiliary = context.auxiliary;
    auxiliary.find(context.table, cuts, reached, &counts, &sample, random, progress)
}

pub(crate) fn choose_hole_plane(context: &Context<'_>, cell: &Polyhedron) -> Option<(Choice, PlaneId)> {
    let divides = |plane: &Plane| context.cuts(plane, cell);
    let planes = context.table.planes();
    let id = context
        .holes
        .find_dividing_plane(cell, planes, context.tolerances.on_plane, divides)?;
    let plane = planes[id.index()];
    let choice = Choice {
        plane,
        own: None,
        by: ChosenBy::Hole,
        candidates: Vec::new(),
        chosen: 0,
    };
    let mut choice = choice.with_plane(&plane, 0.0, SplitCounts::default(), context.record);
    choice.by = ChosenBy::Hole;
    Some((choice, id))
}

/// Returns the indices of the pieces of hints, which divide a cell before any face does.
fn hints(reached: &Reached<'_, '_>, report: &Report<'_>) -> Result<Indices, Cancelled> {
    let context = reached.faces;
    let mut found = Indices::new();
    if context.first_hint as usize == context.facings.len() {
        return Ok(found);
    }
    for (turn, piece) in reached.pieces.iter().enumerate() {
        report.progress().check_at(turn)?;
        if piece.face >= context.first_hint {
            found.push(turn as u32);
        }
    }
    Ok(found)
}

fn candidates(
    reached: &Reached<'_, '_>,
    hints: &[u32],
    random: &mut fastrand::Rng,
    report: &Report<'_>,
) -> Result<Vec<usize>, Cancelled> {
    let context = reached.faces;
    let indices = match context.params.rule {
        _ if !hints.is_empty() => sample_indices(hints.len(), context.params.candidates, random)
            .into_iter()
            .map(|index| hints[index as usize])
            .collect(),
        LeafRule::First => Indices::from_slice(&[0]),
        LeafRule::Random => Indices::from_slice(&[random_index(reached.len(), random) as u32]),
        _ => sample_indices(reached.len(), context.params.candidates, random),
    };
    let mut seen = PlaneSet::default();
    let mut candidates = Vec::with_capacity(indices.len());
    for (turn, index) in indices.into_iter().enumerate() {
        report.progress().check_at(turn)?;
        let index = index as usize;
        if seen.insert(context.plane_id(reached.face(index))) {
            candidates.push(index);
        }
    }
    Ok(candidates)
}

/// Maximum number of planes that are compared one by one.
const FEW_PLANES: usize = 32;

#[derive(Default)]
struct PlaneSet {
    first: SmallVec<[PlaneId; FEW_PLANES]>,
    others: HashSet<PlaneId>,
}

impl PlaneSet {
    fn insert(&mut self, plane: PlaneId) -> bool {
        if self.first.contains(&plane) {
            return false;
        }
        if self.first.len() < FEW_PLANES {
            self.first.push(plane);
            return true;
        }
        self.others.insert(plane)
    }
}

fn score(params: &LeafParams, cell: &Aabb, plane: &Plane, counts: &SplitCounts) -> f64 {
    let weighed = counts.weighted_score(params.cut_weight, params.unbalance_weight);
    match params.rule {
        LeafRule::SurfaceArea => {
            let chance = HitProbabilities::of(cell, plane);
            chance.front * f64::from(counts.front + counts.cuts)
                + chance.back * f64::from(counts.back + counts.cuts)
                + weighed
        }
        _ => weighed - params.coplanar_weight * f64::from(counts.on),
    }
}
