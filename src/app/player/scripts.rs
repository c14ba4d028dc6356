//! Scripts: recording them, reading them in the background and playing them.

use std::{
    io,
    path::{Path, PathBuf},
};

use bevy::prelude::*;
use bspwalk_progress::Progress;
use bspwalk_session::{body, recording::LARGEST, store};
use bspwalk_text::text;
use bspwalk_trees::collision::mover::script::{self, Line, ReadError};

use super::{playing::Playing, recording::Recording};
use crate::app::{
    input::KeyLabels,
    schedule::{AppState, AppSystems, sent},
    shown::{Shown, ShownMut},
    state::{Act, Action, Close, Closing, LevelId, Notice, OpenedLevel, Player},
    worker::{Failure, WorkStatus, Worker},
};

/// The script that is being read in the background.
#[derive(Resource, Default)]
pub struct Reading {
    worker: Option<Worker<Vec<Line>>>,
}

impl Reading {
    /// Its progress; `None` if no script is being read.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.worker
            .as_ref()
            .map(|worker| worker.status(text!("script-reading")))
    }

    /// Cancels it, if there is one.
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
            (
                dropped,
                record,
                play.run_if(sent(Action::PlayScript)),
                stop,
                saved,
                started,
            )
                .chain()
                .run_if(in_state(AppState::InLevel))
                .in_set(AppSystems::Command),
        )
        .add_systems(Last, leave.in_set(AppSystems::Save));
}

/// Begins a recording, or ends it and saves the script.
fn record(
    mut messages: MessageReader<Act>,
    current: Shown<OpenedLevel>,
    (playing, keys): (Option<Res<Playing>>, Res<KeyLabels>),
    mut player: ShownMut<Player>,
    mut recording: ResMut<Recording>,
    mut notices: MessageWriter<Notice>,
) {
    let asked = messages
        .read()
        .filter(|command| **command == Action::ToggleRecording)
        .count();
    if asked % 2 == 0 {
        return;
    }
    if recording.is_on() {
        recording.end(false, &mut notices);
        return;
    }
    if player.noclip || playing.is_some() {
        let [noclip, escape] = [Action::ToggleNoclip, Action::Escape].map(|command| keys.of(command));
        notices.write(Notice::info(text!("script-cannot-record", noclip, escape)));
        return;
    }
    // From rest, as playing it begins.
    player.rest_in_place();
    recording.begin(&current);
    let [record, play] = [Action::ToggleRecording, Action::PlayScript].map(|command| keys.of(command));
    notices.write(Notice::info(text!("script-recording", record, play)));
}

/// Plays the latest script, or ends it. A recording ends first, and is the latest script then.
fn play(
    mut commands: Commands,
    (playing, keys): (Option<Res<Playing>>, Res<KeyLabels>),
    mut recording: ResMut<Recording>,
    mut reading: ResMut<Reading>,
    mut notices: MessageWriter<Notice>,
) {
    if playing.is_some() {
        commands.remove_resource::<Playing>();
    } else if reading.worker.is_some() {
        reading.cancel();
    } else if recording.is_on() {
        recording.end(true, &mut notices);
    } else if recording.is_saving() {
        recording.play_once_saved();
    } else if let Some(path) = recording.latest.clone() {
        reading.start(path);
    } else {
        let record = keys.of(Action::ToggleRecording);
        notices.write(Notice::info(text!("script-none", record)));
    }
}

/// Ends a script after commands that move the body, and a recording that cannot go on. The recording is saved.
fn stop(
    mut commands: Commands,
    (mut messages, mut closes): (MessageReader<Act>, MessageReader<Closing>),
    (current, player): (Shown<OpenedLevel>, Shown<Player>),
    playing: Option<Res<Playing>>,
    reading: Res<Reading>,
    mut recording: ResMut<Recording>,
    mut level: Local<LevelId>,
    mut notices: MessageWriter<Notice>,
) {
    let mut ended = std::mem::replace(&mut *level, current.level_id()) != current.level_id();
    for Closing(close) in closes.read() {
        match close {
            Close::Script => ended = true,
            Close::Reading => reading.cancel(),
            _ => {}
        }
    }
    let obstacle = recording.obstacle(&current, player.mover.method);
    for &Act(command) in messages.read() {
        match command {
            Action::ToggleWalking
            | Action::ToggleNoclip
            | Action::Respawn
            | Action::Undo
            | Action::Redo
            | Action::AlongLeak
            | Action::BackAlongLeak => ended = true,
            _ => {}
        }
    }
    if ended && playing.is_some() {
        commands.remove_resource::<Playing>();
    }
    if let Some(obstacle) = obstacle {
        notices.write(Notice::info(text!("script-ends", obstacle)));
        recording.end(false, &mut notices);
    }
}

/// A script that is dropped on the window is played.
fn dropped(
    mut commands: Commands,
    mut drops: MessageReader<FileDragAndDrop>,
    mut recording: ResMut<Recording>,
    mut reading: ResMut<Reading>,
    mut notices: MessageWriter<Notice>,
) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop
            && is_script(path_buf)
        {
            commands.remove_resource::<Playing>();
            recording.end(false, &mut notices);
            recording.latest = Some(path_buf.clone());
            reading.start(path_buf.clone());
        }
    }
}

/// Tells of scripts that were saved, and reads the one that is to be played.
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

/// Plays the script that has been read.
pub(super) fn started(
    mut commands: Commands,
    (current, keys): (Shown<OpenedLevel>, Res<KeyLabels>),
    mut reading: ResMut<Reading>,
    mut player: ShownMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    let finished = reading
        .bypass_change_detection()
        .worker
        .take_if(|worker| worker.is_finished());
    let Some(worker) = finished else { return };
    let title = worker.title.clone();
    notices.write(match worker.finish() {
        Ok(mut lines) => {
            for line in &mut lines {
                if let Line::Start { start } = line {
                    *start = start.translated(-current.level.origin);
                }
            }
            player.noclip = false;
            commands.insert_resource(Playing(body::Playing::script(lines, &current.level.spawn)));
            Notice::info(text!("script-playing", title, escape = keys.of(Action::Escape)))
        }
        Err(Failure::Cancelled) => Notice::info(text!("script-cancelled", title)),
        Err(Failure::Failed(problem)) => Notice::error(text!("script-cannot-play", problem)),
    });
}

/// Saves a recording when the window closes.
fn leave(
    mut exits: MessageReader<AppExit>,
    mut recording: ResMut<Recording>,
    keys: Res<KeyLabels>,
    mut notices: MessageWriter<Notice>,
) {
    if exits.read().count() > 0 {
        recording.end(false, &mut notices);
        recording.saved(true, &keys, &mut notices);
    }
}

fn read(path: &Path, progress: &Progress) -> Result<Vec<Line>, Failure> {
    let at = |problem: &dyn std::fmt::Display| Failure::Failed(format!("{}: {problem}", path.display()));
    let bytes = store::get()
        .read(path, LARGEST)
        .map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => at(&text!("script-too-large", most = LARGEST >> 20)),
            _ => at(&error),
        })?;
    let lines = script::read(&bytes, progress).map_err(|problem| match problem {
        ReadError::Cancelled(_) => Failure::Cancelled,
        ReadError::Line { .. } => at(&problem),
    })?;
    if lines.is_empty() {
        return Err(at(&text!("script-no-lines")));
    }
    Ok(lines)
}

/// Whether a file is a script, by its name.
#[must_use]
pub fn is_script(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}
