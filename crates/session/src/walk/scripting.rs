//! Movement scripts of a walk.

use bspwalk_text::text;

use super::Session;
use crate::scripts::{ScriptChange, Scripts};

impl Session {
    /// Changes the scripts, and shows the notices.
    pub(super) fn change_scripts(&mut self, change: ScriptChange) {
        let names = self.keymap.names_for(self.front, self.unicode).with_pad(self.pad);
        let key_of = |action| names.action_key(action);
        let told = change(&mut self.scripts, &mut self.walker, &self.opened, &key_of);
        for notice in told {
            self.notice(notice.text);
        }
    }

    /// Ends the recording, if there is one, and saves the script.
    pub fn end_recording(&mut self) {
        self.change_scripts(Scripts::end_recording);
    }

    /// Returns the messages about recorded scripts, for display at the end of the walk.
    pub fn saved_file_messages(&self) -> impl DoubleEndedIterator<Item = String> {
        self.scripts.recorded.iter().map(|saved| match saved {
            Ok(path) => text!(
                "walk-script-saved",
                level = self.opened.source,
                file = path.display()
            ),
            Err(problem) => text!("script-not-saved", problem),
        })
    }
}
