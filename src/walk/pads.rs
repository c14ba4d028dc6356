//! What reads gamepads: of this machine, or of the page in a browser.

use bspwalk_pads::Message;

/// Reads the pads that are plugged in, at any time.
#[derive(Debug)]
pub struct PadReader {
    #[cfg(not(target_family = "wasm"))]
    reader: bspwalk_pads::Reader,
    #[cfg(target_family = "wasm")]
    reader: crate::page::pads::Reader,
}

impl PadReader {
    /// Begins to read. `wake` is called from another thread each time that there is something to tell; a page has no other threads,
    /// and its pads are looked at in each frame.
    #[must_use]
    pub fn start(wake: impl Fn() + Send + Sync + 'static) -> Self {
        #[cfg(not(target_family = "wasm"))]
        let reader = bspwalk_pads::Reader::start(wake);
        #[cfg(target_family = "wasm")]
        let reader = {
            let _ = wake;
            crate::page::pads::Reader::default()
        };
        Self { reader }
    }

    /// What was told since the last call, in order.
    pub fn messages(&mut self) -> Vec<Message> {
        self.reader.messages().collect()
    }
}
