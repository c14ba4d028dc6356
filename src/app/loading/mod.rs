//! Loading levels and building trees in the background; the level that is shown stays until the new one is whole.

mod dialog;
mod job;
mod source;

use std::time::Duration;

use bevy::{prelude::*, window::FileDragAndDrop};

use super::{
    WindowOptions,
    player::drive::is_script,
    settings::Settings,
    state::{Command, LevelSource, Notice, OpenLevel, RebuildTree, Rest, Selection, Shown},
    worker::{Failure, Worker},
};
use crate::{bsp::BuildParams, compile::open::Origin, level::LoadOptions};
use job::Made;
pub(super) use job::RECORDED_TRIANGLES;

pub use source::{BuiltInLevel, Levels};

/// Loads levels and builds trees.
pub struct LoadingPlugin {
    first: OpenLevel,
    params: BuildParams,
}

impl LoadingPlugin {
    /// With what the command line asks.
    #[must_use]
    pub fn new(options: &WindowOptions) -> Self {
        let source = options.source.clone().unwrap_or_else(source::default_level);
        Self {
            first: OpenLevel {
                source,
                options: options.load,
            },
            params: options.params,
        }
    }
}

/// How the next tree is built.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Params(pub BuildParams);

/// How the next file is loaded.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
struct Options(LoadOptions);

/// What is being loaded or built. Only one thing is at a time: asking for another cancels it.
#[derive(Resource, Default)]
pub struct Work {
    job: Option<Worker<Made>>,
}

/// How far the work is.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkStatus {
    /// What is being made.
    pub title: String,
    /// What is being done.
    pub phase: String,
    /// How much of the phase is done, 0 to 1, where its length is known.
    pub fraction: Option<f32>,
    /// For how long it has been running.
    pub elapsed: Duration,
}

impl Work {
    /// How far it is; `None` where nothing is being done.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.job.as_ref().map(|job| WorkStatus {
            title: job.title.clone(),
            phase: job.progress.phase(),
            fraction: job.progress.fraction(),
            elapsed: job.started.elapsed(),
        })
    }

    /// Cancels it, if anything is being done; it ends at its next check.
    pub fn cancel(&self) {
        if let Some(job) = &self.job {
            job.progress.cancel();
        }
    }

    fn replace(&mut self, job: Result<Worker<Made>, String>, notices: &mut MessageWriter<Notice>) {
        match job {
            Ok(job) => self.job = Some(job),
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
            .insert_resource(Params(self.params))
            .insert_resource(Options(first.options))
            .add_message::<FileDragAndDrop>()
            .add_plugins(dialog::DialogPlugin)
            .add_systems(Startup, move |mut messages: MessageWriter<OpenLevel>| {
                messages.write(first.clone());
            })
            .add_systems(Update, (dropped, open, rebuild, cancel, finish).chain());
    }
}

/// A file dropped on the window.
fn dropped(
    mut drops: MessageReader<FileDragAndDrop>,
    options: Res<Options>,
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
                messages.write(OpenLevel {
                    source: LevelSource::File(path_buf.clone()),
                    options: options.0,
                });
            }
        }
    }
}

fn open(
    mut messages: MessageReader<OpenLevel>,
    mut options: ResMut<Options>,
    params: Res<Params>,
    mut work: ResMut<Work>,
    mut notices: MessageWriter<Notice>,
) {
    if let Some(message) = messages.read().last() {
        options.0 = message.options;
        work.replace(
            job::load(message.source.clone(), message.options, params.0),
            &mut notices,
        );
    }
}

fn rebuild(
    mut messages: MessageReader<RebuildTree>,
    shown: Option<Res<Shown>>,
    mut params: ResMut<Params>,
    mut work: ResMut<Work>,
    mut notices: MessageWriter<Notice>,
) {
    if let Some(RebuildTree(asked)) = messages.read().last() {
        params.0 = *asked;
        if let Some(shown) = shown {
            work.replace(
                job::rebuild(shown.level.clone(), shown.level_revision, *asked),
                &mut notices,
            );
        }
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
    shown: Option<ResMut<Shown>>,
    mut selection: ResMut<Selection>,
    mut settings: ResMut<Settings>,
    mut notices: MessageWriter<Notice>,
    mut next: MessageWriter<OpenLevel>,
) {
    let Some(job) = work.job.take_if(|job| job.is_finished()) else {
        return;
    };
    let title = job.title.clone();
    let made = match job.finish() {
        Ok(made) => made,
        Err(failure) => {
            let kept = shown
                .as_ref()
                .map(|shown| format!(" {} stays.", capital(&shown.source.title())));
            let kept = kept.unwrap_or_default();
            notices.write(match failure {
                Failure::Cancelled => Notice::info(format!("Cancelled {title}.{kept}")),
                Failure::Failed(reason) => {
                    eprintln!("bspwalk: {reason}");
                    Notice::error(format!("{reason}{kept}"))
                }
            });
            if shown.is_none() && title != source::default_level().title() {
                next.write(OpenLevel {
                    source: source::default_level(),
                    options: LoadOptions::default(),
                });
            }
            return;
        }
    };
    match (made, shown) {
        (
            Made::Level {
                level,
                tree,
                source,
                options,
                build_ms,
                rest,
            },
            shown,
        ) => {
            settings.remember(&source);
            *selection = Selection::default();
            let made = match &rest {
                Rest::ToBeMade(_) => format!("in {}", milliseconds(build_ms)),
                Rest::Made(_, Origin::Cache) => "from the cache".to_owned(),
                Rest::Made(..) => "compiled before".to_owned(),
            };
            notices.write(Notice::info(format!(
                "{title}: {} triangles, {} nodes, {made}.",
                level.triangles.len(),
                tree.node_count(),
            )));
            if level.units.guessed {
                notices.write(Notice::info(format!(
                    "{}.",
                    capital(level.units.note.trim_end_matches('.'))
                )));
            }
            if let [first, rest @ ..] = &*level.warnings {
                let line = first
                    .line
                    .map(|line| format!("line {line}: "))
                    .unwrap_or_default();
                let rest = if rest.is_empty() {
                    String::new()
                } else {
                    format!(" And {} more: see the panel (Tab).", rest.len())
                };
                notices.write(Notice::info(format!("{line}{}{rest}", first.message)));
            }
            let (revision, level_revision) =
                shown.map_or((1, 1), |shown| (shown.revision + 1, shown.level_revision + 1));
            commands.insert_resource(Shown {
                level,
                tree,
                source,
                options,
                build_ms,
                rest,
                revision,
                level_revision,
            });
        }
        (
            Made::Tree {
                tree,
                build_ms,
                level_revision,
            },
            Some(mut shown),
        ) => {
            if shown.level_revision == level_revision {
                *selection = Selection::default();
                notices.write(Notice::info(format!(
                    "Rule `{}`: {} nodes in {}.",
                    tree.params().rule,
                    tree.node_count(),
                    milliseconds(build_ms)
                )));
                shown.tree = tree;
                shown.build_ms = build_ms;
                shown.revision += 1;
            }
        }
        (Made::Tree { .. }, None) => {}
    }
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
