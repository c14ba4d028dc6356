//! Signals that end or stop the walk.

#[cfg(not(unix))]
pub(super) use other::Signals;
#[cfg(unix)]
pub(super) use unix::Signals;

#[cfg(unix)]
mod unix {
    use std::{
        io,
        sync::{
            Arc,
            atomic::{AtomicBool, AtomicUsize, Ordering},
        },
    };

    use signal_hook::{
        consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP},
        flag, low_level,
    };

    /// Received signals.
    #[derive(Debug)]
    pub(in crate::walk::terminal) struct Signals {
        /// Number of the signal that ends the walk, or 0.
        ends: Arc<AtomicUsize>,
        stops: Arc<AtomicBool>,
        goes_on: Arc<AtomicBool>,
    }

    impl Signals {
        /// Registers the signal handlers.
        ///
        /// # Errors
        /// Errors of the operating system.
        pub(in crate::walk::terminal) fn listen() -> io::Result<Self> {
            let signals = Self {
                ends: Arc::default(),
                stops: Arc::default(),
                goes_on: Arc::default(),
            };
            for signal in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
                flag::register_usize(signal, Arc::clone(&signals.ends), signal as usize)?;
            }
            flag::register(SIGTSTP, Arc::clone(&signals.stops))?;
            flag::register(SIGCONT, Arc::clone(&signals.goes_on))?;
            Ok(signals)
        }

        /// Returns the exit status for the signal that ends the walk, if any.
        #[must_use]
        pub(in crate::walk::terminal) fn ended(&self) -> Option<u8> {
            let signal = self.ends.load(Ordering::SeqCst);
            (signal != 0).then(|| 128 + signal as u8)
        }

        /// Returns whether the program was asked to stop since the last call.
        pub(in crate::walk::terminal) fn take_stop(&self) -> bool {
            self.stops.swap(false, Ordering::SeqCst)
        }

        /// Returns whether the program was continued since the last call. Another program may have drawn on the terminal meanwhile.
        pub(in crate::walk::terminal) fn take_go_on(&self) -> bool {
            self.goes_on.swap(false, Ordering::SeqCst)
        }

        /// Stops the program until it is continued.
        pub(in crate::walk::terminal) fn stop(&self) {
            // Without job control this fails, and the walk simply continues.
            let _ = low_level::emulate_default_handler(SIGTSTP);
        }
    }
}

#[cfg(not(unix))]
mod other {
    use std::io;

    /// Stub for platforms without these signals.
    #[derive(Debug)]
    pub(in crate::walk::terminal) struct Signals;

    impl Signals {
        /// Does nothing.
        ///
        /// # Errors
        /// None.
        pub(in crate::walk::terminal) fn listen() -> io::Result<Self> {
            Ok(Self)
        }

        /// Always returns `None`.
        #[must_use]
        pub(in crate::walk::terminal) fn ended(&self) -> Option<u8> {
            None
        }

        /// Always returns `false`.
        pub(in crate::walk::terminal) fn take_stop(&self) -> bool {
            false
        }

        /// Always returns `false`.
        pub(in crate::walk::terminal) fn take_go_on(&self) -> bool {
            false
        }

        /// Does nothing.
        pub(in crate::walk::terminal) fn stop(&self) {}
    }
}
