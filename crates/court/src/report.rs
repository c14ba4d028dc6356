//! Runs all trials with all contestants and formats the results as tables.

use std::{
    fmt::Write as _,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use serde::Serialize;

use crate::{
    contestant::Kind,
    run::{Trace, run},
    trial::{Good, Trial},
    verdict::{Fault, Finding, judge, spread},
};

/// The result of a contestant in a trial.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Name of the trial.
    pub trial: String,
    /// Title of the trial.
    pub title: String,
    /// Bug report that the trial is named after.
    pub report: &'static str,
    /// Name of the contestant.
    pub contestant: &'static str,
    /// Variant with the best result; empty for contestants that have only one.
    pub variant: &'static str,
    /// Findings for each tick rate, in hertz. Empty if the contestant does not take part.
    pub rates: Vec<(u32, Finding)>,
    /// Largest distance between the final positions at different tick rates, in metres. `None` if the trial does not
    /// require the positions to agree.
    pub spread: Option<f64>,
    /// Whether [`spread`](Self::spread) is large enough to count as a fault.
    pub differs: bool,
    /// Mean time per tick, in microseconds, for all rates together. 0 if no run was completed.
    pub micros: f64,
    /// Error message, if the engine failed.
    pub error: Option<String>,
}

impl Row {
    /// Returns whether the contestant takes part in the trial.
    #[must_use]
    pub fn takes_part(&self) -> bool {
        !self.rates.is_empty()
    }

    /// Returns whether there is no fault at any tick rate.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.takes_part() && self.fault_count() == 0
    }

    /// Returns the total number of faults at all tick rates.
    #[must_use]
    pub fn fault_count(&self) -> usize {
        let of_rates = self.rates.iter().map(|(_, finding)| finding.faults.len());
        of_rates.sum::<usize>() + usize::from(self.differs)
    }

    /// Returns the faults, separated by commas, or "passed" if no fault occurs. A fault that occurs at only some tick
    /// rates is followed by these rates.
    #[must_use]
    pub fn verdict(&self) -> String {
        if !self.takes_part() {
            return "—".to_owned();
        }
        let mut faults: Vec<Fault> = self
            .rates
            .iter()
            .flat_map(|(_, finding)| finding.faults.iter().copied())
            .collect();
        faults.sort_unstable();
        faults.dedup();
        let mut words: Vec<String> = faults
            .into_iter()
            .map(|fault| {
                let rates: Vec<String> = self
                    .rates
                    .iter()
                    .filter(|(_, finding)| finding.faults.contains(&fault))
                    .map(|(hz, _)| hz.to_string())
                    .collect();
                if rates.len() == self.rates.len() {
                    fault.to_string()
                } else {
                    format!("{fault} ({} Hz)", rates.join(", "))
                }
            })
            .collect();
        if self.differs {
            words.push(Fault::Differed.to_string());
        }
        if words.is_empty() {
            "passed".to_owned()
        } else {
            words.join(", ")
        }
    }

    /// Returns the measured figures. If the values differ between tick rates, each is listed.
    #[must_use]
    pub fn figures(&self) -> String {
        let mut names: Vec<&str> = Vec::new();
        for (_, finding) in &self.rates {
            for &(name, _) in &finding.figures {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let mut parts: Vec<String> = Vec::new();
        for name in names {
            let mut values: Vec<String> = self
                .rates
                .iter()
                .map(|(_, finding)| {
                    let figure = finding.figures.iter().find(|(other, _)| *other == name);
                    figure.map_or_else(|| "–".to_owned(), |&(_, value)| number(value))
                })
                .collect();
            // Omit figures that have the expected value.
            let is_silent = [
                "faces crossed",
                "depth mm",
                "swings per second",
                "ground losses",
                "airborne %",
            ]
            .contains(&name);
            if is_silent && values.iter().all(|value| value == "0") {
                continue;
            }
            if values.windows(2).all(|pair| pair[0] == pair[1]) {
                values.truncate(1);
            }
            parts.push(format!("{name} {}", values.join("/")));
        }
        if let Some(spread) = self.spread {
            parts.push(format!("end spread mm {}", number(spread * 1.0e3)));
        }
        parts.extend(self.error.clone());
        parts.join("; ")
    }
}

/// Formats a number with a precision that suits its size.
fn number(value: f64) -> String {
    let text = if value.abs() >= 100.0 {
        format!("{value:.0}")
    } else if value.abs() >= 10.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.2}")
    };
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Runs a trial with a contestant at all tick rates, for each variant, and returns the best result.
#[must_use]
pub fn row(trial: &Trial, contestant: &'static str, kinds: &[Kind], rates: &[u32]) -> Row {
    let rows = kinds.iter().map(|&kind| row_of(trial, contestant, kind, rates));
    let best = rows.min_by_key(Row::fault_count);
    best.unwrap_or_else(|| empty(trial, contestant, ""))
}

