//! Reads the pads of this machine.

#[cfg(target_os = "linux")]
mod evdev;
#[cfg(any(target_os = "macos", target_os = "windows"))]
mod gilrs;

#[cfg(target_os = "linux")]
use self::evdev as system;
#[cfg(any(target_os = "macos", target_os = "windows"))]
use self::gilrs as system;

use crate::Message;

/// What reads the pads of this machine, in a word or two.
#[cfg(any(target_os = "linux", target_os = "macos", target_os = "windows"))]
pub const READER: &str = system::NAME;
/// What reads the pads of this machine, in a word or two.
#[cfg(target_family = "wasm")]
pub const READER: &str = "the browser's Gamepad API";
/// What reads the pads of this machine, in a word or two.
#[cfg(not(any(
    target_os = "linux",
    target_os = "macos",
    target_os = "windows",
    target_family = "wasm"
)))]
pub const READER: &str = "none";

/// Reads the pads of this machine beside whoever asks. Once it is dropped, it reads no more.
#[derive(Debug)]
pub struct Reader {
    #[cfg(any(target_os = "linux", target_os = "macos", target_os = "windows"))]
    system: system::System,
}

impl Reader {
    /// Begins to read, and calls `wake` from another thread each time that there is something to tell.
    #[must_use]
    pub fn start(wake: impl Fn() + Send + Sync + 'static) -> Self {
        #[cfg(any(target_os = "linux", target_os = "macos", target_os = "windows"))]
        {
            Self {
                system: system::System::start(std::sync::Arc::new(wake)),
            }
        }
        #[cfg(not(any(target_os = "linux", target_os = "macos", target_os = "windows")))]
        {
            let _ = wake;
            Self {}
        }
    }

    /// What was told since the last call, in order. It never waits.
    #[cfg_attr(
        not(any(target_os = "linux", target_os = "macos", target_os = "windows")),
        expect(clippy::unused_self, reason = "there is no reader")
    )]
    pub fn messages(&self) -> impl Iterator<Item = Message> + '_ {
        #[cfg(any(target_os = "linux", target_os = "macos", target_os = "windows"))]
        {
            self.system.messages.try_iter()
        }
        #[cfg(not(any(target_os = "linux", target_os = "macos", target_os = "windows")))]
        {
            std::iter::empty()
        }
    }
}
