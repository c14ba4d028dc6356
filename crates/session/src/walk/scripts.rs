//! Scripts in a walk: recorded from the keys, saved and played.

use std::sync::Arc;

use bspwalk_progress::Progress;
use bspwalk_text::text;
use bspwalk_trees::collision::mover::script;

use super::Session;
use crate::{actions::Action, body::Playing, files, recording::Draft};

impl Session {
    pub(super) fn toggle_recording(&mut self) {
        if self.draft.is_some() {
            self.end_recording();
            return;
        }
        if self.body.noclip || self.playing.is_some() {
            let [noclip, escape] =
                [Action::ToggleNoclip, Action::Escape].map(|action| self.keys().of(action));
            self.notice(text!("walk-script-end-first", noclip, escape));
            return;
        }
        // From rest, as playing it begins.
        self.body.rest_in_place();
        self.draft = Some(Draft::new(self.level().origin));
        let [record, play] =
            [Action::ToggleRecording, Action::PlayScript].map(|action| self.keys().of(action));
        self.notice(text!("walk-script-recorded", record, play));
    }

    /// Plays the script that was recorded last, or ends it. A recording ends first, and is the last one then.
    pub(super) fn play_script(&mut self) {
        if self.playing.take().is_some() {
            return;
        }
        self.end_recording();
        let Some(latest) = &self.latest else {
            let record = self.keys().of(Action::ToggleRecording);
            self.notice(text!("walk-script-none", record));
            return;
        };
        self.body.noclip = false;
        self.playing = Some(Playing::script(latest.to_vec(), &self.opened.level.spawn));
        let escape = self.keys().of(Action::Escape);
        self.notice(text!("walk-script-played", escape));
    }

    /// Keeps a script that was recorded, to be played.
    pub(super) fn keep(&mut self, text: &[u8]) {
        // What was recorded can be read.
        if let Ok(mut lines) = script::read(text, &Progress::default()) {
            for line in &mut lines {
                if let script::Line::Start { start } = line {
                    *start = start.translated(-self.opened.level.origin);
                }
            }
            self.latest = Some(Arc::from(lines));
        }
    }

    /// Ends the recording, where there is one, and saves it.
    pub fn end_recording(&mut self) {
        let Some(draft) = self.draft.take() else { return };
        let Some(text) = draft.end() else {
            self.notice(text!("walk-script-empty"));
            return;
        };
        self.keep(text.as_bytes());
        let saved = files::save(&files::folder(), &self.level().name, "jsonl", text.as_bytes());
        let said = match saved {
            Ok(path) => text!(
                "walk-script-saved",
                level = self.opened.name(),
                file = path.display()
            ),
            Err(problem) => text!("walk-script-not-saved", problem),
        };
        self.saved.push(said.clone());
        self.notice(said);
    }
}
