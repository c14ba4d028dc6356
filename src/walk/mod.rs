//! Walking through a level without the engine: what the walk in a terminal and the one in a software window share, and, of
//! that, what the engine's window has in common with them.

pub mod clock;
pub mod files;
pub mod history;
pub mod map;
pub mod platform;
pub mod recording;
pub mod renderer;
pub mod reselect;
pub mod restart;
pub mod start;
pub mod stop_reason;

#[cfg(feature = "walk")]
pub mod background;
#[cfg(feature = "walk")]
pub mod controls;
#[cfg(feature = "walk")]
pub mod film;
#[cfg(feature = "walk")]
pub mod loading;
#[cfg(feature = "walk")]
pub mod plan;
#[cfg(feature = "walk")]
pub mod reload;
#[cfg(feature = "walk")]
pub mod seen;
#[cfg(feature = "walk")]
pub mod session;
#[cfg(feature = "terminal")]
pub mod terminal;
#[cfg(feature = "walk")]
pub mod trace;
#[cfg(feature = "walk")]
pub mod ui;
#[cfg(feature = "software")]
pub mod window;

pub use clock::{STEP, STEPS_PER_SECOND, TimeScale};
