//! Duel of the build rules: the contestants, the worker that measures them, and the results.
//!
//! `curve` is the weight sweep, and `heat` the comparison of two rules in the level. `board` passes messages from the
//! worker to the main thread. The front end starts the workers, because a web page builds trees elsewhere.

mod board;
mod curve;
mod heat;

use std::sync::Arc;

use bspwalk_compile::{CompileError, CompileParams};
use bspwalk_explain::duel::{self, Contestant, DuelLevel, Event, Queries, Row, TreeKind};
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::{Localize, text};

use self::board::read;
pub use self::{
    board::{Board, post},
    curve::{Curve, LEAST, StartSweep, axis_position, sweep_here, sweep_title, tick_label},
    heat::{DuelHeat, StartPair, TreePair, known_tree, pair_here, pair_title},
};
use crate::{
    Opened,
    identity::Identity,
    job::{Failure, WorkStatus, Worker},
    walker::Notice,
};

/// A contestant that can be added to the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Possible {
    /// Contestant that can be added.
    pub contestant: Contestant,
    /// Whether the contestant's build is slow for a level of this size.
    pub is_slow: bool,
}

/// A contestant in the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Contestant to build and measure.
    pub contestant: Contestant,
    /// Whether the contestant takes part in the next run.
    pub ticked: bool,
    /// Whether the user added the contestant, and can therefore remove it.
    pub added: bool,
}

/// Parameters of the measured queries, for display.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QueryParams {
    /// Number of queries of each kind.
    pub count: usize,
    /// Radius of the body (in metres). The body fits at every query position.
    pub radius: f32,
    /// Random seed of the queries.
    pub seed: u64,
}

/// A message from the worker.
#[derive(Debug)]
pub enum News {
    /// The level with its query positions, and the build parameters of its solid-leaf trees.
    Ground(Box<CompileParams>, Arc<DuelLevel>),
    /// Parameters of the queries.
    Asked(QueryParams),
    /// The contestant that is built next.
    Begins(Contestant),
    /// Results of a contestant.
    Measured(Box<Row>),
    /// A contestant that cannot take part, and the reason.
    Fails(Contestant, String),
}

impl From<Event> for News {
    fn from(event: Event) -> Self {
        match event {
            Event::Begins(contestant) => Self::Begins(contestant),
            Event::Measured(row) => Self::Measured(row),
            Event::Fails(contestant, error) => Self::Fails(contestant, error.to_string()),
        }
    }
}

/// Parameters of a run.
#[derive(Clone, Debug)]
pub struct RunParams {
    /// Build parameters of solid-leaf trees, except for the rule.
    pub params: CompileParams,
    /// The contestants, in order.
    pub contestants: Vec<Contestant>,
    /// Number of query positions.
    pub samples: u32,
    /// Random seed of the queries.
    pub seed: u64,
}

/// Starts a run. Reuses the given [`DuelLevel`] if there is one.
pub type StartRun = fn(&Opened, Option<Arc<DuelLevel>>, RunParams, &Board<News>) -> Worker<()>;

/// Duel in the current level.
#[derive(Debug)]
pub struct DuelState {
    /// Contestants in the table.
    pub entries: Vec<Entry>,
    /// All contestants that are possible in the level.
    possible: Vec<Possible>,
    /// Number of query positions.
    pub samples: u32,
    /// Random seed of the queries.
    pub seed: u64,
    /// Weight sweep of a rule.
    pub curve: Curve,
    /// Comparison of two contestants in the level.
    pub heat: DuelHeat,
    rows: Vec<Row>,
    failures: Vec<(Contestant, String)>,
    now: Option<Contestant>,
    asked: Option<QueryParams>,
    work: Option<(Worker<()>, Board<News>)>,
    /// The level with its query positions, and the build parameters of its solid-leaf trees.
    ground: Option<(CompileParams, Arc<DuelLevel>)>,
    /// Level of the duel.
    level: Option<Identity<Level>>,
}

impl Default for DuelState {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            possible: Vec::new(),
            samples: duel::SAMPLES,
            seed: 1,
            curve: Curve::default(),
            heat: DuelHeat::default(),
            rows: Vec::new(),
            failures: Vec::new(),
            now: None,
            asked: None,
            work: None,
            ground: None,
            level: None,
        }
    }
}

