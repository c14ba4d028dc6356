//! Movement scripts: recording and saving them, and reading them in the background to play them.

use std::{
    fmt::Display,
    io,
    path::{Path, PathBuf},
};

use bspwalk_collision::mover::script::{self, Line, ReadError};
use bspwalk_progress::Progress;
use bspwalk_text::{Localize, text};

use crate::{
    Opened,
    actions::Action,
    files,
    identity::Identity,
    job::{Failure, WorkStatus, Worker},
    recording::LARGEST,
    store,
    walker::{Notice, Walker},
};

/// A [`Scripts`] method that a command or a frame calls. It returns the notices shown to the user.
///
/// The last parameter returns the name of the key for an action.
pub type ScriptChange = fn(&mut Scripts, &mut Walker, &Opened, &dyn Fn(Action) -> String) -> Vec<Notice>;

/// The scripts of a session.
#[derive(Debug, Default)]
pub struct Scripts {
    /// Script that was saved or opened last.
    pub latest: Option<PathBuf>,
    /// Scripts that were recorded: the file of each, or the reason why it could not be saved.
    pub recorded: Vec<Result<PathBuf, String>>,
    reading: Option<Worker<Vec<Line>>>,
}

impl Scripts {
    /// Returns the reading progress, or `None` if no script is being read.
    pub fn status(&self) -> Option<WorkStatus> {
        let reading = self.reading.as_ref();
        reading.map(|worker| worker.status(text!("script-reading")))
    }

    /// Cancels reading if it is in progress.
    pub fn cancel(&self) {
        if let Some(worker) = &self.reading {
            worker.progress.cancel();
        }
    }

    /// Starts a recording, or ends the current one and saves it.
    pub fn toggle_recording(
        &mut self,
        walker: &mut Walker,
        opened: &Opened,
        key_of: &dyn Fn(Action) -> String,
    ) -> Vec<Notice> {
        walker.end_replay();
        if walker.draft.is_some() {
            return self.end_recording(walker, opened, key_of);
        }
        vec![Notice::info(walker.record(&opened.level, &opened.tree, key_of))]
    }

    /// Ends the recording, if there is one, and saves the script.
    pub fn end_recording(
        &mut self,
        walker: &mut Walker,
        _: &Opened,
        key_of: &dyn Fn(Action) -> String,
    ) -> Vec<Notice> {
        let Some(draft) = walker.draft.take() else {
            return Vec::new();
        };
        let level = draft.level().to_owned();
        let Some(text) = draft.end() else {
            return vec![Notice::info(text!("script-nothing"))];
        };
        let saved = files::save(&files::pictures_folder(), &level, "jsonl", text.as_bytes());
        self.recorded.push(saved.clone());
        vec![match saved {
            Ok(path) => {
                let key = key_of(Action::PlayScript);
                let told = text!("script-saved", file = path.display(), key);
                self.latest = Some(path);
                Notice::info(told)
            }
            Err(problem) => Notice::error(text!("script-not-saved", problem)),
        }]
    }

    /// Ends the recording before another script moves the body.
    pub fn make_way(
        &mut self,
        walker: &mut Walker,
        opened: &Opened,
        key_of: &dyn Fn(Action) -> String,
    ) -> Vec<Notice> {
        if walker.draft.is_none() {
            return Vec::new();
        }
        let mut told = vec![Notice::info(text!("script-another"))];
        told.extend(self.end_recording(walker, opened, key_of));
        told
    }

    /// Plays the latest script, or stops it if it is playing. If a recording is in progress, ends it first and plays it.
    pub fn play(
        &mut self,
        walker: &mut Walker,
        opened: &Opened,
        key_of: &dyn Fn(Action) -> String,
    ) -> Vec<Notice> {
        walker.end_replay();
        if walker.playing.take().is_some() {
            return Vec::new();
        }
        if self.reading.is_some() {
            self.cancel();
            return Vec::new();
        }
        let mut told = self.end_recording(walker, opened, key_of);
        match self.latest.clone() {
            Some(path) => self.read(path),
            None => told.push(Notice::info(text!(
                "script-none",
                record = key_of(Action::ToggleRecording)
            ))),
        }
        told
    }

    /// Reads a script, and plays it once it is read.
    pub fn read(&mut self, path: PathBuf) {
        let title = path.display().to_string();
        self.latest = Some(path.clone());
        self.reading = Some(Worker::start(title, move |progress| read(&path, progress)));
    }

    /// Ends a recording that cannot continue, and plays a script that has been read.
    pub fn follow(
        &mut self,
        walker: &mut Walker,
        opened: &Opened,
        key_of: &dyn Fn(Action) -> String,
    ) -> Vec<Notice> {
        let mut told = Vec::new();
        if let Some(reason) = walker.recording_must_end(&Identity::of(&opened.tree)) {
            told.push(Notice::info(reason));
            told.extend(self.end_recording(walker, opened, key_of));
        }
        let Some(worker) = self.reading.take_if(|worker| worker.is_finished()) else {
            return told;
        };
        let title = worker.title.clone();
        let result = match worker.finish() {
            Ok(lines) => {
                told.extend(self.make_way(walker, opened, key_of));
                walker.play(lines, &opened.level);
                let escape = key_of(Action::Escape);
                Notice::info(text!("script-playing", title, escape))
            }
            Err(Failure::Cancelled) => Notice::info(text!("script-cancelled", title)),
            Err(Failure::Failed(problem)) => Notice::error(text!("script-cannot-play", problem)),
        };
        told.push(result);
        told
    }
}

fn read(path: &Path, progress: &Progress) -> Result<Vec<Line>, Failure> {
    let at = |problem: &dyn Display| Failure::Failed(format!("{}: {problem}", path.display()));
    let bytes = store::get()
        .read(path, LARGEST)
        .map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => at(&text!("script-too-large", most = LARGEST >> 20)),
            _ => at(&error),
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
