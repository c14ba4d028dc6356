//! Signals that end or suspend the walk. They exist only on Unix.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

#[cfg(unix)]
use signal_hook::{
    consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP},
    flag, low_level,
};

/// Received signals.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// Number of the signal that ends the walk, or 0.
    ends: Arc<AtomicUsize>,
    stops: Arc<AtomicBool>,
    continues: Arc<AtomicBool>,
}

impl Signals {
    /// Registers the signal handlers.
    pub(super) fn listen() -> io::Result<Self> {
        let signals = Self::default();
        #[cfg(unix)]
        {
            for signal in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
                flag::register_usize(signal, Arc::clone(&signals.ends), signal as usize)?;
            }
            flag::register(SIGTSTP, Arc::clone(&signals.stops))?;
            flag::register(SIGCONT, Arc::clone(&signals.continues))?;
        }
        Ok(signals)
    }

    /// Returns the exit status for the signal that ends the walk, if any.
    pub(super) fn ended(&self) -> Option<u8> {
        let signal = self.ends.load(Ordering::SeqCst);
        (signal != 0).then(|| 128 + signal as u8)
    }

    /// Returns whether a signal has requested suspension since the last call.
    pub(super) fn take_stop(&self) -> bool {
        self.stops.swap(false, Ordering::SeqCst)
    }

    /// Returns whether the process has been continued since the last call. Another program may have drawn on the
    /// terminal in the meantime.
    pub(super) fn take_continue(&self) -> bool {
        self.continues.swap(false, Ordering::SeqCst)
    }

    /// Suspends the process until it is continued.
    pub(super) fn stop(&self) {
        // Without job control this fails, and the walk simply continues.
        #[cfg(unix)]
        let _ = low_level::emulate_default_handler(SIGTSTP);
    }
}
