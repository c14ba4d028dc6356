//! The rules in a duel: who takes part, the measuring in the background, and what came of it. [`page`] draws it.

pub mod curve;
pub(super) mod page;

use std::sync::{Arc, Mutex};

use bevy::{
    prelude::*,
    tasks::{IoTaskPool, Task, block_on, poll_once},
};

use self::curve::Curve;
use super::{
    leaf_tree::{LeafTreeParams, TreeOwner},
    schedule::AppSystems,
    state::{Command, CurrentLevel, Notice, RebuildTree, Ui},
    worker::{Failure, WorkStatus, Worker},
};
use crate::{
    compile::{CompileError, CompileParams},
    duel::{self, Contestant, Event, Ground, Queries, Row},
    progress::{Cancelled, Progress},
    walk::files,
};

/// What the user asks for on the page of the duel.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum AskDuel {
    /// Let all that are ticked build their trees and answer the queries.
    Measure,
    /// Measure no further; what was measured stays.
    Cancel,
    /// Make the tree of this one the tree of the level.
    Take(Contestant),
    /// Build the trees of the chosen rule over the chosen weight.
    Sweep,
    /// Build no more of them.
    CancelSweep,
    /// Save the figures.
    Export(Document),
}

/// A format of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Document {
    /// An array of objects.
    Json,
    /// Comma-separated values.
    Csv,
}

impl Document {
    /// The extension of its files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
        }
    }
}

/// One that may take part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Who it is.
    pub contestant: Contestant,
    /// Whether it takes part the next time.
    pub ticked: bool,
    /// Whether the user added it, to compare two weights of one rule.
    pub added: bool,
}

/// What was measured, for the words about it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Asked {
    /// Queries of each kind.
    pub count: usize,
    /// The radius of the body that has room at each place, in metres.
    pub radius: f32,
    /// The seed of the queries.
    pub seed: u64,
}

/// News of the worker.
enum News {
    /// The ground, and how its solid-leaf trees are built.
    Ground(Box<CompileParams>, Arc<Ground>),
    Asked(Asked),
    Event(Event),
}

/// What two threads share: the news that were not read yet.
type Board<T> = Arc<Mutex<Vec<T>>>;

/// Adds to the news.
fn post<T>(board: &Board<T>, news: T) {
    if let Ok(mut board) = board.lock() {
        board.push(news);
    }
}

/// Takes the news.
fn read<T>(board: &Board<T>) -> Vec<T> {
    board
        .lock()
        .map(|mut board| std::mem::take(&mut *board))
        .unwrap_or_default()
}

/// The duel of the current level.
#[derive(Resource)]
pub struct DuelState {
    /// Who may take part.
    pub entries: Vec<Entry>,
    /// From how many places queries are asked.
    pub samples: u32,
    /// The seed of the queries.
    pub seed: u64,
    /// The figures of a rule over one of its weights.
    pub curve: Curve,
    rows: Vec<Row>,
    failures: Vec<(Contestant, String)>,
    now: Option<Contestant>,
    asked: Option<Asked>,
    work: Option<(Worker<()>, Board<News>)>,
    /// The ground, and how its solid-leaf trees are built.
    ground: Option<(CompileParams, Arc<Ground>)>,
    /// The level, by its revision.
    level: Option<u64>,
}

impl Default for DuelState {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            samples: duel::SAMPLES,
            seed: 1,
            curve: Curve::default(),
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
    /// Those that were measured, in the order of the entries.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The figures of one.
    #[must_use]
    pub fn row(&self, contestant: &Contestant) -> Option<&Row> {
        self.rows.iter().find(|row| row.contestant == *contestant)
    }

    /// Why one could not take part.
    #[must_use]
    pub fn failure(&self, contestant: &Contestant) -> Option<&str> {
        let failure = self.failures.iter().find(|(failed, _)| failed == contestant);
        failure.map(|(_, reason)| reason.as_str())
    }

    /// Who is being built or measured.
    #[must_use]
    pub fn now(&self) -> Option<Contestant> {
        self.now
    }

    /// What was asked of those that were measured.
    #[must_use]
    pub fn asked(&self) -> Option<Asked> {
        self.asked
    }

