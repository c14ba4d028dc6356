//! State that all rooms share, the order of a frame, background work, and the start of the program.

pub mod schedule;
pub mod shown;
pub(super) mod startup;
pub mod state;

pub(super) use bspwalk_session::job as worker;
