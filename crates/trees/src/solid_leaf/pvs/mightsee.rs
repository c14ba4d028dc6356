//! The base PVS: what each directed portal might see if only the planes of openings were in the way (the `mightsee` of
//! Quake's compilers, computed by their `BasePortalVis`).

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use fixedbitset::FixedBitSet;
use rayon::prelude::*;

use super::{
    clip::Limits,
    directed_portals::{DirectedPortalId, DirectedPortals, back},
};

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
    let sees = progress.in_parallel(text!("phase-base-pvs"), 0..count, |id| {
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
    propagate(portals, &mut sees, BETWEEN, progress)?;
    Ok(sees)
}

/// Most rounds of [`propagate`] between searches, which take over what it began, and after the last one.
pub(super) const BETWEEN: usize = 3;
pub(super) const AT_THE_END: usize = 8;

/// So many rows are restricted at once, each by the rows before this: enough for several threads, and the same on every
/// machine.
const AT_ONCE: usize = 256;

/// Restricts what each portal sees to the union of what its successors see. A line through it passes one of its successors
/// next, and passes the rest after that one. So an entry removed from one row also leaves the rows of those before it.
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
        // A row is looked at again where it or that of a successor has changed.
        let mut again = changed.clone();
        for id in changed.ones() {
            let begin = portals.get(back(id)).to;
            again.extend(portals.out_of(begin).iter().map(|&other| back(other)));
        }
        due = again.ones().collect();
        if due.is_empty() {
            break;
        }
    }
    Ok(())
}

/// The successors of a portal that it sees, and what they see.
fn behind_successors(portals: &DirectedPortals, sees: &Table, id: DirectedPortalId) -> FixedBitSet {
    let mut later = FixedBitSet::with_capacity(portals.count());
    let cluster = portals.get(id).to;
    if cluster != portals.outside() {
        for &next in portals.out_of(cluster) {
            if next != back(id) && sees[id].contains(next) {
                later.insert(next);
                later.union_with(&sees[next]);
            }
        }
    }
    later
}

/// Removes from the row of `p` all that was not found, and the same pairs looking back, and notes the rows that changed.
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
        sees[back(q)].remove(back(p));
        changed.insert(back(q));
    }
}

/// The side of a portal's plane that a block of portals is on, by the sphere around them.
#[derive(Clone, Copy)]
enum BlockSide {
    InFront,
    Behind,
    Both,
}

/// The portals that are reached behind one, through portals that can follow it.
fn flood(
    portals: &DirectedPortals,
    id: DirectedPortalId,
    limits: Limits,
    progress: &Progress,
) -> Result<FixedBitSet, Cancelled> {
    let mut found = FixedBitSet::with_capacity(portals.count());
    let (own, least) = (portals.get(id), limits.least);
    let blocks = portals.spheres().iter();
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
    // Some of the later portal has to be in front of this one, and some of this one behind the later.
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
        for &next in portals.out_of(cluster) {
            if next == id || next == back(id) || !can_follow(next) {
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
