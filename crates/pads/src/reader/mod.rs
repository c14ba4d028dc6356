//! Reads this machine's gamepads.

#[cfg(target_os = "linux")]
mod evdev;
#[cfg(any(target_os = "macos", target_os = "windows"))]
mod gilrs;

#[cfg(target_os = "linux")]
use self::evdev as system;
#[cfg(any(target_os = "macos", target_os = "windows"))]
use self::gilrs as system;

use crate::Message;

/// Short name of this platform's gamepad reader.
#[cfg(any(target_os = "linux", target_os = "macos", target_os = "windows"))]
pub const READER: &str = system::NAME;
/// Short name of this platform's gamepad reader.
#[cfg(target_family = "wasm")]
pub const READER: &str = "the browser's Gamepad API";
/// Short name of this platform's gamepad reader.
#[cfg(not(any(
    target_os = "linux",
    target_os = "macos",
    target_os = "windows",
    target_family = "wasm"
)))]
pub const READER: &str = "none";

/// Reads this machine's gamepads on background threads. Dropping it stops the threads.
#[derive(Debug)]
pub struct Reader {
    #[cfg(any(target_os = "linux", target_os = "macos", target_os = "windows"))]
    system: system::System,
}

impl Reader {
    /// Starts reading gamepads. Calls `wake` from another thread whenever there are new messages.
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

    /// Returns the messages received since the last call, oldest first, without blocking.
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
