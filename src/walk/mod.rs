//! Walking through a level without the engine: what the walk in a terminal and the one in a software window share, and, of
//! that, what the engine's window has in common with them.

pub mod platform;
pub mod renderer;
pub mod restart;

#[cfg(feature = "terminal")]
pub mod terminal;
#[cfg(feature = "walk")]
pub mod trace;
#[cfg(feature = "walk")]
pub mod ui;
#[cfg(feature = "software")]
pub mod window;