impl DuelState {
    /// Returns the results of the measured contestants, in the order of the entries.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the results of a contestant.
    #[must_use]
    pub fn row(&self, contestant: &Contestant) -> Option<&Row> {
        self.rows.iter().find(|row| row.contestant == *contestant)
    }

    /// Returns the reason why a contestant could not take part.
    #[must_use]
    pub fn failure(&self, contestant: &Contestant) -> Option<&str> {
        let failure = self.failures.iter().find(|(failed, _)| failed == contestant);
        failure.map(|(_, reason)| reason.as_str())
    }

    /// Returns the contestant that is being built or measured.
    #[must_use]
    pub fn running_contestant(&self) -> Option<Contestant> {
        self.now
    }

    /// Returns the parameters of the measured queries.
    #[must_use]
    pub fn query_params(&self) -> Option<QueryParams> {
        self.asked
    }

    /// Returns the contestants that can be compared in the level, selected ones first. Only node-storing trees can be
    /// compared.
    #[must_use]
    pub fn comparable(&self) -> Vec<Contestant> {
        let of = |ticked: bool| {
            let entries = self.entries.iter().filter(move |entry| entry.ticked == ticked);
            entries.map(|entry| entry.contestant)
        };
        let mut all: Vec<Contestant> = of(true).chain(of(false)).collect();
        all.retain(|one| one.kind() == TreeKind::NodeStoring);
        all
    }

    /// Returns the contestants that are not in the table yet.
    pub fn addable(&self) -> impl Iterator<Item = Possible> {
        let is_listed = |one: Contestant| self.entries.iter().any(|entry| entry.contestant == one);
        let possible = self.possible.iter().copied();
        possible.filter(move |possible| !is_listed(possible.contestant))
    }

    /// Returns the progress of the measurement.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.work
            .as_ref()
            .map(|(worker, _)| worker.status(text!("duelpage-measuring")))
    }

    /// Adds a copy of an entry with a different cut weight, so that the two can be compared.
    pub fn add_beside(&mut self, index: usize) {
        let Some(&entry) = self.entries.get(index) else {
            return;
        };
        let Some([cut, unbalance]) = entry.contestant.weights() else {
            return;
        };
        // Use the first cut weight that is not in the table yet.
        let cuts = (1..).map(|step: i32| {
            if cut > 0.0 {
                cut * f64::from(step).exp2()
            } else {
                f64::from(step)
            }
        });
        let new = cuts
            .map(|cut| entry.contestant.with_weights([cut, unbalance]))
            .find(|new| self.entries.iter().all(|entry| entry.contestant != *new));
        if let Some(contestant) = new {
            let added = Entry {
                contestant,
                ticked: true,
                added: true,
            };
            self.entries.insert(index + 1, added);
        }
    }

    /// Selects a contestant for the next run, and first adds it if it is not in the table.
    pub fn add(&mut self, contestant: Contestant) {
        match self
            .entries
            .iter_mut()
            .find(|entry| entry.contestant == contestant)
        {
            Some(entry) => entry.ticked = true,
            None => {
                let last = self
                    .entries
                    .iter()
                    .rposition(|entry| entry.contestant.kind() == contestant.kind());
                let place = last.map_or(self.entries.len(), |last| last + 1);
                self.entries.insert(
                    place,
                    Entry {
                        contestant,
                        ticked: true,
                        added: true,
                    },
                );
            }
        }
    }

    /// Resets the duel if the level has changed.
    pub fn reset_on_level_change(&mut self, current: &Opened) {
        if self.level == Some(current.level_id()) {
            return;
        }
        let usual = Contestant::usual(&current.level);
        let mut all = Contestant::all(&current.level);
        // Other trees follow the BSP trees. The entry without a tree stays last.
        let after_trees = all
            .iter()
            .position(|contestant| *contestant == Contestant::NoTree)
            .unwrap_or(all.len());
        for contestant in Contestant::OTHER_TREES.into_iter().rev() {
            all.insert(after_trees, contestant);
        }
        *self = Self {
            entries: Contestant::starters(&current.level)
                .into_iter()
                .map(|contestant| Entry {
                    contestant,
                    ticked: true,
                    added: false,
                })
                .collect(),
            possible: all
                .into_iter()
                .map(|contestant| Possible {
                    contestant,
                    is_slow: contestant.kind().is_bsp() && !usual.contains(&contestant),
                })
                .collect(),
            samples: self.samples,
            seed: self.seed,
            level: Some(current.level_id()),
            ..Self::default()
        };
    }

    /// Returns the level of the duel.
    pub fn level(&self) -> Option<&Identity<Level>> {
        self.level.as_ref()
    }

    /// Stops measuring. Existing results are kept.
    pub fn cancel(&self) {
        if let Some((worker, _)) = &self.work {
            worker.progress.cancel();
        }
    }

    /// Starts to measure all selected contestants.
    pub fn start_measuring(&mut self, current: &Opened, params: &CompileParams, start: StartRun) {
        let contestants: Vec<Contestant> = self
            .entries
            .iter()
            .filter(|entry| entry.ticked)
            .map(|entry| entry.contestant)
            .collect();
        if contestants.is_empty() {
            return;
        }
        self.rows.clear();
        self.failures.clear();
        (self.now, self.asked) = (None, None);
        let known = self.ground.take_if(|(of, _)| !differs_in_structure(of, params));
        let known = known.map(|(_, ground)| ground);
        let wanted = RunParams {
            params: params.clone(),
            contestants,
            samples: self.samples,
            seed: self.seed,
        };
        let board = Board::default();
        let worker = start(current, known, wanted, &board);
        self.work = Some((worker, board));
    }

    /// Collects the worker's results. Returns a notice if the run failed.
    pub fn take(&mut self) -> Option<Notice> {
        let (worker, board) = self.work.as_ref()?;
        let is_finished = worker.is_finished();
        for news in read(board) {
            match news {
                News::Ground(params, ground) => self.ground = Some((*params, ground)),
                News::Asked(asked) => self.asked = Some(asked),
                News::Begins(contestant) => self.now = Some(contestant),
                News::Measured(row) => self.rows.push(*row),
                News::Fails(contestant, reason) => self.failures.push((contestant, reason)),
            }
        }
        if !is_finished {
            return None;
        }
        self.now = None;
        let (worker, _) = self.work.take()?;
        match worker.finish() {
            Ok(()) | Err(Failure::Cancelled) => None,
            Err(Failure::Failed(reason)) => Some(Notice::error(text!("duelpage-ended", reason))),
        }
    }
}

