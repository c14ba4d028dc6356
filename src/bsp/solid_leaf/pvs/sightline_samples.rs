//! What is certainly seen: passages that a straight line was found through.
//!
//! Most of what can be seen is seen along some line at random. A search for what is hidden then need not follow chains to
//! what is known to be seen, of which there are very many.

use glam::DVec3;
use rayon::prelude::*;

use super::{
    bits::{self, BitMatrix},
    directed_portals::{PassageId, Passages, back},
};
use crate::progress::{Cancelled, Progress};

/// Lines without a discovery after which no more are drawn through a passage.
const PATIENCE: u32 = 48;

/// For each passage those that a line through it was found to take later. At most `lines` are drawn through each, towards
/// passages that it might see and that no line has met.
pub(super) fn witnesses(
    passages: &Passages,
    sees: &BitMatrix,
    lines: u64,
    progress: &Progress,
) -> Result<(BitMatrix, u64), Cancelled> {
    let count = passages.count();
    progress.begin("Looking along lines at random", count as u64);
    let mut met = BitMatrix::new(count);
    let drawn = met
        .rows_mut()
        .enumerate()
        .map(|(id, row)| {
            progress.check()?;
            progress.advance(1);
            look(passages, sees, id as PassageId, lines, row, progress)
        })
        // A sum of results would ask all parts once more.
        .try_reduce(|| 0, |a, b| Ok::<_, Cancelled>(a + b))?;
    // A line is seen along from either end.
    for p in 0..count as PassageId {
        progress.check()?;
        let others: Vec<PassageId> = bits::ones(met.row(p)).collect();
        for q in others {
            bits::insert(met.row_mut(back(q)), back(p));
        }
    }
    Ok((met, drawn))
}

/// Draws lines through a passage and marks what they meet. Returns how many.
fn look(
    passages: &Passages,
    sees: &BitMatrix,
    id: PassageId,
    lines: u64,
    row: &mut [u64],
    progress: &Progress,
) -> Result<u64, Cancelled> {
    let mut generator = fastrand::Rng::with_seed(u64::from(id));
    let mut targets: Vec<PassageId> = bits::ones(sees.row(id)).collect();
    let (mut drawn, mut in_vain) = (0, 0);
    while !targets.is_empty() && drawn < lines && in_vain < PATIENCE {
        progress.check()?;
        let place = generator.usize(..targets.len());
        let target = targets[place];
        if !bits::contains(row, target) {
            drawn += 1;
            let from = point_in(passages, id, &mut generator);
            let to = point_in(passages, target, &mut generator);
            let is_new = passages.passage(id).plane.normal.dot(to - from) > 0.0
                && follow(passages, sees.row(id), id, from, to - from, row);
            in_vain = if is_new { 0 } else { in_vain + 1 };
        }
        if bits::contains(row, target) {
            targets.swap_remove(place);
        }
    }
    Ok(drawn)
}

/// A random point of an opening.
fn point_in(passages: &Passages, id: PassageId, generator: &mut fastrand::Rng) -> DVec3 {
    let weighted = passages.corners(id).iter().map(|&corner| {
        // Some near a corner, some in the middle.
        let weight = generator.f64().powi(3) + f64::MIN_POSITIVE;
        (corner * weight, weight)
    });
    let (sum, weight) = weighted.fold((DVec3::ZERO, 0.0), |(a, b), (c, d)| (a + c, b + d));
    sum / weight
}

/// Marks the passages that a line takes after it has taken the first, as far as the openings let it. Returns whether
/// there is a new one among them.
fn follow(
    passages: &Passages,
    sees: &[u64],
    first: PassageId,
    from: DVec3,
    direction: DVec3,
    met: &mut [u64],
) -> bool {
    let (mut last, mut travelled, mut is_new) = (first, 0.0, false);
    // Each passage at most once, so that rounding does not lead in circles.
    for _ in 0..passages.count() {
        let cluster = passages.passage(last).to;
        if cluster == passages.outside() {
            break;
        }
        let next = passages
            .out_of(cluster)
            .iter()
            .filter(|&&next| next != back(last) && bits::contains(sees, next))
            .filter_map(|&next| {
                let plane = &passages.passage(next).plane;
                let speed = plane.normal.dot(direction);
                let time = -plane.distance(from) / speed;
                (speed > 0.0 && time > travelled && passages.is_through(next, from + direction * time))
                    .then_some((time, next))
            })
            .min_by(|(a, _), (b, _)| a.total_cmp(b));
        let Some((time, next)) = next else { break };
        is_new |= !bits::contains(met, next);
        bits::insert(met, next);
        (last, travelled) = (next, time);
    }
    is_new
}
