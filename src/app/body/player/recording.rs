//! Records key input as a script.

use std::path::PathBuf;

use bevy::prelude::*;
use bspwalk_session::files;
use bspwalk_text::text;

use crate::app::{
    host::{
        state::{Action, Notice, Player},
        worker::{Failure, Worker},
    },
    input::KeyLabels,
};

/// Scripts that are being saved, and the latest script.
#[derive(Resource, Default)]
pub struct Recording {
    /// Running saves, each with a flag for whether to play the script afterwards.
    saving: Vec<(Worker<PathBuf>, bool)>,
    /// Script that was most recently saved or dropped on the window.
    pub latest: Option<PathBuf>,
}

impl Recording {
    /// Returns whether a script is being saved.
    #[must_use]
    pub fn is_saving(&self) -> bool {
        !self.saving.is_empty()
    }

    /// Ends any recording before another script takes control of the body.
    pub(in crate::app) fn make_way(&mut self, player: &mut Player, notices: &mut MessageWriter<Notice>) {
        if player.walker.draft.is_some() {
            notices.write(Notice::info(text!("script-another")));
            self.end(player, false, notices);
        }
    }

    /// Ends the recording and saves it as a script in the background. If `play` is set, the script is played once
    /// saved.
    pub(super) fn end(&mut self, player: &mut Player, play: bool, notices: &mut MessageWriter<Notice>) {
        let Some(draft) = player.walker.draft.take() else {
            return;
        };
        let level = draft.level().to_owned();
        let Some(text) = draft.end() else {
            notices.write(Notice::info(text!("script-nothing")));
            return;
        };
        let worker = Worker::start(text!("script-recorded").into(), move |_| {
            files::save(&files::pictures_folder(), &level, "jsonl", text.as_bytes()).map_err(Failure::Failed)
        });
        self.saving.push((worker, play));
    }

    /// Requests playback of the script that is being saved, as soon as the file is ready.
    pub(super) fn play_once_saved(&mut self) {
        if let Some((_, play)) = self.saving.last_mut() {
            *play = true;
        }
    }

    /// Reports scripts that finished saving. Returns the script to play, if any.
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
                    let key = keys.key_or_palette_hint(Action::PlayScript);
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
