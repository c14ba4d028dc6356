//! The base PVS: what each directed portal might see if only the planes of openings were in the way (the `mightsee` of
//! Quake's compilers, computed by their `BasePortalVis`).

use fixedbitset::FixedBitSet;
use rayon::prelude::*;

use super::{
    clip::Limits,
    directed_portals::{DirectedPortalId, DirectedPortals, back},
};
use crate::progress::{Cancelled, Progress};

/// For each directed portal a set of others: those that a straight line through it may pass later.
pub(super) type Table = Vec<FixedBitSet>;

/// For each directed portal, those that a straight line through it may pass later.
///
/// A line that has passed an opening stays in front of its plane. So a portal can only follow another if some of it is in
/// front of the other's plane, and some of the other is behind its own plane.
pub(super) fn base_pvs(
    portals: &DirectedPortals,
    limits: Limits,
    progress: &Progress,
) -> Result<Table, Cancelled> {
    let count = portals.count();
    let sees = progress.in_parallel("Computing the base PVS", 0..count, |id| {
        flood(portals, id, limits, progress)
    })?;
    // `p` sees `q` only where, looking back, `q` sees `p`: a line can be followed from either end, and both answers are
    // conservative.
    let in_both = |p: DirectedPortalId| {
        progress.check()?;
        let mut row = sees[p].clone();
        for q in sees[p].ones().filter(|&q| !sees[back(q)].contains(back(p))) {
            row.remove(q);
        }
        Ok(row)
    };
    let mut sees = (0..count)
        .into_par_iter()
        .map(in_both)
        .collect::<Result<Table, Cancelled>>()?;
    propagate(portals, &mut sees, progress)?;
    Ok(sees)
}

/// Most rounds of [`propagate`]; a few reach nearly all of its effect.
const ROUNDS: usize = 8;

/// Restricts what each portal sees to the union of what its successors see. A line through it passes one of its successors
/// next, and passes the rest after that one. So an entry removed from one row also leaves the rows of those before it.
pub(super) fn propagate(
    portals: &DirectedPortals,
    sees: &mut Table,
    progress: &Progress,
) -> Result<(), Cancelled> {
    let mut later = FixedBitSet::with_capacity(portals.count());
    for _ in 0..ROUNDS {
        let mut changed = false;
        for p in 0..portals.count() {
            progress.check()?;
            later.clear();
            let cluster = portals.get(p).to;
            if cluster != portals.outside() {
                for &next in portals.out_of(cluster) {
                    if next != back(p) && sees[p].contains(next) {
                        later.insert(next);
                        later.union_with(&sees[next]);
                    }
                }
            }
            changed |= restrict(sees, p, &later);
        }
        if !changed {
            break;
        }
    }
    Ok(())
}

/// Removes from the row of `p` all that was not found, and the same pairs looking back. Returns whether there were any.
pub(super) fn restrict(sees: &mut Table, p: DirectedPortalId, found: &FixedBitSet) -> bool {
    if sees[p].is_subset(found) {
        return false;
    }
    let mut hidden = sees[p].clone();
    hidden.difference_with(found);
    for q in hidden.ones() {
        sees[p].remove(q);
        sees[back(q)].remove(back(p));
    }
    true
}

/// The portals that are reached behind one, through portals that can follow it.
fn flood(
    portals: &DirectedPortals,
    id: DirectedPortalId,
    limits: Limits,
    progress: &Progress,
) -> Result<FixedBitSet, Cancelled> {
    let mut found = FixedBitSet::with_capacity(portals.count());
    let mut reached = FixedBitSet::with_capacity(portals.cluster_count() as usize);
    let mut stack = vec![portals.get(id).to];
    reached.insert(portals.get(id).to as usize);
    while let Some(cluster) = stack.pop() {
        progress.check()?;
        if cluster == portals.outside() {
            continue;
        }
        for &next in portals.out_of(cluster) {
            if next == id || next == back(id) || !can_follow(portals, id, next, limits) {
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

/// Whether some of the later portal is in front of the earlier one, and some of the earlier one behind the later.
fn can_follow(
    portals: &DirectedPortals,
    earlier: DirectedPortalId,
    later: DirectedPortalId,
    limits: Limits,
) -> bool {
    portals.reaches_in_front(later, &portals.get(earlier).plane, limits.least)
        && portals.reaches_in_front(earlier, &portals.get(later).plane.flipped(), limits.least)
}
