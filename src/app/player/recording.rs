//! Recording the keys as a script.

use std::path::PathBuf;

use bevy::prelude::*;

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

/// The largest script that is played, in bytes.
pub(super) const LARGEST: u64 = 64 << 20;

/// The script that is being recorded, those that are being saved, and the latest one.
#[derive(Resource, Default)]
pub struct Recording {
    draft: Option<Draft>,
    /// With whether each is to be played once it is saved.
    saving: Vec<(Worker<PathBuf>, bool)>,
    /// The script that was saved last, or dropped on the window.
    pub latest: Option<PathBuf>,
}

/// A script while it is recorded.
#[derive(Default)]
struct Draft {
    /// Its lines, without the last.
    text: String,
    /// The last line, whose ticks are still being counted.
    last: Option<Ticks>,
    /// The parameters that the lines have set.
    params: Option<MoverParams>,
    mode: Option<Mode>,
    /// The level's name, and the revision of its tree ([`CurrentLevel::revision`]).
    level: String,
    revision: u64,
    /// The collision method. A script cannot hold it, so it must not change.
    method: Option<CollisionMethod>,
}

impl Draft {
    fn line(&mut self, line: &Line) {
        // A line has only numbers and words, which can always be written.
        if let Ok(line) = serde_json::to_string(line) {
            self.text += &line;
            self.text.push('\n');
        }
    }

    /// Whether it was recorded with this collision method.
    fn has_method(&self, method: CollisionMethod) -> bool {
        self.method.is_none_or(|own| own == method)
    }

    fn end_line(&mut self) {
        if let Some(last) = self.last.take() {
            self.line(&Line::Ticks(last));
        }
    }

    fn set(&mut self, params: &MoverParams) {
        if self.params.as_ref() != Some(params) {
            self.params = Some(*params);
            self.end_line();
            let set = Box::new(*params);
            self.line(&Line::Set { set });
        }
    }
}

impl Recording {
    /// Whether a script is being recorded.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.draft.is_some()
    }

    /// Whether a script is being saved.
    #[must_use]
    pub fn is_saving(&self) -> bool {
        !self.saving.is_empty()
    }

    pub(super) fn begin(&mut self, current: &CurrentLevel) {
        self.draft = Some(Draft {
            level: current.level.name.clone(),
            revision: current.revision,
            ..Draft::default()
        });
    }

    /// Records that the body was put where this eye is, at rest.
    pub(super) fn put(&mut self, eye: Vec3, view: View, mover: &Mover) {
        let Some(draft) = self.draft.as_mut().filter(|draft| draft.has_method(mover.method)) else {
            return;
        };
        draft.set(mover.params());
        draft.end_line();
        draft.mode = Some(mover.mode());
        let start = Start {
            eye: Some(eye.to_array()),
            yaw: Some(view.yaw),
            pitch: Some(view.pitch),
            mode: Some(mover.mode()),
        };
        draft.line(&Line::Start { start });
    }

    /// Records the input of one step; equal steps become one line.
    pub(super) fn add(&mut self, wanted: Ticks, mover: &Mover) {
        let Some(draft) = self.draft.as_mut().filter(|draft| draft.has_method(mover.method)) else {
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

    /// Why the recording must end, for the user.
    pub(super) fn obstacle(&self, current: &CurrentLevel, method: CollisionMethod) -> Option<&'static str> {
        let draft = self.draft.as_ref()?;
        if draft.revision != current.revision {
            Some("the level or the tree has changed")
        } else if !draft.has_method(method) {
            Some("the collision method has changed")
        } else if draft.text.len() as u64 + ROOM > LARGEST {
            Some("it is as long as a script may be")
        } else {
            None
        }
    }

    /// Ends the recording and saves the script in the background; then plays it if `play`.
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
        self.saving.push((worker, play));
    }

    /// Plays the script that is being saved as soon as it is.
    pub(super) fn play_once_saved(&mut self) {
        if let Some((_, play)) = self.saving.last_mut() {
            *play = true;
        }
    }

    /// Tells of scripts that were saved. Returns the one that is to be played.
    pub(super) fn saved(&mut self, wait: bool, notices: &mut MessageWriter<Notice>) -> Option<PathBuf> {
        let mut next = None;
        let finished = self
            .saving
            .extract_if(.., |(worker, _)| wait || worker.is_finished());
        for (worker, play) in finished {
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

/// Most bytes of the lines of one frame.
const ROOM: u64 = 1 << 16;
