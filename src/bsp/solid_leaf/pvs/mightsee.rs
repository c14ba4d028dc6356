//! The first answer: what could be seen through a passage if nothing but the planes of openings were in the way.

use rayon::prelude::*;

use super::{
    bits::{self, BitMatrix},
    clip::Limits,
    directed_portals::{DirectedPortalId, DirectedPortals, back},
};
use crate::progress::{Cancelled, Progress};

/// Rows whose one-sided bits are collected before they are removed: bounds the memory that this takes.
const ROWS_AT_ONCE: usize = 1024;

/// For each passage the passages that a straight line through it may take later.
///
/// A line that has passed an opening stays in front of its plane. So a passage is followed by no other that has nothing
/// in front of it, or that has nothing of it behind; what cannot be reached through such passages is not seen (the
/// `BasePortalVis` of Quake's compilers).
pub(super) fn first_answer(
    directed_portals: &DirectedPortals,
    limits: Limits,
    progress: &Progress,
) -> Result<BitMatrix, Cancelled> {
    let count = directed_portals.count();
    progress.begin("First answer of what is seen", count as u64);
    let mut sees = BitMatrix::new(count);
    sees.rows_mut()
        .enumerate()
        .try_for_each_init(Scratch::default, |scratch, (id, row)| {
            progress.check()?;
            progress.advance(1);
            flood(
                directed_portals,
                id as DirectedPortalId,
                limits,
                row,
                scratch,
                progress,
            )
        })?;
    make_symmetric(&mut sees, progress)?;
    follow_up(directed_portals, &mut sees, progress)?;
    Ok(sees)
}

/// Most rounds of [`follow_up`]; a few are enough for nearly all of it.
const ROUNDS: usize = 8;

/// Keeps of what each passage sees what one of those sees that may follow it at once: a line through it takes one of them
/// next, and what it takes later it takes after that one. What is ruled out of one row so helps all before it.
pub(super) fn follow_up(
    directed_portals: &DirectedPortals,
    sees: &mut BitMatrix,
    progress: &Progress,
) -> Result<(), Cancelled> {
    let mut later = vec![0; sees.words()];
    for _ in 0..ROUNDS {
        let mut changed = false;
        for p in 0..directed_portals.count() as DirectedPortalId {
            progress.check()?;
            later.fill(0);
            let cluster = directed_portals.directed_portal(p).to;
            if cluster != directed_portals.outside() {
                for &next in directed_portals.out_of(cluster) {
                    if next != back(p) && bits::contains(sees.row(p), next) {
                        bits::insert(&mut later, next);
                        bits::unite(&mut later, sees.row(next));
                    }
                }
            }
            changed |= rule_out(sees, p, &later);
        }
        if !changed {
            break;
        }
    }
    Ok(())
}

/// Takes from the row of `p` all that was not found, and from the ways back that they lead to `p`; whether there was any.
pub(super) fn rule_out(sees: &mut BitMatrix, p: DirectedPortalId, found: &[u64]) -> bool {
    let mut any = false;
    for (word, found) in found.iter().enumerate() {
        let hidden = sees.row(p)[word] & !found;
        for bit in bits::ones(&[hidden]) {
            let q = word as DirectedPortalId * u64::BITS + bit;
            bits::remove(sees.row_mut(p), q);
            bits::remove(sees.row_mut(back(q)), back(p));
            any = true;
        }
    }
    any
}

/// What a thread keeps from flood to flood.
#[derive(Default)]
struct Scratch {
    /// The clusters that were reached, as bits.
    reached: Vec<u64>,
    stack: Vec<u32>,
}

/// Marks what is reached behind a passage through passages that can follow it.
fn flood(
    directed_portals: &DirectedPortals,
    id: DirectedPortalId,
    limits: Limits,
    row: &mut [u64],
    Scratch { reached, stack }: &mut Scratch,
    progress: &Progress,
) -> Result<(), Cancelled> {
    reached.clear();
    reached.resize(bits::words_for(directed_portals.cluster_count() as usize), 0);
    stack.clear();
    stack.push(directed_portals.directed_portal(id).to);
    bits::insert(reached, directed_portals.directed_portal(id).to);
    while let Some(cluster) = stack.pop() {
        progress.check()?;
        if cluster == directed_portals.outside() {
            continue;
        }
        for &next in directed_portals.out_of(cluster) {
            if next == id || next == back(id) || !can_follow(directed_portals, id, next, limits) {
                continue;
            }
            bits::insert(row, next);
            let to = directed_portals.directed_portal(next).to;
            if !bits::contains(reached, to) {
                bits::insert(reached, to);
                stack.push(to);
            }
        }
    }
    Ok(())
}

/// Whether something of the later passage is in front of the earlier one, and something of the earlier one behind it.
fn can_follow(
    directed_portals: &DirectedPortals,
    earlier: DirectedPortalId,
    later: DirectedPortalId,
    limits: Limits,
) -> bool {
    reaches(directed_portals, earlier, later, 1.0, limits)
        && reaches(directed_portals, later, earlier, -1.0, limits)
}

/// Whether a passage has a corner on the side `sign` of the plane of another.
fn reaches(
    directed_portals: &DirectedPortals,
    plane: DirectedPortalId,
    other: DirectedPortalId,
    sign: f64,
    limits: Limits,
) -> bool {
    let plane = &directed_portals.directed_portal(plane).plane;
    let ball = directed_portals.directed_portal(other);
    let distance = sign * plane.distance(ball.center);
    // Half way between the corners, so at least one is farther.
    distance > limits.least
        || distance + ball.radius > limits.least
            && directed_portals
                .corners(other)
                .iter()
                .any(|&corner| sign * plane.distance(corner) > limits.least)
}

/// Keeps that `q` follows `p` only where, on the way back, `p` follows `q`: a line is seen along from either end, and
/// both answers are conservative, so both must say so.
fn make_symmetric(sees: &mut BitMatrix, progress: &Progress) -> Result<(), Cancelled> {
    let ids: Vec<DirectedPortalId> = (0..sees.size() as DirectedPortalId).collect();
    for chunk in ids.chunks(ROWS_AT_ONCE) {
        let one_sided = chunk
            .par_iter()
            .map(|&p| {
                progress.check()?;
                let others = bits::ones(sees.row(p));
                let others = others.filter(|&q| !bits::contains(sees.row(back(q)), back(p)));
                Ok((p, others.collect()))
            })
            .collect::<Result<Vec<(DirectedPortalId, Vec<DirectedPortalId>)>, Cancelled>>()?;
        for (p, others) in one_sided {
            progress.check()?;
            for q in others {
                bits::remove(sees.row_mut(p), q);
            }
        }
    }
    Ok(())
}
