//! State that all rooms share, the order of a frame, background work, and the start of the program.
//!
//! `schedule` orders the systems of a frame, `state` has the shared resources and messages, and `shown` marks the level
//! and the player on screen. `startup` checks the graphics driver and handles panics.

pub mod schedule;
pub mod shown;
pub(super) mod startup;
pub mod state;

pub(super) use bspwalk_session::job as worker;
