//! Copying and pasting of views. Uses the system clipboard if there is one, or text stored in the program.

use bspwalk_explain::map_places::MapPlace;
use bspwalk_session::{command_line::CommandLine, view_line::ViewLine};
use bspwalk_text::text;

/// A clipboard that falls back to a copy stored in the program.
#[derive(Debug, Default)]
pub struct Clipboard {
    /// Whether to use the system clipboard. If `false`, other programs cannot paste the text.
    is_shared: bool,
    /// Last copied text.
    own: Option<String>,
}

impl Clipboard {
    /// Creates a clipboard that uses the system clipboard.
    pub fn of_system() -> Self {
        Self {
            is_shared: true,
            own: None,
        }
    }

    /// Copies a view. Returns the message to show to the user.
    pub fn copy(&mut self, line: &ViewLine) -> String {
        let text = line.to_string();
        if self.copy_text(&text) {
            text!("screen-view-copied", text)
        } else if cfg!(target_family = "wasm") {
            text!("screen-view-copied-in-page", text)
        } else {
            text!("screen-view-copied-alone", text)
        }
    }

    /// Copies a command. Returns the message to show to the user.
    pub fn copy_command(&mut self, line: &CommandLine) -> String {
        // The message contains the command, so that the user can type it if the clipboard does not work.
        let text = line.to_string();
        if self.copy_text(&text) {
            text!("screen-command-copied", text)
        } else {
            text!("screen-command-copied-alone", text)
        }
    }

    /// Copies the place of a face in its map. Returns the message to show to the user.
    pub fn copy_place(&mut self, place: &MapPlace) -> String {
        let text = place.map_editor_text();
        if self.copy_text(&text) {
            text!("screen-place-copied", what = place.words(), text)
        } else {
            text!("screen-place-copied-alone", what = place.words(), text)
        }
    }

    /// Copies a text. Returns whether other programs can paste it.
    fn copy_text(&mut self, text: &str) -> bool {
        self.own = Some(text.to_owned());
        self.is_shared && system::copy(text)
    }

    /// Returns the last copied view, whether it was copied in this program or in another one.
    ///
    /// # Errors
    /// Returns a message for the user if the clipboard has no text, or if the text is not a view.
    pub fn paste(&self) -> Result<ViewLine, String> {
        let shared = if self.is_shared { system::paste() } else { None };
        let text = shared.or_else(|| self.own.clone());
        let text = text.ok_or(text!("screen-nothing-to-paste"))?;
        read(&text)
    }
}

/// Parses a pasted view.
///
/// # Errors
/// Returns a message for the user if the text is not a view.
pub fn read(text: &str) -> Result<ViewLine, String> {
    text.parse()
        .map_err(|reason: String| text!("screen-no-view", reason))
}

/// The system clipboard.
#[cfg(all(
    any(feature = "app", feature = "software"),
    any(target_os = "linux", target_os = "macos", target_os = "windows")
))]
mod system {
    use std::cell::RefCell;

    use arboard::Clipboard;

    thread_local! {
        /// The clipboard stays open for the whole run, because some systems drop the copied text when its owner closes
        /// the clipboard.
        static KEPT: RefCell<Option<Clipboard>> = const { RefCell::new(None) };
    }

    fn with<T>(ask: impl FnOnce(&mut Clipboard) -> Option<T>) -> Option<T> {
        KEPT.with_borrow_mut(|kept| {
            if kept.is_none() {
                *kept = Clipboard::new().ok();
            }
            ask(kept.as_mut()?)
        })
    }

    /// Returns whether the copy succeeded.
    pub(super) fn copy(text: &str) -> bool {
        with(|clipboard| clipboard.set_text(text).ok()).is_some()
    }

    pub(super) fn paste() -> Option<String> {
        with(|clipboard| clipboard.get_text().ok())
    }
}

/// Stub for builds without a system clipboard.
#[cfg(not(all(
    any(feature = "app", feature = "software"),
    any(target_os = "linux", target_os = "macos", target_os = "windows")
)))]
mod system {
    pub(super) fn copy(_: &str) -> bool {
        false
    }

    pub(super) fn paste() -> Option<String> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copied_view_is_pasted() {
        let mut clipboard = Clipboard::default();
        let reason = clipboard.paste().expect_err("nothing was copied");
        assert!(reason.contains("does not contain"), "{reason}");
        let line: ViewLine = "bspwalk 'my level.obj' --eye=1,2,3".parse().expect("it is right");
        let told = clipboard.copy(&line);
        let is_told = told.contains(&line.to_string()) && told.contains("inside bspwalk only");
        assert!(is_told, "{told}");
        assert_eq!(clipboard.paste(), Ok(line));
        let reason = read("bspwalk hall --eye here").expect_err("it is wrong");
        let is_told = reason.contains("not a view") && reason.contains("here");
        assert!(is_told, "{reason}");
    }
}
