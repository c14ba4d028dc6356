//! Loading levels and building trees in the background; the level that is shown stays until the new one is whole.

mod dialog;
mod job;
mod offers;
mod opening;
mod source;

use std::time::Duration;

use bevy::{prelude::*, window::FileDragAndDrop};

use super::{
    WindowOptions,
    leaf_tree::LeafTreeParams,
    player::scripts::is_script,
    schedule::AppSystems,
    settings::Settings,
    state::{
        Asked, Command, CurrentLevel, LevelSource, Notice, OpenLevel, Precompiled, RebuildTree, Selection,
    },
    worker::{Failure, Worker},
};
use crate::{
    bsp::{BuildParams, Rule},
    compile::{CompileParams, open::Origin},
};
use job::{Built, MadeLevel};
use opening::Opening;

pub(super) use job::RECORDED_TRIANGLES;
pub use offers::Offers;
pub use source::{BuiltInLevel, Levels};

/// Loads levels and builds trees.
pub struct LoadingPlugin {
    first: OpenLevel,
}

impl LoadingPlugin {
    /// With what the command line asks.
    #[must_use]
    pub fn new(options: &WindowOptions) -> Self {
        let source = options.source.clone().unwrap_or_else(source::default_level);
        let options = Asked::Said(Box::new(options.tree.clone()));
        Self {
            first: OpenLevel { source, options },
        }
    }
}

/// What is being loaded or built. Only one thing is at a time: asking for another cancels it.
#[derive(Resource, Default)]
pub struct Work {
    job: Option<Worker<Built>>,
    /// What was asked for last.
    request: Option<Request>,
    /// How the level that is shown was opened.
    opened: Option<Opening>,
}

/// What a job is asked for.
#[derive(Clone, Debug)]
enum Request {
    /// To open a level.
    Open(Box<Opening>),
    /// To build another tree of the level that is shown.
    Rebuild(BuildParams),
}

/// How far the work is.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkStatus {
    /// What is being made.
    pub title: String,
    /// The rule by which the tree is built.
    pub rule: Option<Rule>,
    /// What is being done, and how far it is: "Choosing the root's plane: 12 of 33,925 candidates".
    pub phase: String,
    /// How much of the phase is done, 0 to 1, where its length is known.
    pub fraction: Option<f32>,
    /// For how long it has been running.
    pub elapsed: Duration,
    /// About how long the phase goes on, where that can be told.
    pub remaining: Option<Duration>,
}

impl WorkStatus {
    /// How long it has been running and about how long it goes on, for a person.
    #[must_use]
    pub fn times(&self) -> String {
        let elapsed = format!("{:.1} s", self.elapsed.as_secs_f32());
        match self.remaining {
            Some(remaining) if remaining >= Duration::from_secs(90) => {
                let minutes = (remaining.as_secs_f32() / 60.0).round();
                format!("{elapsed}, about {minutes} min more")
            }
            Some(remaining) => format!("{elapsed}, about {} s more", remaining.as_secs() + 1),
            None => elapsed,
        }
    }
}

impl Work {
    /// How far it is; `None` where nothing is being done.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.job.as_ref().map(|job| WorkStatus {
            title: match &self.request {
                Some(Request::Rebuild(_)) => format!("Building {}", job.title),
                _ => format!("Loading {}", job.title),
            },
            rule: self.rule(),
            phase: job.progress.stage(),
            fraction: job.progress.fraction(),
            remaining: job.progress.remaining(),
            elapsed: job.started.elapsed(),
        })
    }

    /// Cancels it, if anything is being done; it ends at its next check.
    pub fn cancel(&self) {
        if let Some(job) = &self.job {
            job.progress.cancel();
        }
    }

    /// The rule by which a tree is being built.
    fn rule(&self) -> Option<Rule> {
        self.request.as_ref().map(|request| match request {
            Request::Open(opening) => opening.rule(),
            Request::Rebuild(params) => params.rule,
        })
    }

    fn replace(
        &mut self,
        job: Result<Worker<Built>, String>,
        request: Request,
        notices: &mut MessageWriter<Notice>,
    ) {
        match job {
            Ok(job) => {
                self.job = Some(job);
                self.request = Some(request);
            }
            Err(problem) => {
                notices.write(Notice::error(problem));
            }
        }
    }
}

