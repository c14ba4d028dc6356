//! Refines the base PVS by searching every directed portal.
//!
//! Portals with the fewest undecided candidates are searched first, because the results of each search speed up later
//! ones.

use bspwalk_progress::{Cancelled, Progress};
use fixedbitset::FixedBitSet;
use rayon::prelude::*;

use super::{
    clip::Limits,
    directed_portals::{DirectedPortalId, DirectedPortals},
    flow::{LONGEST_CHAIN, Scratch, Search, SearchResult},
    flow_observer::FlowObserver,
    mightsee::{AT_THE_END, BETWEEN, Table, propagate, restrict},
    params::PvsParams,
    sightline_samples::sightline_samples,
};

/// Number of batches of portals.
///
/// The searches of a batch do not use each other's results, so the PVS does not depend on the number of threads.
const BATCHES: usize = 64;

/// Minimum number of portals in a batch, chosen to keep several threads busy.
const LEAST_BATCH: usize = 32;

/// Maximum budget of a search, as a multiple of an equal share of the remaining steps. Most searches need far less.
const BURST: u64 = 16;

const LINES_SHARE: u64 = 4;

/// The search of short chains may use at most 1/`SHORT_SHARE` of the remaining steps.
const SHORT_SHARE: u64 = 2;

/// Number of portals in a short chain, not counting the first. The table determines what is visible behind them.
const SHORT_CHAIN: usize = 1;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) searched: u32,
    /// Number of searched portals whose budget was not sufficient for all their chains.
    pub(super) cut_short: u32,
    pub(super) steps: u64,
}

pub(super) fn refine(
    portals: &DirectedPortals,
    sees: &mut Table,
    params: &PvsParams,
    limits: Limits,
    observer: impl FlowObserver,
    progress: &Progress,
    mut publish: impl FnMut(&[FixedBitSet], Counts) -> Result<(), Cancelled>,
) -> Result<Counts, Cancelled> {
    let count = portals.count();
    let lines = params.steps / LINES_SHARE / (count as u64).max(1);
    let (seen, drawn) = sightline_samples(portals, sees, lines, progress)?;
    observer.draw_lines(drawn);
    let mut work = Counts {
        steps: drawn,
        ..Counts::default()
    };
    progress.begin("Refining the PVS", count as u64);
    let order = (0..count).map(|id| {
        progress.check()?;
        Ok((sees[id].difference_count(&seen[id]), id))
    });
    let mut order = order.collect::<Result<Vec<(usize, DirectedPortalId)>, Cancelled>>()?;
    order.sort_unstable();
    // Searches a batch, restricts the table to the results, and returns the number of incomplete searches.
    let search =
        |sees: &mut Table, work: &mut Counts, batch: &[(usize, DirectedPortalId)], longest, budget| {
            let search = Search {
                portals,
                sees,
                seen: &seen,
                limits,
                longest,
            };
            let found = batch
                .par_iter()
                .map_init(Scratch::default, |scratch, &(_, id)| {
                    progress.check()?;
                    search.run(id, budget, scratch, observer, progress)
                })
                .collect::<Result<Vec<SearchResult>, Cancelled>>()?;
            let (mut cut_short, mut changed) = (0, FixedBitSet::with_capacity(count));
            for (&(_, id), found) in batch.iter().zip(found) {
                progress.check()?;
                cut_short += u32::from(found.cut_short);
                work.steps += found.steps;
                observer.count(id, found.steps);
                restrict(sees, id, &found.seen, &mut changed);
            }
            Ok(cut_short)
        };
    // Following the short chains of all portals rules out more than following the long chains of a few portals.
    let short = work.steps + params.steps.saturating_sub(work.steps) / SHORT_SHARE;
    for batch in order.chunks(LEAST_BATCH) {
        let budget = short.saturating_sub(work.steps) / batch.len() as u64;
        if budget == 0 {
            break;
        }
        search(sees, &mut work, batch, SHORT_CHAIN, budget)?;
    }
    propagate(portals, sees, BETWEEN, progress)?;
    for batch in order.chunks(count.div_ceil(BATCHES).max(LEAST_BATCH)) {
        let left = params.steps.saturating_sub(work.steps);
        let even = left / (count as u64 - u64::from(work.searched)).max(1);
        let budget = even.saturating_mul(BURST).min(left / batch.len() as u64);
        work.cut_short += search(sees, &mut work, batch, LONGEST_CHAIN, budget)?;
        work.searched += batch.len() as u32;
        progress.advance(batch.len() as u64);
        publish(sees, work)?;
    }
    propagate(portals, sees, AT_THE_END, progress)?;
    Ok(work)
}