    /// The progress of the measuring.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.work.as_ref().map(|(worker, _)| worker.status("Measuring"))
    }

    /// Adds one with other weights after an entry, to compare the two.
    pub fn add_beside(&mut self, index: usize) {
        let Some(&entry) = self.entries.get(index) else {
            return;
        };
        let Some([cut, unbalance]) = entry.contestant.weights() else {
            return;
        };
        // The first that is not there yet.
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

    /// Lets one take part, if it does not yet.
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

    /// Begins anew for another level.
    fn follow(&mut self, current: &CurrentLevel) {
        if self.level == Some(current.level_revision) {
            return;
        }
        let usual = Contestant::usual(&current.level);
        let all = Contestant::all(&current.level).into_iter();
        *self = Self {
            entries: all
                .map(|contestant| Entry {
                    contestant,
                    ticked: usual.contains(&contestant),
                    added: false,
                })
                .collect(),
            samples: self.samples,
            seed: self.seed,
            level: Some(current.level_revision),
            ..Self::default()
        };
    }

    /// Starts to measure all that are ticked.
    fn measure(&mut self, current: &CurrentLevel, params: &CompileParams) {
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
        let (level, params, samples, seed) = (
            Arc::clone(&current.level),
            params.clone(),
            self.samples,
            self.seed,
        );
        let board = Board::default();
        let news = Arc::clone(&board);
        let worker = Worker::start(current.source.title(), move |progress| {
            let ground = match known {
                Some(ground) => ground,
                None => Arc::new(Ground::new(level, &params, progress).map_err(failure)?),
            };
            post(&news, News::Ground(Box::new(params), Arc::clone(&ground)));
            contest(&ground, &contestants, (samples, seed), progress, &news)
                .map_err(|Cancelled| Failure::Cancelled)
        });
        self.work = Some((worker, board));
    }

    /// Takes over what the worker has found, and says why it ended where it failed.
    fn take(&mut self) -> Option<Notice> {
        let (worker, board) = self.work.as_ref()?;
        let is_finished = worker.is_finished();
        for news in read(board) {
            match news {
                News::Ground(params, ground) => self.ground = Some((*params, ground)),
                News::Asked(asked) => self.asked = Some(asked),
                News::Event(Event::Begins(contestant)) => self.now = Some(contestant),
                News::Event(Event::Measured(row)) => self.rows.push(*row),
                News::Event(Event::Fails(contestant, error)) => {
                    self.failures.push((contestant, error.to_string()));
                }
            }
        }
        if !is_finished {
            return None;
        }
        self.now = None;
        let (worker, _) = self.work.take()?;
        match worker.finish() {
            Ok(()) | Err(Failure::Cancelled) => None,
            Err(Failure::Failed(reason)) => Some(Notice::error(format!("The duel has ended: {reason}"))),
        }
    }
}

/// Whether solid-leaf trees are built of other faces.
fn differs_in_structure(a: &CompileParams, b: &CompileParams) -> bool {
    a.structure != b.structure || a.fill != b.fill
}

fn failure(error: CompileError) -> Failure {
    match error {
        CompileError::Cancelled(_) => Failure::Cancelled,
        error => Failure::Failed(error.to_string()),
    }
}

/// Lets them answer, and posts the news.
fn contest(
    ground: &Ground,
    contestants: &[Contestant],
    (samples, seed): (u32, u64),
    progress: &Arc<Progress>,
    news: &Board<News>,
) -> Result<(), Cancelled> {
    let queries = Queries::new(ground, samples as usize, seed, progress)?;
    let asked = Asked {
        count: queries.count(),
        radius: queries.radius,
        seed,
    };
    post(news, News::Asked(asked));
    let tell = |event| post(news, News::Event(event));
    duel::run(ground, contestants, &queries, progress, tell).map(|_| ())
}

/// Whether the tree of one is the tree of the level: that which is shown and walked in.
#[must_use]
pub fn is_in_world(
    contestant: &Contestant,
    current: &CurrentLevel,
    params: &LeafTreeParams,
    owner: TreeOwner,
) -> bool {
    let shows_own = current.level.own_tree.is_some() && owner == TreeOwner::File;
    match contestant {
        Contestant::Nodes(nodes) => current.tree.params() == nodes,
        Contestant::Leaves(leaves) => !shows_own && params.leaves == *leaves,
        Contestant::Own => shows_own,
        Contestant::NoTree => false,
    }
}