fn empty(trial: &Trial, contestant: &'static str, variant: &'static str) -> Row {
    Row {
        trial: trial.name.clone(),
        title: trial.title.clone(),
        report: trial.report,
        contestant,
        variant,
        rates: Vec::new(),
        spread: None,
        differs: false,
        micros: 0.0,
        error: None,
    }
}

fn row_of(trial: &Trial, contestant: &'static str, kind: Kind, rates: &[u32]) -> Row {
    let mut row = empty(trial, contestant, kind.variant());
    let mut traces: Vec<Trace> = Vec::new();
    for &hz in rates {
        match run(trial, kind, hz) {
            Ok(None) => return row,
            Ok(Some(trace)) => {
                row.rates.push((hz, judge(trial, &trace, kind.is_capsule())));
                traces.push(trace);
            }
            Err(error) => {
                row.rates.push((hz, Finding::failed()));
                row.error = Some(error);
            }
        }
    }
    let ticks: usize = traces.iter().map(|trace| trace.frames.len() - 1).sum();
    if ticks > 0 {
        let cost: Duration = traces.iter().map(|trace| trace.cost).sum();
        row.micros = cost.as_secs_f64() * 1.0e6 / ticks as f64;
    }
    let wanted = trial.goods.iter().find_map(|good| match good {
        Good::SameEnd { metres } => Some(*metres),
        _ => None,
    });
    if let Some(metres) = wanted.filter(|_| traces.len() > 1) {
        let apart = spread(&traces);
        row.spread = Some(apart);
        row.differs = apart > metres;
    }
    row
}

/// Runs all trials with all contestants, using all processors. The rows of a trial are consecutive, in the order of
/// [`Kind::ALL`].
#[must_use]
pub fn court(trials: &[Trial], rates: &[u32]) -> Vec<Row> {
    let tasks = trials.len() * Kind::ALL.len();
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Row)>> = Mutex::new(Vec::with_capacity(tasks));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let task = next.fetch_add(1, Ordering::Relaxed);
                    let Some(trial) = trials.get(task / Kind::ALL.len()) else {
                        return;
                    };
                    let (contestant, kinds) = Kind::ALL[task % Kind::ALL.len()];
                    let row = row(trial, contestant, kinds, rates);
                    if let Ok(mut done) = done.lock() {
                        done.push((task, row));
                    }
                }
            });
        }
    });
    let mut rows = done.into_inner().unwrap_or_default();
    rows.sort_by_key(|(task, _)| *task);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Groups the rows by trial.
fn by_trial(rows: &[Row]) -> Vec<&[Row]> {
    rows.chunk_by(|a, b| a.trial == b.trial).collect()
}

/// Returns, for each contestant, how many trials it passed and how many it took part in.
#[must_use]
pub fn sums(rows: &[Row]) -> Vec<(&'static str, usize, usize)> {
    let sum = |name: &'static str| {
        let own = rows
            .iter()
            .filter(|row| row.contestant == name && row.takes_part());
        (name, own.clone().filter(|row| row.passed()).count(), own.count())
    };
    Kind::ALL.iter().map(|(name, _)| sum(name)).collect()
}