impl Plugin for LoadingPlugin {
    fn build(&self, app: &mut App) {
        let first = self.first.clone();
        app.init_resource::<Work>()
            .init_resource::<Levels>()
            .add_message::<FileDragAndDrop>()
            .add_plugins(dialog::DialogPlugin)
            .add_systems(Startup, move |mut messages: MessageWriter<OpenLevel>| {
                messages.write(first.clone());
            })
            .add_systems(
                Update,
                (
                    dropped,
                    offers::answer,
                    open,
                    rebuild,
                    cancel,
                    finish,
                    remember_rooms,
                )
                    .chain()
                    .in_set(AppSystems::Load),
            );
    }
}

/// A file dropped on the window.
fn dropped(
    mut drops: MessageReader<FileDragAndDrop>,
    mut messages: MessageWriter<OpenLevel>,
    mut notices: MessageWriter<Notice>,
) {
    let mut opened = false;
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop
            && !is_script(path_buf)
        {
            if opened {
                notices.write(Notice::info(format!(
                    "Only the first of the dropped files is opened, not {}.",
                    path_buf.display()
                )));
            } else {
                opened = true;
                messages.write(OpenLevel::remembered(LevelSource::File(path_buf.clone())));
            }
        }
    }
}

fn open(
    mut messages: MessageReader<OpenLevel>,
    settings: Res<Settings>,
    mut work: ResMut<Work>,
    mut notices: MessageWriter<Notice>,
) {
    if let Some(asked) = messages.read().last() {
        let opening = Opening::new(asked, &settings, work.opened.as_ref());
        let request = Request::Open(Box::new(opening.clone()));
        work.replace(job::load(opening), request, &mut notices);
    }
}

fn rebuild(
    mut messages: MessageReader<RebuildTree>,
    current: Option<Res<CurrentLevel>>,
    mut work: ResMut<Work>,
    mut notices: MessageWriter<Notice>,
) {
    if let Some(RebuildTree(asked)) = messages.read().last()
        && let Some(current) = current
    {
        work.replace(
            job::rebuild(current.level.clone(), current.level_revision, *asked),
            Request::Rebuild(*asked),
            &mut notices,
        );
    }
}

fn cancel(mut messages: MessageReader<Command>, work: Res<Work>) {
    if messages.read().any(|command| *command == Command::Escape) {
        work.cancel();
    }
}

/// Shows what a job made, or says why it made nothing.
fn finish(
    mut commands: Commands,
    mut work: ResMut<Work>,
    current: Option<ResMut<CurrentLevel>>,
    mut selection: ResMut<Selection>,
    mut settings: ResMut<Settings>,
    mut notices: MessageWriter<Notice>,
    mut next: MessageWriter<OpenLevel>,
) {
    let Some(job) = work.job.take_if(|job| job.is_finished()) else {
        return;
    };
    let title = job.title.clone();
    match (job.finish(), current) {
        (Err(failure), current) => {
            let kept = current
                .as_ref()
                .map(|current| format!(" {} stays.", capital(&current.source.title())));
            let kept = kept.unwrap_or_default();
            notices.write(match failure {
                Failure::Cancelled => Notice::info(format!("Cancelled {title}.{kept}")),
                Failure::Failed(reason) => {
                    eprintln!("bspwalk: {reason}");
                    Notice::error(format!("{reason}{kept}"))
                }
            });
            if current.is_none() && title != source::default_level().title() {
                next.write(OpenLevel::remembered(source::default_level()));
            }
        }
        (Ok(Built::Level(built)), current) => {
            settings.opened(&built.opening.source, built.opening.options.clone());
            *selection = Selection::default();
            for notice in told(&title, &built) {
                notices.write(notice);
            }
            let (revision, level_revision) = current.map_or((1, 1), |current| {
                (current.revision + 1, current.level_revision + 1)
            });
            let MadeLevel {
                level,
                tree,
                opening,
                leaf_tree,
                build_ms,
                rest,
                ..
            } = *built;
            // With the level, so that no system sees the one without the other.
            commands.insert_resource(leaf_tree);
            commands.insert_resource(CurrentLevel {
                level,
                tree,
                source: opening.source.clone(),
                options: opening.options.load,
                build_ms,
                rest,
                revision,
                level_revision,
            });
            work.opened = Some(opening);
        }
        (
            Ok(Built::Tree {
                tree,
                build_ms,
                level_revision,
            }),
            Some(mut current),
        ) => {
            if current.level_revision == level_revision {
                *selection = Selection::default();
                notices.write(Notice::info(format!(
                    "Build rule `{}`: {} nodes in {}.",
                    tree.params().rule,
                    tree.node_count(),
                    milliseconds(build_ms)
                )));
                let nodes = *tree.params();
                remember_trees(&mut settings, &current, |trees| trees.nodes = nodes);
                if let Some(opened) = &mut work.opened {
                    opened.forget_nodes();
                }
                current.tree = tree;
                current.build_ms = build_ms;
                current.revision += 1;
            }
        }
        (Ok(Built::Tree { .. }), None) => {}
    }
}

