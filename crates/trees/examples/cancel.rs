//! Measures how quickly work on a level can be cancelled: the longest time between two checks in each phase, and the
//! time from a cancellation at a random moment until the work returns.

use std::{
    collections::BTreeMap,
    env, fs,
    path::Path,
    process::ExitCode,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use bspwalk_compile::CompileParams;
use bspwalk_draw::light;
use bspwalk_levels::LoadOptions;
use bspwalk_progress::Progress;
use bspwalk_trees::{
    BuildParams, Rule,
    solid_leaf::{expanded::ExpandedTree, portals::find_leak_with_progress},
};

/// Loads a level and computes everything derived from it.
fn work(path: &Path, params: &CompileParams, progress: &Arc<Progress>) -> Result<(), String> {
    let text = |error: &dyn std::error::Error| error.to_string();
    let level =
        bspwalk_levels::load(path, &LoadOptions::default(), progress).map_err(|error| text(&error))?;
    let (nodes, _) =
        bspwalk_compile::node_tree(&level, &params.nodes, progress).map_err(|error| text(&error))?;
    let leaves = bspwalk_compile::leaf_tree(&level, params, progress).map_err(|error| text(&error))?;
    ExpandedTree::new_with_progress(&leaves.tree, &nodes, progress).map_err(|error| text(&error))?;
    let eye = level.spawn.eye;
    let graph = leaves.tree.portal_graph();
    find_leak_with_progress(graph, leaves.tree.locate(eye), eye, progress).map_err(|error| text(&error))?;
    bspwalk_compile::pvs(&leaves.tree, &params.pvs, progress, |_| {}).map_err(|error| text(&error))?;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    light::bake(&level, &nodes, threads, progress).map_err(|error| text(&error))?;
    Ok(())
}

/// Prints the longest time between two checks on any thread for each phase, and returns the total time. Cancels the
/// work after `limit`.
fn gaps(path: &Path, params: &CompileParams, limit: Duration) -> Duration {
    let start = Instant::now();
    let last = AtomicU64::new(0);
    let longest: Arc<Mutex<BTreeMap<String, (u64, u64)>>> = Arc::default();
    let noted = Arc::clone(&longest);
    let progress = Arc::new(Progress::with_check_hook(move |progress| {
        let now = start.elapsed().as_micros() as u64;
        let gap = now.saturating_sub(last.swap(now, Ordering::Relaxed));
        if gap >= 1000 {
            let mut longest = noted.lock().unwrap_or_else(PoisonError::into_inner);
            let entry = longest.entry(progress.phase()).or_default();
            *entry = (entry.0.max(gap), entry.1 + 1);
        }
        if now >= limit.as_micros() as u64 {
            progress.cancel();
        }
    }));
    let outcome = work(path, params, &progress);
    let took = start.elapsed();
    println!(
        "{:.1} s: {outcome:?}; longest times without a check:",
        took.as_secs_f64()
    );
    for (phase, (gap, count)) in longest.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        println!("  {:7.1} ms ({count} above 1 ms)  {phase}", *gap as f64 * 1.0e-3);
    }
    took
}

/// Cancels the work after `after`. Returns the time from the cancellation until the work returns, and the phase that
/// was cancelled.
fn latency(path: &Path, params: &CompileParams, after: Duration) -> Option<(Duration, String)> {
    let progress = Arc::<Progress>::default();
    thread::scope(|scope| {
        let worker = scope.spawn(|| work(path, params, &progress));
        let start = Instant::now();
        while start.elapsed() < after && !worker.is_finished() {
            thread::sleep(Duration::from_millis(5).min(after));
        }
        let stage = format!("{} {:?}", progress.stage(), progress.fraction());
        let cancelled = Instant::now();
        progress.cancel();
        let outcome = worker.join();
        let took = cancelled.elapsed();
        matches!(outcome, Ok(Err(_))).then_some((took, stage))
    })
}

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let Some(path) = arguments.next().filter(|path| fs::metadata(path).is_ok()) else {
        eprintln!(
            "name a level: cargo run --release -p bspwalk_trees --example cancel -- LEVEL [RULE [TRIES [SECONDS]]]"
        );
        return ExitCode::FAILURE;
    };
    let rule: Rule = arguments
        .next()
        .and_then(|rule| rule.parse().ok())
        .unwrap_or_default();
    let mut number = |usual: u32| {
        arguments
            .next()
            .and_then(|text| text.parse().ok())
            .unwrap_or(usual)
    };
    let (tries, seconds) = (number(40), number(600));
    let params = CompileParams {
        nodes: BuildParams::preset(rule),
        ..CompileParams::default()
    };
    let path = Path::new(&path);
    let limit = gaps(path, &params, Duration::from_secs(seconds.into()));
    let mut random = fastrand::Rng::with_seed(1);
    let mut found: Vec<(Duration, String)> = (0..tries)
        .filter_map(|_| latency(path, &params, limit.mul_f64(random.f64())))
        .collect();
    found.sort();
    println!("{} times cancelled, from cancelling to the return:", found.len());
    if let Some((median, _)) = found.get(found.len() / 2) {
        println!("  {:7.1} ms  median", median.as_secs_f64() * 1.0e3);
    }
    for (took, stage) in found.iter().rev().take(12) {
        println!("  {:7.1} ms  {stage}", took.as_secs_f64() * 1.0e3);
    }
    ExitCode::SUCCESS
}
