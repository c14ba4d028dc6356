//! The default rule: the surface area heuristic over planes of faces and planes across axes (Ize, Wald and Parker, "Ray
//! tracing with the BSP tree", 2008). The region of a node is known by the bounds of its pieces.

use smallvec::SmallVec;

use super::{
    axial::{across_axes, bounds},
    context::Context,
    costs::Costs,
    few::{FEW, Table},
    records::{Cutter, Polygons, Record},
};
use crate::{
    bsp::{
        effort::Report,
        recording::ChosenBy,
        scoring::{Best, Choice, HitProbabilities, Indices, SplitCounts, spread},
    },
    geometry::{Aabb, Plane, Relation, tolerance::SAME_NORMAL},
    progress::Cancelled,
};

/// With fewer pieces the planes of faces are only tried where no plane across an axis pays: scoring them takes longer than
/// dividing the pieces, and a large face is found among more pieces, above.
const FACES_MIN_PIECES: usize = 512;

/// The pieces of a node.
#[derive(Clone, Copy)]
pub(super) struct Reached<'a> {
    pub(super) context: &'a Context,
    pub(super) records: &'a [Record],
    pub(super) polygons: &'a Polygons,
}

impl Reached<'_> {
    fn plane(&self, index: usize) -> Plane {
        self.context.planes[self.records[index].face as usize]
    }

    /// The number of a face, as the caller numbered it.
    fn number(&self, index: usize) -> u32 {
        self.context.faces[self.records[index].face as usize]
    }

    fn relation(&self, index: usize, cutter: &Cutter) -> Relation {
        self.records[index].relation(self.context, self.polygons, cutter)
    }

    /// How a plane divides a sample; the piece `own` lies on it, whatever its distances.
    fn split_counts(
        &self,
        plane: &Plane,
        own: Option<usize>,
        sample: &[u32],
        report: &Report<'_>,
    ) -> Result<SplitCounts, Cancelled> {
        let cutter = Cutter::new(plane, self.context.tolerance);
        let mut counts = SplitCounts::default();
        for (turn, &index) in sample.iter().enumerate() {
            report.progress().check_at(turn)?;
            let index = index as usize;
            if own == Some(index) {
                counts.on += 1;
            } else {
                counts.add(self.relation(index, &cutter));
            }
        }
        Ok(counts)
    }
}

/// Chooses the plane of a node, as [`super::choose::choose`] does.
pub(super) fn choose_sampled(
    reached: &Reached<'_>,
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
    given: Option<&Plane>,
    table: &mut Table,
) -> Result<Choice, Cancelled> {
    let Reached { context, records, .. } = *reached;
    let count = records.len();
    let costs = Costs::new(&context.params, count);
    let mut best = Best::of(&reached.plane(0), 0, context.record);
    let mut sample = Indices::new();
    let choice = if count <= FEW {
        among_few(reached, best, table, report)?
    } else {
        let content = bounds(records.iter().copied());
        sample = spread(count, context.params.scored_pieces(count as u32), random);
        let sampled = sample.iter().map(|&index| records[index as usize]);
        let mut outcome = Ok(());
        across_axes(sampled, &content, context.tolerance, &costs, |axial| {
            let mut counts = axial.counts;
            if context.record && outcome.is_ok() {
                // The bins take some pieces to be cut that end at the plane: what is recorded of it is exact.
                match reached.split_counts(&axial.plane, None, &sample, report) {
                    Ok(exact) => counts = exact,
                    Err(cancelled) => outcome = Err(cancelled),
                }
            }
            best.consider(&axial.plane, None, axial.score, counts);
        });
        outcome?;
        if best.is_empty() || count >= FACES_MIN_PIECES || context.params.candidates == 0 {
            of_faces(reached, &content, &sample, &costs, &mut best, random, report)?;
        }
        best.chosen_by(ChosenBy::Cost).into_choice()
    };
    let Some(plane) = given else {
        return Ok(choice);
    };
    if sample.is_empty() {
        sample = (0..count as u32).collect();
    }
    let own = (0..count).find(|&index| reached.plane(index) == *plane);
    let counts = reached.split_counts(plane, own, &sample, report)?;
    let content = bounds(records.iter().copied());
    let score = match context.params.block_weights(count as u32) {
        Some(weights) => counts.weighed_in_block(weights),
        None => {
            // A plane of no face costs a node of its own.
            let node = f64::from(u8::from(own.is_none()));
            node + costs.of(&HitProbabilities::of(&content, plane), &counts).score
        }
    };
    let own = own.map(|index| (index, reached.number(index)));
    Ok(Best::from(choice, context.record).take(plane, own, score, counts))
}

