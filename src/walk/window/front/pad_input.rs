//! The gamepads of the window and their settings.

use bspwalk_session::pads::{PadSettings, Pads};

use crate::walk::pads::PadReader;

/// The gamepads and their reader.
pub(super) struct PadInput {
    pub(super) reader: PadReader,
    pub(super) pads: Pads,
    pub(super) settings: PadSettings,
    /// Whether a stick moved the body or the view in the last frame.
    pub(super) was_pushed: bool,
    /// Advice for the user, stored until a session can show it.
    pub(super) hint: Option<String>,
}

impl PadInput {
    pub(super) fn new(reader: PadReader) -> Self {
        Self {
            reader,
            pads: Pads::default(),
            settings: PadSettings::read_saved(),
            was_pushed: false,
            hint: None,
        }
    }

    /// Releases all held controls when the window loses the focus.
    pub(super) fn leave(&mut self) {
        // The caller releases all held controls at once, so the individual releases are not needed.
        let _ = self.pads.release_all();
        self.was_pushed = false;
    }

    /// Returns whether pads must be polled every frame, because no event wakes the window for them.
    pub(super) fn is_polled(&self) -> bool {
        self.reader.is_polled() && (self.pads.count() > 0 || cfg!(not(target_family = "wasm")))
    }
}
