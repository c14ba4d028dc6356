//! The gamepads of the window.

use bspwalk_session::pads::{PadSettings, Pads};

use crate::walk::pads::PadReader;

/// The pads, and what reads them.
pub(super) struct PadInput {
    pub(super) reader: PadReader,
    pub(super) pads: Pads,
    pub(super) settings: PadSettings,
    /// Whether a stick walked or turned the view in the frame before.
    pub(super) was_pushed: bool,
    /// What the user can mend, until there is a walk to say it in.
    pub(super) hint: Option<String>,
}

impl PadInput {
    pub(super) fn new(reader: PadReader) -> Self {
        Self {
            reader,
            pads: Pads::default(),
            settings: PadSettings::kept(),
            was_pushed: false,
            hint: None,
        }
    }

    /// Lets go of everything: the window is no longer looked at.
    pub(super) fn leave(&mut self) {
        // What they hold is released as a whole.
        let _ = self.pads.release_all();
        self.was_pushed = false;
    }

    /// Whether pads are looked at in each frame, because nobody wakes the window for them.
    pub(super) fn is_polled(&self) -> bool {
        self.reader.is_polled() && (self.pads.count() > 0 || cfg!(not(target_family = "wasm")))
    }
}