/// The best plane of a few pieces.
fn among_few(
    reached: &Reached<'_>,
    mut best: Best,
    table: &mut Table,
    report: &Report<'_>,
) -> Result<Choice, Cancelled> {
    let Reached {
        context,
        records,
        polygons,
    } = *reached;
    let set = table.fill(context, polygons, records);
    let numbered = |own: Option<usize>| own.map(|slot| (slot, reached.number(slot)));
    let all: Indices = (0..records.len() as u32).collect();
    let mut outcome = Ok(());
    let chosen = table.choose(context, polygons, set, |plane, own, score, mut counts| {
        if !context.record {
            return;
        }
        if own.is_none() {
            match reached.split_counts(plane, None, &all, report) {
                Ok(exact) => counts = exact,
                Err(cancelled) => outcome = Err(cancelled),
            }
        }
        best.consider(plane, numbered(own), score, counts);
    });
    outcome?;
    let is_block = context.params.block_weights(records.len() as u32).is_some();
    let least = best.least_is_of_face();
    let own = numbered(chosen.own);
    let mut choice = best.take(&chosen.plane, own, 0.0, SplitCounts::default());
    choice.own = chosen.own;
    choice.by = match chosen.own {
        _ if is_block => ChosenBy::BlockWeights,
        Some(_) if !least => ChosenBy::CostOfFaces,
        _ => ChosenBy::Cost,
    };
    Ok(choice)
}

/// Considers the planes of a random sample of the faces.
fn of_faces(
    reached: &Reached<'_>,
    content: &Aabb,
    sample: &[u32],
    costs: &Costs<'_>,
    best: &mut Best,
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
) -> Result<(), Cancelled> {
    let candidates = distinct_candidates(reached, random, report)?;
    report.candidates(candidates.len());
    for index in candidates {
        let plane = reached.plane(index);
        let counts = reached.split_counts(&plane, Some(index), sample, report)?;
        report.tested(sample.len());
        let score = costs.of(&HitProbabilities::of(content, &plane), &counts).score;
        best.consider(&plane, Some((index, reached.number(index))), score, counts);
    }
    Ok(())
}

/// Random pieces on different planes, [`BuildParams::candidates`] at most; for each plane the largest of those drawn.
fn distinct_candidates(
    reached: &Reached<'_>,
    random: &mut fastrand::Rng,
    report: &Report<'_>,
) -> Result<SmallVec<[usize; 16]>, Cancelled> {
    let context = reached.context;
    let mut kept: SmallVec<[usize; 16]> = SmallVec::new();
    for index in spread(reached.records.len(), context.params.candidates, random) {
        report.check()?;
        let index = index as usize;
        let own = reached.plane(index);
        let same = kept.iter_mut().find(|other| {
            let plane = reached.plane(**other);
            plane.normal.cross(own.normal).length_squared() <= SAME_NORMAL * SAME_NORMAL
                && reached.relation(index, &Cutter::new(&plane, context.tolerance)) == Relation::On
        });
        let area = |index: usize| context.areas[reached.records[index].face as usize];
        match same {
            // The larger triangle fixes its plane better.
            Some(other) if area(index) > area(*other) => *other = index,
            Some(_) => {}
            None => kept.push(index),
        }
    }
    Ok(kept)
}
