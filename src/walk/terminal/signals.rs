//! Signals that end the walk, or stop it for a while.

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

    /// The signals that came.
    #[derive(Debug)]
    pub(in crate::walk::terminal) struct Signals {
        /// The number of the signal that ends the walk; 0 for none.
        ends: Arc<AtomicUsize>,
        stops: Arc<AtomicBool>,
        goes_on: Arc<AtomicBool>,
    }

    impl Signals {
        /// Listens from here on.
        ///
        /// # Errors
        /// As the system has them.
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

        /// The exit status by the signal that ends the walk, where one came.
        #[must_use]
        pub(in crate::walk::terminal) fn ended(&self) -> Option<u8> {
            let signal = self.ends.load(Ordering::SeqCst);
            (signal != 0).then(|| 128 + signal as u8)
        }

        /// Whether the walk is asked to stop for a while, once.
        pub(in crate::walk::terminal) fn take_stop(&self) -> bool {
            self.stops.swap(false, Ordering::SeqCst)
        }

        /// Whether the program was continued, once: another program may have drawn on the terminal.
        pub(in crate::walk::terminal) fn take_go_on(&self) -> bool {
            self.goes_on.swap(false, Ordering::SeqCst)
        }

        /// Stops the program until it is continued.
        pub(in crate::walk::terminal) fn stop(&self) {
            // Without job control there is nobody to stop for.
            let _ = low_level::emulate_default_handler(SIGTSTP);
        }
    }
}

#[cfg(not(unix))]
mod other {
    use std::io;

    /// There are no signals here.
    #[derive(Debug)]
    pub(in crate::walk::terminal) struct Signals;

    impl Signals {
        /// Listens from here on.
        ///
        /// # Errors
        /// None.
        pub(in crate::walk::terminal) fn listen() -> io::Result<Self> {
            Ok(Self)
        }

        /// The exit status by the signal that ends the walk, where one came.
        #[must_use]
        pub(in crate::walk::terminal) fn ended(&self) -> Option<u8> {
            None
        }

        /// Whether the walk is asked to stop for a while, once.
        pub(in crate::walk::terminal) fn take_stop(&self) -> bool {
            false
        }

        /// Whether the program was continued, once.
        pub(in crate::walk::terminal) fn take_go_on(&self) -> bool {
            false
        }

        /// Stops the program until it is continued.
        pub(in crate::walk::terminal) fn stop(&self) {}
    }
}
