//! The first answer: what could be seen through a passage if nothing but the planes of openings were in the way.

use rayon::prelude::*;

use super::{
    bits::{self, BitMatrix},
    clip::Limits,
    directed_portals::{PassageId, Passages, back},
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
    passages: &Passages,
    limits: Limits,
    progress: &Progress,
) -> Result<BitMatrix, Cancelled> {
    let count = passages.count();
    progress.begin("First answer of what is seen", count as u64);
    let mut sees = BitMatrix::new(count);
    sees.rows_mut()
        .enumerate()
        .try_for_each_init(Scratch::default, |scratch, (id, row)| {
            progress.check()?;
            progress.advance(1);
            flood(passages, id as PassageId, limits, row, scratch, progress)
        })?;
    make_symmetric(&mut sees, progress)?;
    follow_up(passages, &mut sees, progress)?;
    Ok(sees)
}

/// Most rounds of [`follow_up`]; a few are enough for nearly all of it.
const ROUNDS: usize = 8;

/// Keeps of what each passage sees what one of those sees that may follow it at once: a line through it takes one of them
/// next, and what it takes later it takes after that one. What is ruled out of one row so helps all before it.
pub(super) fn follow_up(
    passages: &Passages,
    sees: &mut BitMatrix,
    progress: &Progress,
) -> Result<(), Cancelled> {
    let mut later = vec![0; sees.words()];
    for _ in 0..ROUNDS {
        let mut changed = false;
        for p in 0..passages.count() as PassageId {
            progress.check()?;
            later.fill(0);
            let cluster = passages.passage(p).to;
            if cluster != passages.outside() {
                for &next in passages.out_of(cluster) {
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
pub(super) fn rule_out(sees: &mut BitMatrix, p: PassageId, found: &[u64]) -> bool {
    let mut any = false;
    for (word, found) in found.iter().enumerate() {
        let hidden = sees.row(p)[word] & !found;
        for bit in bits::ones(&[hidden]) {
            let q = word as PassageId * u64::BITS + bit;
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
    passages: &Passages,
    id: PassageId,
    limits: Limits,
    row: &mut [u64],
    Scratch { reached, stack }: &mut Scratch,
    progress: &Progress,
) -> Result<(), Cancelled> {
    reached.clear();
    reached.resize(bits::words_for(passages.cluster_count() as usize), 0);
    stack.clear();
    stack.push(passages.passage(id).to);
    bits::insert(reached, passages.passage(id).to);
    while let Some(cluster) = stack.pop() {
        progress.check()?;
        if cluster == passages.outside() {
            continue;
        }
        for &next in passages.out_of(cluster) {
            if next == id || next == back(id) || !can_follow(passages, id, next, limits) {
                continue;
            }
            bits::insert(row, next);
            let to = passages.passage(next).to;
            if !bits::contains(reached, to) {
                bits::insert(reached, to);
                stack.push(to);
            }
        }
    }
    Ok(())
}

/// Whether something of the later passage is in front of the earlier one, and something of the earlier one behind it.
fn can_follow(passages: &Passages, earlier: PassageId, later: PassageId, limits: Limits) -> bool {
    reaches(passages, earlier, later, 1.0, limits) && reaches(passages, later, earlier, -1.0, limits)
}

/// Whether a passage has a corner on the side `sign` of the plane of another.
fn reaches(passages: &Passages, plane: PassageId, other: PassageId, sign: f64, limits: Limits) -> bool {
    let plane = &passages.passage(plane).plane;
    let ball = passages.passage(other);
    let distance = sign * plane.distance(ball.center);
    // Half way between the corners, so at least one is farther.
    distance > limits.least
        || distance + ball.radius > limits.least
            && passages
                .corners(other)
                .iter()
                .any(|&corner| sign * plane.distance(corner) > limits.least)
}

/// Keeps that `q` follows `p` only where, on the way back, `p` follows `q`: a line is seen along from either end, and
/// both answers are conservative, so both must say so.
fn make_symmetric(sees: &mut BitMatrix, progress: &Progress) -> Result<(), Cancelled> {
    let ids: Vec<PassageId> = (0..sees.size() as PassageId).collect();
    for chunk in ids.chunks(ROWS_AT_ONCE) {
        let one_sided = chunk
            .par_iter()
            .map(|&p| {
                progress.check()?;
                let others = bits::ones(sees.row(p));
                let others = others.filter(|&q| !bits::contains(sees.row(back(q)), back(p)));
                Ok((p, others.collect()))
            })
            .collect::<Result<Vec<(PassageId, Vec<PassageId>)>, Cancelled>>()?;
        for (p, others) in one_sided {
            progress.check()?;
            for q in others {
                bits::remove(sees.row_mut(p), q);
            }
        }
    }
    Ok(())
}
