//! Movement scripts of a walk.

use bspwalk_text::text;

use super::Session;
use crate::scripts::Scripts;

impl Session {
    /// Ends the recording, if there is one, and saves the script.
    pub fn end_recording(&mut self) {
        self.change(|program| program.change_scripts(Scripts::end_recording));
    }

    /// Returns the messages about recorded scripts, for display at the end of the walk.
    pub fn saved_file_messages(&self) -> impl DoubleEndedIterator<Item = String> {
        self.state.scripts.recorded.iter().map(|saved| match saved {
            Ok(path) => text!(
                "walk-script-saved",
                level = self.opened.source,
                file = path.display()
            ),
            Err(problem) => text!("script-not-saved", problem),
        })
    }
}
