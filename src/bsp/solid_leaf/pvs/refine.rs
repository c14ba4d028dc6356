//! The final answer: every passage is searched, those that see little first, and what one search rules out helps the next.

use rayon::prelude::*;

use super::{
    PvsParams,
    bits::{self, BitMatrix},
    clip::Limits,
    flow::{Found, Scratch, Search},
    passages::{PassageId, Passages, back},
};
use crate::progress::{Cancelled, Progress};

/// Batches that the passages are searched in. Within a batch searches know nothing of each other, so that the answer does
/// not depend on the number of threads.
const BATCHES: usize = 64;

/// Least passages in a batch: enough for several threads.
const LEAST_BATCH: usize = 32;

/// How much more than its even share of the budget a search may take: most need far less.
const BURST: u64 = 16;

/// What the refinement has come to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    /// Passages searched.
    pub(super) searched: u32,
    /// Those among them whose budget was too small for all their chains.
    pub(super) cut_short: u32,
    /// Steps taken in all.
    pub(super) steps: u64,
}

/// Narrows the table down to what is seen along chains of passages. `publish` is called after every batch.
pub(super) fn refine(
    passages: &Passages,
    sees: &mut BitMatrix,
    params: &PvsParams,
    limits: Limits,
    progress: &Progress,
    mut publish: impl FnMut(&BitMatrix, Work),
) -> Result<Work, Cancelled> {
    let count = passages.count();
    progress.begin("Refining what is seen", count as u64);
    let mut order: Vec<(u64, PassageId)> = (0..count as PassageId)
        .map(|id| (bits::count(sees.row(id)), id))
        .collect();
    order.sort_unstable();
    let mut work = Work::default();
    for batch in order.chunks(count.div_ceil(BATCHES).max(LEAST_BATCH)) {
        let left = params.steps.saturating_sub(work.steps);
        let even = left / (count as u64 - u64::from(work.searched)).max(1);
        let budget = even.saturating_mul(BURST).min(left / batch.len() as u64);
        let search = Search {
            passages,
            sees,
            limits,
        };
        let found: Vec<Found> = batch
            .par_iter()
            .map_init(Scratch::default, |scratch, &(_, id)| {
                progress.check()?;
                let found = search.run(id, budget, scratch);
                progress.advance(1);
                Ok(found)
            })
            .collect::<Result<_, Cancelled>>()?;
        for (&(_, id), found) in batch.iter().zip(found) {
            work.searched += 1;
            work.cut_short += u32::from(found.cut_short);
            work.steps += found.steps;
            rule_out(sees, id, &found.seen);
        }
        publish(sees, work);
    }
    Ok(work)
}

/// Takes from the row of `p` all that was not found, and from the ways back that they lead to `p`.
fn rule_out(sees: &mut BitMatrix, p: PassageId, found: &[u64]) {
    let hidden: Vec<PassageId> = bits::ones(sees.row(p))
        .filter(|&q| !bits::contains(found, q))
        .collect();
    for q in hidden {
        bits::remove(sees.row_mut(p), q);
        bits::remove(sees.row_mut(back(q)), back(p));
    }
}
