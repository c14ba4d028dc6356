//! `replay-queries`: replays a log of a game's queries. Reports the cost of each kind of query, the most expensive
//! queries, and the build rules under this load.

mod heat;
mod log;
mod replayed;
mod report;

use std::{
    io::{Read, Write},
    sync::Arc,
};

use bspwalk_explain::duel::{
    Contestant, DuelLevel,
    load::{self, Load, LoadRow},
};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::{OpenError, Opened, tree_args::TreeArgs};
use bspwalk_text::text;

use self::{
    log::Log,
    replayed::{Replayed, replay},
};
use super::{
    args::ReplayQueriesArgs,
    duel,
    error::CliError,
    open,
    output::{check_writable, print, print_json},
};

/// Runs `replay-queries`.
pub(super) fn run(
    args: &ReplayQueriesArgs,
    tree: &TreeArgs,
    input: impl Read,
    output: impl Write,
) -> Result<(), CliError> {
    if let Some(file) = &args.heat {
        check_writable(file)?;
    }
    if args.rules.contains(&Contestant::NoTree) {
        return Err(CliError::Failed(text!("usage-replay-no-tree").to_owned()));
    }
    let opened = open::open(&args.level, tree)?;
    let log = Log::read(&args.log, input)?;
    let cancelled = |error: Cancelled| CliError::from(OpenError::compile(&args.level, error));
    let replayed = opened.run_with_progress(|progress| replay(&opened, &log, progress));
    let replayed = replayed.map_err(cancelled)?;
    let (rows, mut failed) = match args.rules.as_slice() {
        [] => (Vec::new(), Vec::new()),
        rules => {
            let rules = contestants(rules, tree, &opened);
            let compared = opened.run_with_progress(|progress| compare(&opened, &rules, &replayed, progress));
            compared.map_err(cancelled)?
        }
    };
    if let Some(file) = &args.heat {
        heat::write(file, &opened, &replayed)?;
    }
    let report = report::Report::new(&opened, tree, &log, &replayed, &rows, args.top as usize);
    if args.json {
        print_json(&report, output)?;
    } else {
        print(&report.text(), output)?;
    }
    failed.extend(log.problem());
    match failed.is_empty() {
        true => Ok(()),
        false => Err(CliError::Failed(failed.join("\n"))),
    }
}

/// Returns the contestants: the rule of the opened tree, then the given ones, each once.
fn contestants(rules: &[Contestant], tree: &TreeArgs, opened: &Opened) -> Vec<Contestant> {
    let seed = opened.params.nodes.seed;
    let given = duel::with_arguments(rules, tree, seed);
    let first = Contestant::Nodes(opened.params.nodes);
    let others = given.into_iter().filter(|&one| one != first);
    [first].into_iter().chain(others).collect()
}

/// Runs the log in the trees of all contestants. Also returns the reasons why contestants were skipped.
fn compare(
    opened: &Opened,
    rules: &[Contestant],
    replayed: &[Replayed<'_>],
    progress: &Arc<Progress>,
) -> Result<(Vec<LoadRow>, Vec<String>), Cancelled> {
    let (level, tree) = (Arc::clone(&opened.level), Arc::clone(&opened.tree));
    let ground = DuelLevel::for_load(level, tree, &opened.params);
    let load = Load::new(replayed.iter().map(|replayed| replayed.query));
    let mut failed = Vec::new();
    let rows = load::run_load(&ground, rules, &load, progress, |contestant, error| {
        failed.push(format!("{contestant}: {error}"));
    })?;
    Ok((rows, failed))
}