/// Measures in the background; draws nothing.
pub(super) struct DuelPlugin;

impl Plugin for DuelPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<DuelState>()
            .init_resource::<Saving>()
            .add_message::<AskDuel>()
            .add_systems(
                Update,
                (
                    (follow, handle, take)
                        .chain()
                        .run_if(resource_exists::<CurrentLevel>),
                    report,
                )
                    .in_set(AppSystems::Command),
            );
    }
}

/// Another level has a duel of its own; a page that is closed costs nothing.
fn follow(ui: Res<Ui>, current: Res<CurrentLevel>, mut state: ResMut<DuelState>) {
    let state = state.bypass_change_detection();
    if ui.duel || state.level.is_some_and(|level| level != current.level_revision) {
        state.follow(&current);
    }
}

/// Does what the page asks for.
fn handle(
    mut asked: MessageReader<AskDuel>,
    current: Res<CurrentLevel>,
    mut state: ResMut<DuelState>,
    (mut leaves, owner): (ResMut<LeafTreeParams>, Res<TreeOwner>),
    mut saving: ResMut<Saving>,
    (mut rebuild, mut commands): (MessageWriter<RebuildTree>, MessageWriter<Command>),
) {
    for &asked in asked.read() {
        state.follow(&current);
        match asked {
            AskDuel::Measure => state.measure(&current, &leaves.0),
            AskDuel::Cancel => {
                if let Some((worker, _)) = &state.work {
                    worker.progress.cancel();
                }
            }
            AskDuel::Sweep => state.curve.sweep(&current),
            AskDuel::CancelSweep => state.curve.cancel(),
            AskDuel::Take(contestant) if is_in_world(&contestant, &current, &leaves, *owner) => {}
            AskDuel::Take(contestant) => {
                let shows_own = is_in_world(&Contestant::Own, &current, &leaves, *owner);
                match contestant {
                    Contestant::Nodes(params) => {
                        // One that the curve chose stands in the table, too.
                        state.add(contestant);
                        rebuild.write(RebuildTree(params));
                    }
                    Contestant::Leaves(params) => {
                        if shows_own {
                            commands.write(Command::ToggleTreeOwner);
                        }
                        if leaves.leaves != params {
                            leaves.leaves = params;
                        }
                    }
                    Contestant::Own if !shows_own => {
                        commands.write(Command::ToggleTreeOwner);
                    }
                    Contestant::Own | Contestant::NoTree => {}
                }
            }
            AskDuel::Export(document) if !state.rows.is_empty() => {
                let (rows, level) = (state.rows.clone(), current.level.name.clone());
                let folder = saving.folder.clone().unwrap_or_else(files::folder);
                let save = async move {
                    let text = match document {
                        Document::Json => duel::json(&rows).map_err(|error| error.to_string())?,
                        Document::Csv => duel::csv(&rows),
                    };
                    let name = format!("{level}-duel");
                    files::save(&folder, &name, document.extension(), text.as_bytes())
                };
                saving.tasks.push(IoTaskPool::get().spawn(save));
            }
            AskDuel::Export(_) => {}
        }
    }
}

/// Takes over what was measured and built.
fn take(mut state: ResMut<DuelState>, mut notices: MessageWriter<Notice>) {
    let state = state.bypass_change_detection();
    notices.write_batch(state.take());
    notices.write_batch(state.curve.take());
}

/// The documents that are being saved.
#[derive(Resource, Default)]
pub struct Saving {
    /// Where they go; the folder of screenshots and scripts where there is none.
    pub folder: Option<std::path::PathBuf>,
    tasks: Vec<Task<Result<std::path::PathBuf, String>>>,
}

fn report(mut saving: ResMut<Saving>, mut notices: MessageWriter<Notice>) {
    saving.bypass_change_detection().tasks.retain_mut(|task| {
        let Some(result) = block_on(poll_once(task)) else {
            return true;
        };
        notices.write(match result {
            Ok(path) => Notice::info(format!("The duel is saved to {}", path.display())),
            Err(problem) => Notice::error(format!("The duel was not saved: {problem}.")),
        });
        false
    });
}
