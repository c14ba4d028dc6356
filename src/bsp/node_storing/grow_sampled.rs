//! Growing a tree by the default rule.
//!
//! As in [`crate::bsp::growth`] the top of the tree grows in rounds and each subtree below it is built by one thread. Here
//! a node passes records on instead of copies of its pieces, and a subtree of few pieces is built from one [`Table`].

use rayon::prelude::*;

use super::{
    Branch, NO_PLANE,
    builder::{BuildError, Builder},
    few::Table,
    grow_run::{Growing, Place},
    records::{Cutter, Polygons, Records},
    sampled::{Reached, choose_sampled},
};
use crate::{
    bsp::{
        effort::{Effort, Report},
        growth::{Grow, Run, RunChild, Runs},
        recording::Decision,
    },
    geometry::{Plane, Relation},
};

/// Records of a large node that one thread divides at a time.
const PART: usize = 8192;

/// Grows the tree over some pieces, given the seed and the depth of its root.
pub(super) fn grow_sampled<'a>(
    builder: &Builder<'a>,
    root: Records,
    place: Place,
    effort: &Effort,
) -> Result<Runs<Builder<'a>>, BuildError> {
    let progress = builder.progress;
    let pieces = root.records.len();
    let place = Place {
        parent: None,
        ..place
    };
    let mut top = Run::<Builder<'a>>::default();
    let (mut round, mut small) = (vec![(place, root)], Vec::new());
    let mut is_root = true;
    while !round.is_empty() {
        let divided = round.into_par_iter().map(|(place, records)| {
            let mut report = Report::new(progress, effort);
            if is_root {
                report.count_candidates();
            }
            divide_large(builder, &place, &records, &mut report).map(|divided| (place, divided))
        });
        let divided = divided.collect::<Result<Vec<_>, BuildError>>()?;
        if is_root {
            Report::count_pieces(progress, Builder::PHASE, pieces);
            is_root = false;
        }
        round = Vec::new();
        for (
            place,
            Large {
                plane,
                decision,
                parts,
            },
        ) in divided
        {
            top.nodes.push(plane, parts.cuts);
            for record in &parts.on.records {
                let vertices = record.vertices(builder.context, &parts.on.polygons);
                top.nodes.push_fragment(record.face, vertices);
            }
            let node = top.pushed(decision);
            top.link(place.parent, RunChild::Node(node));
            let [on, front, back] = [&parts.on, &parts.front, &parts.back].map(|part| part.records.len());
            let budgets = place.budget.divided(on, [front, back]);
            let sides = [(parts.front, Branch::Front), (parts.back, Branch::Back)];
            for ((records, branch), budget) in sides.into_iter().zip(budgets) {
                let place = place.below(node, branch, budget);
                match records.records.len() {
                    0 => {}
                    count if count <= Builder::SERIAL_PIECES => {
                        top.link(place.parent, RunChild::Run(small.len() as u32 + 1));
                        small.push((place, records));
                    }
                    _ => round.push((place, records)),
                }
            }
        }
    }
    let small = small.into_par_iter().map(|(place, records)| {
        let report = Report::new(progress, effort);
        Growing::new(builder, records, report).grow(place)
    });
    let small = small.collect::<Result<Vec<_>, BuildError>>()?;
    Ok(Runs(std::iter::once(top).chain(small).collect()))
}

/// A node of the top.
struct Large {
    plane: Plane,
    decision: Option<Decision>,
    parts: Parts,
}

/// The pieces of a node, divided by its plane.
#[derive(Default)]
struct Parts {
    on: Records,
    front: Records,
    back: Records,
    cuts: u32,
}

/// Divides a node of the top.
fn divide_large(
    builder: &Builder<'_>,
    place: &Place,
    records: &Records,
    report: &mut Report<'_>,
) -> Result<Large, BuildError> {
    report.check()?;
    let context = builder.context;
    let Records { records, polygons } = records;
    let reached = Reached {
        context,
        records,
        polygons,
    };
    let mut random = fastrand::Rng::with_seed(place.seed);
    let given = builder.given((place.depth, place.seed));
    let choice = choose_sampled(&reached, &mut random, report, given, &mut Table::default())?;
    let cutter = Cutter::new(&choice.plane, context.tolerance);
    let own = choice.own.map(|own| records[own].face);
    let parts = records.par_chunks(PART).map(|chunk| {
        builder.progress.check()?;
        let mut parts = Parts::default();
        let mut new = Polygons::default();
        let mut scratch = [Vec::new(), Vec::new()];
        for record in chunk {
            let relation = if own == Some(record.face) {
                Relation::On
            } else {
                record.relation(context, polygons, &cutter)
            };
            match relation {
                Relation::On => parts.on.push_moved(*record, polygons),
                Relation::Front => parts.front.push_moved(*record, polygons),
                Relation::Back => parts.back.push_moved(*record, polygons),
                Relation::Straddling => {
                    new.clear();
                    let record = record.moved(polygons, &mut new);
                    let [front, back] = record.cut(context, &mut new, &choice.plane, &mut scratch);
                    parts
                        .front
                        .records
                        .extend(front.map(|part| part.moved(&new, &mut parts.front.polygons)));
                    parts
                        .back
                        .records
                        .extend(back.map(|part| part.moved(&new, &mut parts.back.polygons)));
                    parts.cuts += 1;
                }
            }
        }
        Ok(parts)
    });
    let mut all = parts.collect::<Result<Vec<Parts>, BuildError>>()?.into_iter();
    let mut parts = all.next().unwrap_or_default();
    for other in all {
        parts.on.append(&other.on);
        parts.front.append(&other.front);
        parts.back.append(&other.back);
        parts.cuts += other.cuts;
    }
    let [on, front, back] = [&parts.on, &parts.front, &parts.back].map(|part| part.records.len());
    let count = records.len();
    if !builder.divides(place.budget, count, parts.cuts as usize, given)? {
        report.divided(count, count, 0, [0, 0]);
        let mut parts = Parts::default();
        for &record in records {
            parts.on.push_moved(record, polygons);
        }
        return Ok(Large {
            plane: NO_PLANE,
            decision: context.record.then(|| choice.undivided(count)),
            parts,
        });
    }
    let added = (on + front + back).saturating_sub(count) as u64;
    builder.count_added(added)?;
    report.divided(count, on, added, [front, back]);
    let plane = choice.plane;
    let sides = [on, front, back];
    Ok(Large {
        plane,
        decision: context
            .record
            .then(|| choice.decision_of(count, sides, parts.cuts)),
        parts,
    })
}
