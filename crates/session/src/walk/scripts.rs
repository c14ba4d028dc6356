//! Recording, saving and playing movement scripts in a walk.

use std::sync::Arc;

use bspwalk_collision::mover::script;
use bspwalk_progress::Progress;
use bspwalk_text::text;

use super::Session;
use crate::{Opened, actions::Action, files};

impl Session {
    pub(super) fn toggle_recording(&mut self) {
        if self.walker.draft.is_some() {
            self.end_recording();
            return;
        }
        let names = self.keymap.names_for(self.front, self.unicode).with_pad(self.pad);
        let Opened { level, tree, .. } = &*self.opened;
        let told = self.walker.record(level, tree, |action| names.action_key(action));
        self.notice(told);
    }

    /// Plays or stops the latest recorded script. If a recording is in progress, ends it first and plays it.
    pub(super) fn play_script(&mut self) {
        if self.walker.playing.take().is_some() {
            return;
        }
        self.end_recording();
        let Some(latest) = &self.latest else {
            let record = self.keys().action_key(Action::ToggleRecording);
            self.notice(text!("walk-script-none", record));
            return;
        };
        self.walker.play(latest.to_vec(), &self.opened.level);
        let escape = self.keys().action_key(Action::Escape);
        self.notice(text!("walk-script-played", escape));
    }

    /// Stores a recorded script for playback.
    pub(super) fn store_script(&mut self, text: &[u8]) {
        // A recorded script can always be parsed.
        if let Ok(lines) = script::read(text, &Progress::default()) {
            self.latest = Some(Arc::from(lines));
        }
    }

    /// Ends the recording, if there is one, and saves the script.
    pub fn end_recording(&mut self) {
        let Some(draft) = self.walker.draft.take() else {
            return;
        };
        let Some(text) = draft.end() else {
            self.notice(text!("script-nothing"));
            return;
        };
        self.store_script(text.as_bytes());
        let saved = files::save(
            &files::pictures_folder(),
            &self.opened.level.name,
            "jsonl",
            text.as_bytes(),
        );
        let said = match saved {
            Ok(path) => text!(
                "walk-script-saved",
                level = self.opened.source,
                file = path.display()
            ),
            Err(problem) => text!("script-not-saved", problem),
        };
        self.saved.push(said.clone());
        self.notice(said);
    }
}