/// Returns the times per tick of a contestant in microseconds: the median of all trials, and the maximum with the trial's
/// name. Returns `None` for a contestant without a completed run.
#[must_use]
pub fn times<'a>(rows: &'a [Row], contestant: &str) -> Option<(f64, f64, &'a str)> {
    let mut own: Vec<&Row> = rows
        .iter()
        .filter(|row| row.contestant == contestant && row.micros > 0.0)
        .collect();
    own.sort_by(|a, b| a.micros.total_cmp(&b.micros));
    let (median, slowest) = (own.get(own.len() / 2)?, own.last()?);
    Some((median.micros, slowest.micros, &slowest.trial))
}

/// Formats the results for a terminal: each trial is followed by one line per contestant.
#[must_use]
pub fn text(rows: &[Row]) -> String {
    let mut out = String::new();
    for rows in by_trial(rows) {
        let report = if rows[0].report.is_empty() {
            String::new()
        } else {
            format!(" ({})", rows[0].report)
        };
        let _ = writeln!(out, "{} — {}{report}", rows[0].trial, rows[0].title);
        for row in rows.iter().filter(|row| row.takes_part()) {
            let variant = if row.variant.is_empty() {
                String::new()
            } else {
                format!(", {}", row.variant)
            };
            let _ = writeln!(
                out,
                "  {:<26} {}",
                format!("{}{variant}", row.contestant),
                row.verdict()
            );
            let _ = writeln!(out, "  {:<26}   {}", "", row.figures());
        }
    }
    for (name, passed, all) in sums(rows) {
        let _ = write!(out, "{name}: {passed} of {all} trials passed");
        if let Some((median, most, trial)) = times(rows, name) {
            let (median, most) = (number(median), number(most));
            let _ = write!(
                out,
                "; {median} µs per tick in the median trial, {most} µs in {trial}"
            );
        }
        out.push('\n');
    }
    out
}

/// Formats the tables for the book: first the verdicts, with one column per contestant, and then the figures.
#[must_use]
pub fn markdown(rows: &[Row]) -> String {
    let mut out = String::from("| trial | named after |");
    for (name, _) in Kind::ALL {
        let _ = write!(out, " {name} |");
    }
    let _ = writeln!(out, "\n|---|---|{}", "---|".repeat(Kind::ALL.len()));
    for rows in by_trial(rows) {
        let _ = write!(
            out,
            "| {} (`{}`) | {} |",
            rows[0].title, rows[0].trial, rows[0].report
        );
        for row in rows {
            let _ = write!(out, " {} |", row.verdict());
        }
        out.push('\n');
    }
    let _ = write!(out, "| **passed** | |");
    for (_, passed, all) in sums(rows) {
        let _ = write!(out, " **{passed} of {all}** |");
    }
    out.push_str("\n\nTime per tick, in microseconds:\n\n");
    out.push_str("| contestant | median trial | slowest trial |\n|---|---:|---:|\n");
    for (name, _) in Kind::ALL {
        if let Some((median, most, trial)) = times(rows, name) {
            let (median, most) = (number(median), number(most));
            let _ = writeln!(out, "| {name} | {median} | {most} (`{trial}`) |");
        }
    }
    out.push_str("\nFigures, with a value for each rate if they differ:\n\n");
    out.push_str("| trial | contestant | figures |\n|---|---|---|\n");
    for row in rows.iter().filter(|row| row.takes_part()) {
        let variant = if row.variant.is_empty() {
            String::new()
        } else {
            format!(" ({})", row.variant)
        };
        let _ = writeln!(
            out,
            "| `{}` | {}{variant} | {} |",
            row.trial,
            row.contestant,
            row.figures().replace('|', "\\|")
        );
    }
    out
}
