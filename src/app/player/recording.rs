//! Writing down as a script what the keys did.

use std::path::PathBuf;

use bevy::prelude::*;

use super::scripts::LARGEST;
use crate::{
    app::{
        files,
        state::{CurrentLevel, Notice},
        worker::{Failure, Worker},
    },
    collision::mover::{
        CollisionMethod, Mode, Mover, MoverParams,
        script::{Line, MOST_TICKS, Start, Ticks, View},
    },
};

/// The script that is being written, those that are being saved, and the one that was saved or dropped last.
#[derive(Resource, Default)]
pub struct Recording {
    draft: Option<Draft>,
    saving: Vec<Saving>,
    /// The script that was saved last, or dropped on the window.
    pub latest: Option<PathBuf>,
}

/// A script as far as it is written.
struct Draft {
    /// Its lines but for the last.
    text: String,
    /// What is wanted since the last line.
    last: Option<Ticks>,
    /// What the lines have set so far.
    params: Option<MoverParams>,
    mode: Option<Mode>,
    /// The level's name and its tree, by [`CurrentLevel::revision`].
    level: String,
    revision: u64,
    /// How the body is kept out of the walls. A script cannot say it, so that it must not change.
    method: Option<CollisionMethod>,
}

struct Saving {
    worker: Worker<PathBuf>,
    play: bool,
}

impl Draft {
    fn line(&mut self, line: &Line) {
        // Plain numbers and words: there is nothing in them that could not be written.
        if let Ok(line) = serde_json::to_string(line) {
            self.text += &line;
            self.text.push('\n');
        }
    }

    /// Whether it is of a body that is kept out of the walls in this way.
    fn goes(&self, method: CollisionMethod) -> bool {
        self.method.is_none_or(|own| own == method)
    }

    /// Ends the line with ticks that is being counted.
    fn end_line(&mut self) {
        if let Some(last) = self.last.take() {
            self.line(&Line::Ticks(last));
        }
    }

    fn set(&mut self, params: &MoverParams) {
        if self.params.as_ref() != Some(params) {
            self.params = Some(*params);
            self.end_line();
            self.line(&Line::Set {
                set: Box::new(*params),
            });
        }
    }
}

impl Recording {
    /// Whether a script is being written.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.draft.is_some()
    }

    /// Whether a script is being saved.
    #[must_use]
    pub fn is_saving(&self) -> bool {
        !self.saving.is_empty()
    }

    /// Begins a script.
    pub(super) fn begin(&mut self, current: &CurrentLevel) {
        self.draft = Some(Draft {
            text: String::new(),
            last: None,
            params: None,
            mode: None,
            level: current.level.name.clone(),
            revision: current.revision,
            method: None,
        });
    }

    /// The body was put where an eye is, at rest.
    pub(super) fn put(&mut self, eye: Vec3, view: View, mover: &Mover) {
        let Some(draft) = self.draft.as_mut().filter(|draft| draft.goes(mover.method)) else {
            return;
        };
        draft.set(mover.params());
        draft.end_line();
        draft.mode = Some(mover.mode());
        draft.line(&Line::Start {
            start: Start {
                eye: Some(eye.to_array()),
                yaw: Some(view.yaw),
                pitch: Some(view.pitch),
                mode: Some(mover.mode()),
            },
        });
    }

    /// Adds what was wanted in one step; equal steps become one line.
    pub(super) fn add(&mut self, wanted: Ticks, mover: &Mover) {
        let Some(draft) = self.draft.as_mut().filter(|draft| draft.goes(mover.method)) else {
            return;
        };
        draft.method = Some(mover.method);
        draft.set(mover.params());
        if draft.mode != Some(mover.mode()) {
            draft.mode = Some(mover.mode());
            draft.end_line();
            draft.line(&Line::Mode { mode: mover.mode() });
        }
        match &mut draft.last {
            Some(last) if (Ticks { ticks: 1, ..*last }) == wanted && last.ticks < MOST_TICKS => {
                last.ticks += 1;
            }
            _ => {
                draft.end_line();
                draft.last = Some(wanted);
            }
        }
    }

    /// Why the script cannot go on, for a person.
    pub(super) fn obstacle(&self, current: &CurrentLevel, method: CollisionMethod) -> Option<&'static str> {
        let draft = self.draft.as_ref()?;
        if draft.revision != current.revision {
            Some("level or tree are others")
        } else if !draft.goes(method) {
            Some("the body is kept out of the walls in another way")
        } else if draft.text.len() as u64 + ROOM > LARGEST {
            Some("it is as long as a script may be")
        } else {
            None
        }
    }

    /// Ends the script and saves it in the background; plays it then, where that is asked for.
    pub(super) fn end(&mut self, play: bool, notices: &mut MessageWriter<Notice>) {
        let Some(mut draft) = self.draft.take() else {
            return;
        };
        draft.end_line();
        if draft.text.is_empty() {
            notices.write(Notice::info("Nothing was recorded: the body made no step."));
            return;
        }
        let worker = Worker::start("the recorded script".into(), move |_| {
            files::save(&files::folder(), &draft.level, "jsonl", draft.text.as_bytes())
                .map_err(Failure::Failed)
        });
        match worker {
            Ok(worker) => self.saving.push(Saving { worker, play }),
            Err(problem) => {
                notices.write(Notice::error(format!("The script was not saved: {problem}")));
            }
        }
    }

    /// Tells of scripts that are saved. Returns the one that is to be played.
    pub(super) fn saved(&mut self, wait: bool, notices: &mut MessageWriter<Notice>) -> Option<PathBuf> {
        let mut next = None;
        let done = self
            .saving
            .extract_if(.., |saving| wait || saving.worker.is_finished());
        for Saving { worker, play } in done {
            match worker.finish() {
                Ok(path) => {
                    notices.write(Notice::info(format!(
                        "The script was saved to {}: F10 plays it.",
                        path.display()
                    )));
                    self.latest = Some(path.clone());
                    next = next.or(play.then_some(path));
                }
                Err(Failure::Failed(problem)) => {
                    notices.write(Notice::error(format!("The script was not saved: {problem}.")));
                }
                Err(Failure::Cancelled) => {}
            }
        }
        next
    }
}

/// Bytes that the lines of a frame take at most.
const ROOM: u64 = 1 << 16;
