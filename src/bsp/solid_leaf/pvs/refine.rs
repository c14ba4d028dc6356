//! The final answer: every passage is searched, those with little to rule out first, and what one search rules out helps the next.

use rayon::prelude::*;

use super::{
    PvsParams,
    bits::{self, BitMatrix},
    clip::Limits,
    directed_portals::{DirectedPortalId, DirectedPortals},
    flow::{Found, LONGEST_CHAIN, Scratch, Search},
    mightsee::{follow_up, rule_out},
    sightline_samples::witnesses,
};
use crate::progress::{Cancelled, Progress};

/// Batches that the passages are searched in. Within a batch searches know nothing of each other, so that the answer does
/// not depend on the number of threads.
const BATCHES: usize = 64;

/// Least passages in a batch: enough for several threads.
const LEAST_BATCH: usize = 32;

/// How much more than its even share of the budget a search may take: most need far less.
const BURST: u64 = 16;

/// Which part of the budget lines at random may take, one in this many.
const LINES_SHARE: u64 = 4;

/// Which part of what is left then the search of short chains may take, one in this many.
const SHORT_SHARE: u64 = 2;

/// Passages after the first of a short chain. One is seen through the other; what is behind both is taken as it is known.
const SHORT_CHAIN: usize = 1;

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
    directed_portals: &DirectedPortals,
    sees: &mut BitMatrix,
    params: &PvsParams,
    limits: Limits,
    progress: &Progress,
    mut publish: impl FnMut(&BitMatrix, Work) -> Result<(), Cancelled>,
) -> Result<Work, Cancelled> {
    let count = directed_portals.count();
    let lines = params.steps / LINES_SHARE / (count as u64).max(1);
    let (met, drawn) = witnesses(directed_portals, sees, lines, progress)?;
    let mut work = Work {
        steps: drawn,
        ..Work::default()
    };
    progress.begin("Refining what is seen", count as u64);
    let order = (0..count as DirectedPortalId).map(|id| {
        progress.check()?;
        Ok((bits::count_less(sees.row(id), met.row(id)), id))
    });
    let mut order = order.collect::<Result<Vec<(u64, DirectedPortalId)>, Cancelled>>()?;
    order.sort_unstable();
    let search = |sees: &BitMatrix, batch: &[(u64, DirectedPortalId)], longest, budget| {
        let search = Search {
            directed_portals,
            sees,
            met: &met,
            limits,
            longest,
        };
        batch
            .par_iter()
            .map_init(Scratch::default, |scratch, &(_, id)| {
                progress.check()?;
                search.run(id, budget, scratch, progress)
            })
            .collect::<Result<Vec<Found>, Cancelled>>()
    };
    // Short chains of all passages say more than long ones of a few.
    let short = work.steps + params.steps.saturating_sub(work.steps) / SHORT_SHARE;
    for batch in order.chunks(LEAST_BATCH) {
        let budget = short.saturating_sub(work.steps) / batch.len() as u64;
        if budget == 0 {
            break;
        }
        let found = search(sees, batch, SHORT_CHAIN, budget)?;
        for (&(_, id), found) in batch.iter().zip(found) {
            progress.check()?;
            work.steps += found.steps;
            rule_out(sees, id, &found.seen);
        }
    }
    follow_up(directed_portals, sees, progress)?;
    for batch in order.chunks(count.div_ceil(BATCHES).max(LEAST_BATCH)) {
        let left = params.steps.saturating_sub(work.steps);
        let even = left / (count as u64 - u64::from(work.searched)).max(1);
        let budget = even.saturating_mul(BURST).min(left / batch.len() as u64);
        let found = search(sees, batch, LONGEST_CHAIN, budget)?;
        for (&(_, id), found) in batch.iter().zip(found) {
            progress.check()?;
            work.searched += 1;
            work.cut_short += u32::from(found.cut_short);
            work.steps += found.steps;
            rule_out(sees, id, &found.seen);
        }
        progress.advance(batch.len() as u64);
        publish(sees, work)?;
    }
    follow_up(directed_portals, sees, progress)?;
    Ok(work)
}
