//! Sightline samples: directed portals that are definitely visible, because a straight line through them was found.
//!
//! Random lines find most of the visible portals. The search for hidden portals can then skip the many chains that lead
//! to portals known to be visible.

use bspwalk_progress::{Cancelled, Progress};
use fixedbitset::FixedBitSet;
use glam::DVec3;

use super::{
    directed_portals::{DirectedPortalId, DirectedPortals, reverse_portal},
    mightsee::Table,
};
use crate::scoring::random_index;

/// Maximum number of consecutive lines through a portal that discover nothing new. After that, its sampling stops.
const PATIENCE: u32 = 48;

/// Draws at most `lines` lines through each directed portal. They are aimed at portals that it may see and that no line
/// has passed through yet.
pub(super) fn sightline_samples(
    portals: &DirectedPortals,
    sees: &[FixedBitSet],
    lines: u64,
    progress: &Progress,
) -> Result<(Table, u64), Cancelled> {
    let sampled = progress.in_parallel("Sampling sightlines", 0..portals.count(), |id| {
        sample(portals, &sees[id], id, lines, progress)
    })?;
    let drawn = sampled.iter().map(|&(_, drawn)| drawn).sum();
    let mut seen: Table = sampled.into_iter().map(|(row, _)| row).collect();
    // A sightline works in both directions.
    for p in 0..seen.len() {
        progress.check()?;
        let others: Vec<DirectedPortalId> = seen[p].ones().collect();
        for q in others {
            seen[reverse_portal(q)].insert(reverse_portal(p));
        }
    }
    Ok((seen, drawn))
}

fn sample(
    portals: &DirectedPortals,
    sees: &FixedBitSet,
    id: DirectedPortalId,
    lines: u64,
    progress: &Progress,
) -> Result<(FixedBitSet, u64), Cancelled> {
    let mut seen = FixedBitSet::with_capacity(portals.count());
    let mut generator = fastrand::Rng::with_seed(id as u64);
    let mut targets: Vec<DirectedPortalId> = sees.ones().collect();
    let (mut drawn, mut in_vain) = (0, 0);
    while !targets.is_empty() && drawn < lines && in_vain < PATIENCE {
        progress.check()?;
        let place = random_index(targets.len(), &mut generator);
        let target = targets[place];
        if !seen.contains(target) {
            drawn += 1;
            let from = point_in(portals, id, &mut generator);
            let to = point_in(portals, target, &mut generator);
            let is_new = portals.get(id).plane.normal.dot(to - from) > 0.0
                && follow(portals, sees, id, from, to - from, &mut seen);
            in_vain = if is_new { 0 } else { in_vain + 1 };
        }
        if seen.contains(target) {
            targets.swap_remove(place);
        }
    }
    Ok((seen, drawn))
}

fn point_in(portals: &DirectedPortals, id: DirectedPortalId, generator: &mut fastrand::Rng) -> DVec3 {
    // With cubed weights, some points are near corners and others near the middle.
    weighted_mean(portals.corners(id), || {
        generator.f64().powi(3) + f64::MIN_POSITIVE
    })
}

pub(super) fn weighted_mean(points: &[DVec3], mut weight: impl FnMut() -> f64) -> DVec3 {
    let (mut sum, mut weights) = (DVec3::ZERO, 0.0);
    for &point in points {
        let weight = weight();
        sum += point * weight;
        weights += weight;
    }
    sum / weights
}

/// Marks the portals that a line passes through after the first one, for as long as it stays within the openings.
fn follow(
    portals: &DirectedPortals,
    sees: &FixedBitSet,
    first: DirectedPortalId,
    from: DVec3,
    direction: DVec3,
    seen: &mut FixedBitSet,
) -> bool {
    let (mut last, mut travelled, mut is_new) = (first, 0.0, false);
    // A line passes through each portal at most once. The limit prevents endless loops caused by rounding.
    for _ in 0..portals.count() {
        let cluster = portals.get(last).to;
        if cluster == portals.outside() {
            break;
        }
        let next = portals
            .portals_from(cluster)
            .iter()
            .filter(|&&next| next != reverse_portal(last) && sees.contains(next))
            .filter_map(|&next| {
                let plane = &portals.get(next).plane;
                let speed = plane.normal.dot(direction);
                let time = -plane.distance(from) / speed;
                (speed > 0.0 && time > travelled && portals.contains_point(next, from + direction * time))
                    .then_some((time, next))
            })
            .min_by(|(a, _), (b, _)| a.total_cmp(b));
        let Some((time, next)) = next else { break };
        is_new |= !seen.put(next);
        (last, travelled) = (next, time);
    }
    is_new
}
