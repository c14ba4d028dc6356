//! State shared by all modules, the order of systems in a frame, background work, and program startup.
//!
//! `schedule` orders the systems of a frame, `state` contains the shared resources and messages, and `shown` marks the
//! level and the player on screen. `startup` checks the graphics driver and handles panics.

pub mod schedule;
pub mod shown;
pub(super) mod startup;
pub mod state;

pub(super) use bspwalk_session::job as worker;
