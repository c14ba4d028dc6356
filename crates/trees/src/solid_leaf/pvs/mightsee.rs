//! The base PVS: the portals that each directed portal may see if only the planes of openings are considered.
//!
//! This is the `mightsee` set of Quake's compilers, which their function `BasePortalVis` computes.

use bspwalk_progress::{Cancelled, Progress};
use fixedbitset::FixedBitSet;
use rayon::prelude::*;

use super::{
    clip::Limits,
    directed_portals::{DirectedPortalId, DirectedPortals, reverse_portal},
};

/// For each directed portal, the portals that a straight line may pass through after it.
pub(super) type Table = Vec<FixedBitSet>;

/// Returns, for each directed portal, the portals that a straight line may pass through after it.
///
/// A line that has passed through an opening stays in front of the opening's plane. Portal `q` can therefore follow
/// portal `p` only if part of `q` is in front of the plane of `p`, and part of `p` is behind the plane of `q`.
pub(super) fn base_pvs(
    portals: &DirectedPortals,
    limits: Limits,
    progress: &Progress,
) -> Result<Table, Cancelled> {
    let count = portals.count();
    let sees = progress.in_parallel("Computing the base PVS", 0..count, |id| {
        flood(portals, id, limits, progress)
    })?;
    // `p` sees `q` only if `q` sees `p` in the opposite direction, because a line can be followed from either end. Both
    // sets are conservative, so take their intersection.
    let in_both = |p: DirectedPortalId| {
        progress.check()?;
        let mut row = sees[p].clone();
        for q in sees[p]
            .ones()
            .filter(|&q| !sees[reverse_portal(q)].contains(reverse_portal(p)))
        {
            row.remove(q);
        }
        Ok(row)
    };
    let mut sees = (0..count)
        .into_par_iter()
        .map(in_both)
        .collect::<Result<Table, Cancelled>>()?;
    propagate(portals, &mut sees, BETWEEN, progress)?;
    Ok(sees)
}

/// Maximum number of rounds of [`propagate`] between searches and after the last search.
pub(super) const BETWEEN: usize = 3;
pub(super) const AT_THE_END: usize = 8;

/// Number of rows that are restricted in parallel. The rows of a batch use each other's previous values.
const AT_ONCE: usize = 256;

/// Restricts each row to the union of its successors' rows.
///
/// After passing through a portal, a line next passes through one of the portal's successors, and later only through
/// portals that this successor sees. If an entry is removed from the rows of all successors, it is therefore also
/// removed from the row of the portal.
pub(super) fn propagate(
    portals: &DirectedPortals,
    sees: &mut Table,
    rounds: usize,
    progress: &Progress,
) -> Result<(), Cancelled> {
    let mut due: Vec<DirectedPortalId> = (0..portals.count()).collect();
    for _ in 0..rounds {
        let mut changed = FixedBitSet::with_capacity(portals.count());
        for ids in due.chunks(AT_ONCE) {
            let table: &Table = sees;
            let later = |&id: &DirectedPortalId| {
                progress.check()?;
                Ok(behind_successors(portals, table, id))
            };
            let found = ids
                .par_iter()
                .map(later)
                .collect::<Result<Vec<FixedBitSet>, Cancelled>>()?;
            for (&id, found) in ids.iter().zip(&found) {
                progress.check()?;
                restrict(sees, id, found, &mut changed);
            }
        }
        // A row is processed again if it or the row of a successor has changed.
        let mut again = changed.clone();
        for id in changed.ones() {
            let begin = portals.get(reverse_portal(id)).to;
            again.extend(
                portals
                    .portals_from(begin)
                    .iter()
                    .map(|&other| reverse_portal(other)),
            );
        }
        due = again.ones().collect();
        if due.is_empty() {
            break;
        }
    }
    Ok(())
}

fn behind_successors(portals: &DirectedPortals, sees: &Table, id: DirectedPortalId) -> FixedBitSet {
    let mut later = FixedBitSet::with_capacity(portals.count());
    let cluster = portals.get(id).to;
    if cluster != portals.outside() {
        for &next in portals.portals_from(cluster) {
            if next != reverse_portal(id) && sees[id].contains(next) {
                later.insert(next);
                later.union_with(&sees[next]);
            }
        }
    }
    later
}

/// Removes all entries that were not found from the row of `p`, as well as the mirrored entries. Marks the changed
/// rows.
pub(super) fn restrict(
    sees: &mut Table,
    p: DirectedPortalId,
    found: &FixedBitSet,
    changed: &mut FixedBitSet,
) {
    if sees[p].is_subset(found) {
        return;
    }
    changed.insert(p);
    let mut hidden = sees[p].clone();
    hidden.difference_with(found);
    for q in hidden.ones() {
        sees[p].remove(q);
        sees[reverse_portal(q)].remove(reverse_portal(p));
        changed.insert(reverse_portal(q));
    }
}

#[derive(Clone, Copy)]
enum BlockSide {
    InFront,
    Behind,
    Both,
}

/// Flood-fills the clusters behind a portal and returns the portals that can follow it.
fn flood(
    portals: &DirectedPortals,
    id: DirectedPortalId,
    limits: Limits,
    progress: &Progress,
) -> Result<FixedBitSet, Cancelled> {
    let mut found = FixedBitSet::with_capacity(portals.count());
    let (own, least) = (portals.get(id), limits.least);
    let blocks = portals.spheres.iter();
    let sides: Vec<BlockSide> = blocks
        .map(|&(center, radius)| {
            let distance = own.plane.distance(center);
            if distance - radius > least {
                BlockSide::InFront
            } else if distance + radius <= least {
                BlockSide::Behind
            } else {
                BlockSide::Both
            }
        })
        .collect();
    // Part of the later portal must be in front of this one, and part of this one must be behind the later one.
    let can_follow = |later: DirectedPortalId| {
        let is_in_front = match sides[later / usize::BITS as usize] {
            BlockSide::InFront => true,
            BlockSide::Behind => false,
            BlockSide::Both => portals.reaches_in_front(later, &own.plane, least),
        };
        is_in_front && portals.reaches_in_front(id, &portals.get(later).plane.flipped(), least)
    };
    let mut reached = FixedBitSet::with_capacity(portals.cluster_count() as usize);
    let mut stack = vec![portals.get(id).to];
    reached.insert(portals.get(id).to as usize);
    while let Some(cluster) = stack.pop() {
        progress.check()?;
        if cluster == portals.outside() {
            continue;
        }
        for &next in portals.portals_from(cluster) {
            if next == id || next == reverse_portal(id) || !can_follow(next) {
                continue;
            }
            found.insert(next);
            let to = portals.get(next).to;
            if !reached.put(to as usize) {
                stack.push(to);
            }
        }
    }
    Ok(found)
}