/// Returns whether two sets of parameters build solid-leaf trees from different faces.
fn differs_in_structure(a: &CompileParams, b: &CompileParams) -> bool {
    a.structure != b.structure || a.fill != b.fill
}

fn failure(error: CompileError) -> Failure {
    match error {
        CompileError::Cancelled(_) => Failure::Cancelled,
        error => Failure::Failed(error.localized()),
    }
}

/// Starts a run on a thread of this process; see [`StartRun`].
pub fn run_here(
    current: &Opened,
    known: Option<Arc<DuelLevel>>,
    wanted: RunParams,
    board: &Board<News>,
) -> Worker<()> {
    let (level, news) = (Arc::clone(&current.level), Arc::clone(board));
    Worker::start(current.source.title().localized(), move |progress| {
        let ground = match known {
            Some(ground) => ground,
            None => Arc::new(DuelLevel::new(level, &wanted.params, progress).map_err(failure)?),
        };
        let params = Box::new(wanted.params.clone());
        post(&news, News::Ground(params, Arc::clone(&ground)));
        contest(&ground, &wanted, progress, &news).map_err(|Cancelled| Failure::Cancelled)
    })
}

/// Runs the queries of all contestants and posts the results.
fn contest(
    ground: &DuelLevel,
    wanted: &RunParams,
    progress: &Arc<Progress>,
    news: &Board<News>,
) -> Result<(), Cancelled> {
    let &RunParams { samples, seed, .. } = wanted;
    let queries = Queries::new(ground, samples as usize, seed, progress)?;
    let asked = QueryParams {
        count: queries.count(),
        radius: queries.radius,
        seed,
    };
    post(news, News::Asked(asked));
    let tell = |event: Event| post(news, event.into());
    duel::run_duel(ground, &wanted.contestants, &queries, progress, tell).map(|_| ())
}
