//! Runs the queries of a log.

use bspwalk_explain::{
    duel::load::{QueryCost, query_cost},
    films::Query,
};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::Opened;
use bspwalk_text::text;

use super::log::{Log, Logged};

/// A query of the log, with its cost.
pub(super) struct Replayed<'a> {
    pub(super) logged: &'a Logged,
    pub(super) query: Query,
    pub(super) cost: QueryCost,
}

/// Runs each query of the log in the level's tree.
pub(super) fn replay<'a>(
    opened: &Opened,
    log: &'a Log,
    progress: &Progress,
) -> Result<Vec<Replayed<'a>>, Cancelled> {
    progress.begin(text!("report-replay-running"), log.queries.len() as u64);
    let mut replayed = Vec::with_capacity(log.queries.len());
    for logged in &log.queries {
        progress.check()?;
        if let Some(query) = logged.request.query(&opened.level) {
            let cost = query_cost(&query, &opened.tree);
            replayed.push(Replayed { logged, query, cost });
        }
        progress.advance(1);
    }
    Ok(replayed)
}
