//! Gamepad input from this machine or from a web page.

use bspwalk_pads::Message;

#[cfg(not(target_family = "wasm"))]
use super::virtual_pad::VirtualPad;

/// Reads gamepads. Pads can be connected at any time.
#[derive(Debug)]
pub struct PadReader {
    #[cfg(not(target_family = "wasm"))]
    reader: bspwalk_pads::Reader,
    #[cfg(not(target_family = "wasm"))]
    virtual_pad: Option<VirtualPad>,
    #[cfg(target_family = "wasm")]
    reader: crate::page::pads::Reader,
}

impl PadReader {
    /// Starts reading. Another thread calls `wake` whenever there are new messages. A web page has no other threads, so
    /// its pads must be polled every frame.
    #[must_use]
    pub fn start(wake: impl Fn() + Send + Sync + 'static) -> Self {
        #[cfg(not(target_family = "wasm"))]
        {
            Self {
                reader: bspwalk_pads::Reader::start(wake),
                virtual_pad: VirtualPad::from_environment(),
            }
        }
        #[cfg(target_family = "wasm")]
        {
            let _ = wake;
            Self {
                reader: crate::page::pads::Reader::default(),
            }
        }
    }

    /// Returns the messages since the last call, in chronological order.
    pub fn messages(&mut self) -> Vec<Message> {
        let told = self.reader.messages();
        #[cfg(not(target_family = "wasm"))]
        let told = told.chain(self.virtual_pad.iter_mut().flat_map(VirtualPad::messages));
        told.collect()
    }

    /// Returns whether the caller must poll, because `wake` is not called for every message.
    pub fn is_polled(&self) -> bool {
        #[cfg(not(target_family = "wasm"))]
        {
            self.virtual_pad.is_some()
        }
        #[cfg(target_family = "wasm")]
        {
            true
        }
    }
}