/// What a person is told of a level that was opened.
fn told(title: &str, built: &MadeLevel) -> Vec<Notice> {
    let (level, tree) = (&built.level, &built.tree);
    let rule = match tree.params().rule {
        rule if rule == Rule::default() => String::new(),
        rule => format!(" by build rule `{rule}`"),
    };
    let origin = match &built.rest {
        Precompiled::ToBuild(_) => format!("in {}", milliseconds(built.build_ms)),
        Precompiled::Built(_, Origin::Cache) => "from the cache".to_owned(),
        Precompiled::Built(..) => "compiled before".to_owned(),
    };
    let read = match built.opening.options.reading() {
        none if none.is_empty() => none,
        options => format!(" ({options})"),
    };
    let mut notices = vec![Notice::info(format!(
        "{title}{read}: {} triangles, {} nodes{rule}, {origin}.",
        level.triangles.len(),
        tree.node_count(),
    ))];
    notices.extend(built.ignored.iter().map(Notice::error));
    if level.units.guessed {
        let note = level.units.note.trim_end_matches('.');
        notices.push(Notice::info(format!("{}.", capital(note))));
    }
    // Of an axis that seems to be the wrong one the window offers to mend it.
    let mut warnings = level.warnings.iter().filter(|warning| !warning.is_of_z_up());
    if let Some(first) = warnings.next() {
        let message = first.to_string();
        let rest = match warnings.count() {
            0 => String::new(),
            more => format!(" And {more} more: see the panel (Tab)."),
        };
        let message = message.trim_end_matches('.');
        notices.push(Notice::info(format!("{message}.{rest}")));
    }
    notices
}

/// Remembers how the trees of the level that is shown are built.
fn remember_trees(settings: &mut Settings, current: &CurrentLevel, change: impl FnOnce(&mut CompileParams)) {
    let own = match &current.rest {
        Precompiled::Built(compiled, Origin::File) => compiled.params.clone(),
        _ => CompileParams::default(),
    };
    settings.change_options(&current.source, |options| {
        change(options.trees.get_or_insert(own));
    });
}

/// Remembers how a person wants the rooms of the level that is shown to be made.
fn remember_rooms(
    current: Option<Res<CurrentLevel>>,
    params: Res<LeafTreeParams>,
    mut known: Local<Option<(u64, LeafTreeParams)>>,
    mut work: ResMut<Work>,
    mut settings: ResMut<Settings>,
) {
    let Some(current) = current else { return };
    match &*known {
        Some((revision, known)) if *revision == current.level_revision => {
            if *known == *params {
                return;
            }
            remember_trees(&mut settings, &current, |trees| {
                *trees = params.with_nodes(trees.nodes);
            });
            if let Some(opened) = &mut work.opened {
                opened.forget_leaves();
            }
        }
        _ => {}
    }
    *known = Some((current.level_revision, params.clone()));
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().chain(chars).collect())
        .unwrap_or_default()
}

fn milliseconds(ms: f64) -> String {
    if ms < 1000.0 {
        format!("{ms:.0} ms")
    } else {
        format!("{:.1} s", ms / 1000.0)
    }
}
