//! Recording the keys as a script.

use std::path::PathBuf;

use bevy::prelude::*;
use bspwalk_session::{files, recording::Draft};
use bspwalk_text::text;
use bspwalk_trees::collision::mover::CollisionMethod;

use crate::app::{
    input::KeyLabels,
    state::{Action, Notice, OpenedLevel, TreeId},
    worker::{Failure, Worker},
};

/// The script that is being recorded, those that are being saved, and the latest one.
#[derive(Resource, Default)]
pub struct Recording {
    draft: Option<InLevel>,
    /// With whether each is to be played once it is saved.
    saving: Vec<(Worker<PathBuf>, bool)>,
    /// The script that was saved last, or dropped on the window.
    pub latest: Option<PathBuf>,
}

/// A script while it is recorded, and where.
struct InLevel {
    draft: Draft,
    /// The level's name, and its tree.
    level: String,
    tree_id: TreeId,
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

    pub(super) fn begin(&mut self, current: &OpenedLevel) {
        self.draft = Some(InLevel {
            draft: Draft::new(current.level.origin),
            level: current.level.name.clone(),
            tree_id: current.tree_id(),
        });
    }

    /// The script that is being recorded.
    pub(super) fn draft(&mut self) -> Option<&mut Draft> {
        self.draft.as_mut().map(|recorded| &mut recorded.draft)
    }

    /// Why the recording must end, for the user.
    pub(super) fn obstacle(&self, current: &OpenedLevel, method: CollisionMethod) -> Option<&'static str> {
        let InLevel { draft, tree_id, .. } = self.draft.as_ref()?;
        if *tree_id != current.tree_id() {
            Some(text!("script-tree-changed"))
        } else if !draft.has_method(method) {
            Some(text!("script-method-changed"))
        } else if draft.is_full() {
            Some(text!("script-longest"))
        } else {
            None
        }
    }

    /// Ends the recording and saves the script in the background; then plays it if `play`.
    pub(super) fn end(&mut self, play: bool, notices: &mut MessageWriter<Notice>) {
        let Some(InLevel { draft, level, .. }) = self.draft.take() else {
            return;
        };
        let Some(text) = draft.end() else {
            notices.write(Notice::info(text!("script-nothing")));
            return;
        };
        let worker = Worker::start(text!("script-recorded").into(), move |_| {
            files::save(&files::folder(), &level, "jsonl", text.as_bytes()).map_err(Failure::Failed)
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
    pub(super) fn saved(
        &mut self,
        wait: bool,
        keys: &KeyLabels,
        notices: &mut MessageWriter<Notice>,
    ) -> Option<PathBuf> {
        let mut next = None;
        let finished = self
            .saving
            .extract_if(.., |(worker, _)| wait || worker.is_finished());
        for (worker, play) in finished {
            match worker.finish() {
                Ok(path) => {
                    let key = keys.of(Action::PlayScript);
                    notices.write(Notice::info(text!("script-saved", file = path.display(), key)));
                    self.latest = Some(path.clone());
                    next = next.or(play.then_some(path));
                }
                Err(Failure::Failed(problem)) => {
                    notices.write(Notice::error(text!("script-not-saved", problem)));
                }
                Err(Failure::Cancelled) => {}
            }
        }
        next
    }
}
