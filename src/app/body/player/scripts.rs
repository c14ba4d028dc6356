//! Scripts: recording, loading in the background, and playing.

use std::{
    io,
    path::{Path, PathBuf},
};

use bevy::prelude::*;
use bspwalk_collision::mover::script::{self, Line, ReadError};
use bspwalk_progress::Progress;
use bspwalk_session::{recording::LARGEST, store};
use bspwalk_text::{Localize, text};

use super::recording::Recording;
use crate::app::level::loading::is_script;
use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        shown::{Shown, ShownMut},
        state::{Action, Notice, OpenedLevel, Player},
        worker::{Failure, WorkStatus, Worker},
    },
    input::KeyLabels,
};

/// Script that is being read in the background, if any.
#[derive(Resource, Default)]
pub struct Reading {
    worker: Option<Worker<Vec<Line>>>,
}

impl Reading {
    /// Returns the reading progress, or `None` if no script is being read.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.worker
            .as_ref()
            .map(|worker| worker.status(text!("script-reading")))
    }

    /// Cancels reading if it is in progress.
    pub fn cancel(&self) {
        if let Some(worker) = &self.worker {
            worker.progress.cancel();
        }
    }

    fn start(&mut self, path: PathBuf) {
        let title = path.display().to_string();
        self.worker = Some(Worker::start(title, move |progress| read(&path, progress)));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Recording>()
        .init_resource::<Reading>()
        .add_systems(
            Update,
            (dropped, stop, saved, started)
                .chain()
                .run_if(in_state(AppState::InLevel))
                .in_set(AppSystems::Follow),
        )
        .add_systems(Last, leave.in_set(AppSystems::Save));
}

/// Starts a recording, or ends the current one and saves it as a script.
pub(in crate::app) fn record(
    (current, keys): (Shown<OpenedLevel>, Res<KeyLabels>),
    (mut player, mut recording): (ShownMut<Player>, ResMut<Recording>),
    mut notices: MessageWriter<Notice>,
) {
    if player.walker.draft.is_some() {
        recording.end(&mut player, false, &mut notices);
        return;
    }
    let told = player.walker.record(&current.level, &current.tree, |action| {
        keys.key_or_palette_hint(action)
    });
    notices.write(Notice::info(told));
}

/// Plays the latest script, or stops it if it is playing. If a recording is running, it ends first and becomes the
/// latest script.
pub(in crate::app) fn play(
    (mut player, keys): (ShownMut<Player>, Res<KeyLabels>),
    (mut recording, mut reading): (ResMut<Recording>, ResMut<Reading>),
    mut notices: MessageWriter<Notice>,
) {
    if player.walker.playing.take().is_some() {
        // The command only stopped the running script.
    } else if reading.worker.is_some() {
        reading.cancel();
    } else if player.walker.draft.is_some() {
        recording.end(&mut player, true, &mut notices);
    } else if recording.is_saving() {
        recording.play_once_saved();
    } else if let Some(path) = recording.latest.clone() {
        reading.start(path);
    } else {
        let record = keys.key_or_palette_hint(Action::ToggleRecording);
        notices.write(Notice::info(text!("script-none", record)));
    }
}

/// Ends and saves a recording that cannot continue.
fn stop(
    current: Shown<OpenedLevel>,
    mut player: ShownMut<Player>,
    mut recording: ResMut<Recording>,
    mut notices: MessageWriter<Notice>,
) {
    if let Some(told) = player.walker.recording_must_end(&current.tree_id()) {
        notices.write(Notice::info(told));
        recording.end(&mut player, false, &mut notices);
    }
}

/// Plays a script that was dropped on the window.
fn dropped(
    mut drops: MessageReader<FileDragAndDrop>,
    mut player: ShownMut<Player>,
    mut recording: ResMut<Recording>,
    mut reading: ResMut<Reading>,
    mut notices: MessageWriter<Notice>,
) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop
            && is_script(path_buf)
        {
            player.walker.playing = None;
            recording.end(&mut player, false, &mut notices);
            recording.latest = Some(path_buf.clone());
            reading.start(path_buf.clone());
        }
    }
}

/// Reports saved scripts, and starts to read the one to play.
fn saved(
    mut recording: ResMut<Recording>,
    mut reading: ResMut<Reading>,
    keys: Res<KeyLabels>,
    mut notices: MessageWriter<Notice>,
) {
    if recording.is_saving()
        && let Some(path) = recording.saved(false, &keys, &mut notices)
    {
        reading.start(path);
    }
}

/// Plays the script once it has been read.
fn started(
    (current, keys): (Shown<OpenedLevel>, Res<KeyLabels>),
    (mut recording, mut reading): (ResMut<Recording>, ResMut<Reading>),
    mut player: ShownMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    let finished = reading
        .bypass_change_detection()
        .worker
        .take_if(|worker| worker.is_finished());
    let Some(worker) = finished else { return };
    let title = worker.title.clone();
    let notice = match worker.finish() {
        Ok(lines) => {
            recording.make_way(&mut player, &mut notices);
            player.walker.play(lines, &current.level);
            Notice::info(text!(
                "script-playing",
                title,
                escape = keys.key_or_palette_hint(Action::Escape)
            ))
        }
        Err(Failure::Cancelled) => Notice::info(text!("script-cancelled", title)),
        Err(Failure::Failed(problem)) => Notice::error(text!("script-cannot-play", problem)),
    };
    notices.write(notice);
}

/// Saves the current recording when the window closes.
fn leave(
    mut exits: MessageReader<AppExit>,
    (mut player, mut recording): (ShownMut<Player>, ResMut<Recording>),
    keys: Res<KeyLabels>,
    mut notices: MessageWriter<Notice>,
) {
    if exits.read().count() > 0 {
        recording.end(&mut player, false, &mut notices);
        recording.saved(true, &keys, &mut notices);
    }
}

fn read(path: &Path, progress: &Progress) -> Result<Vec<Line>, Failure> {
    let at = |problem: &dyn std::fmt::Display| Failure::Failed(format!("{}: {problem}", path.display()));
    let bytes = store::get()
        .read(path, LARGEST)
        .map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => at(&text!("script-too-large", most = LARGEST >> 20)),
            _ => at(&error.localized()),
        })?;
    let lines = script::read(&bytes, progress).map_err(|problem| match problem {
        ReadError::Cancelled(_) => Failure::Cancelled,
        ReadError::Line { .. } => at(&problem.localized()),
    })?;
    if lines.is_empty() {
        return Err(at(&text!("script-no-lines")));
    }
    Ok(lines)
}
