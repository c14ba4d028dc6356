//! What is certainly seen: passages that a straight line was found through.
//!
//! Most of what can be seen is seen along some line at random. A search for what is hidden then need not follow chains to
//! what is known to be seen, of which there are very many.

use glam::DVec3;
use rayon::prelude::*;

use super::{
    bits::{self, BitMatrix},
    directed_portals::{DirectedPortalId, DirectedPortals, back},
};
use crate::progress::{Cancelled, Progress};

/// Lines without a discovery after which no more are drawn through a passage.
const PATIENCE: u32 = 48;

/// For each passage those that a line through it was found to take later. At most `lines` are drawn through each, towards
/// passages that it might see and that no line has met.
pub(super) fn witnesses(
    directed_portals: &DirectedPortals,
    sees: &BitMatrix,
    lines: u64,
    progress: &Progress,
) -> Result<(BitMatrix, u64), Cancelled> {
    let count = directed_portals.count();
    progress.begin("Looking along lines at random", count as u64);
    let mut met = BitMatrix::new(count);
    let drawn = met
        .rows_mut()
        .enumerate()
        .map(|(id, row)| {
            progress.check()?;
            progress.advance(1);
            look(directed_portals, sees, id as DirectedPortalId, lines, row, progress)
        })
        // A sum of results would ask all parts once more.
        .try_reduce(|| 0, |a, b| Ok::<_, Cancelled>(a + b))?;
    // A line is seen along from either end.
    for p in 0..count as DirectedPortalId {
        progress.check()?;
        let others: Vec<DirectedPortalId> = bits::ones(met.row(p)).collect();
        for q in others {
            bits::insert(met.row_mut(back(q)), back(p));
        }
    }
    Ok((met, drawn))
}

/// Draws lines through a passage and marks what they meet. Returns how many.
fn look(
    directed_portals: &DirectedPortals,
    sees: &BitMatrix,
    id: DirectedPortalId,
    lines: u64,
    row: &mut [u64],
    progress: &Progress,
) -> Result<u64, Cancelled> {
    let mut generator = fastrand::Rng::with_seed(u64::from(id));
    let mut targets: Vec<DirectedPortalId> = bits::ones(sees.row(id)).collect();
    let (mut drawn, mut in_vain) = (0, 0);
    while !targets.is_empty() && drawn < lines && in_vain < PATIENCE {
        progress.check()?;
        let place = generator.usize(..targets.len());
        let target = targets[place];
        if !bits::contains(row, target) {
            drawn += 1;
            let from = point_in(directed_portals, id, &mut generator);
            let to = point_in(directed_portals, target, &mut generator);
            let is_new = directed_portals.directed_portal(id).plane.normal.dot(to - from) > 0.0
                && follow(directed_portals, sees.row(id), id, from, to - from, row);
            in_vain = if is_new { 0 } else { in_vain + 1 };
        }
        if bits::contains(row, target) {
            targets.swap_remove(place);
        }
    }
    Ok(drawn)
}

/// A random point of an opening.
fn point_in(
    directed_portals: &DirectedPortals,
    id: DirectedPortalId,
    generator: &mut fastrand::Rng,
) -> DVec3 {
    let weighted = directed_portals.corners(id).iter().map(|&corner| {
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
    directed_portals: &DirectedPortals,
    sees: &[u64],
    first: DirectedPortalId,
    from: DVec3,
    direction: DVec3,
    met: &mut [u64],
) -> bool {
    let (mut last, mut travelled, mut is_new) = (first, 0.0, false);
    // Each passage at most once, so that rounding does not lead in circles.
    for _ in 0..directed_portals.count() {
        let cluster = directed_portals.directed_portal(last).to;
        if cluster == directed_portals.outside() {
            break;
        }
        let next = directed_portals
            .out_of(cluster)
            .iter()
            .filter(|&&next| next != back(last) && bits::contains(sees, next))
            .filter_map(|&next| {
                let plane = &directed_portals.directed_portal(next).plane;
                let speed = plane.normal.dot(direction);
                let time = -plane.distance(from) / speed;
                (speed > 0.0
                    && time > travelled
                    && directed_portals.is_through(next, from + direction * time))
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
