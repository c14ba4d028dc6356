//! State shared by all modules, the order of systems in a frame, background work, and program startup.
//!
//! `schedule` orders the systems of a frame, `state` contains the shared resources and messages, and `shown` marks the
//! level and the player on screen. `prelude` has the most used names of these files. `startup` checks the graphics driver
//! and handles panics.

pub mod schedule;
pub mod shown;
pub(super) mod startup;
pub mod state;

pub(super) use bspwalk_session::job as worker;

/// Names of this layer that most files of the window use.
pub mod prelude {
    pub(in crate::app) use super::worker::{Failure, Job, Worker};
    pub use super::{
        schedule::{AppState, AppSystems},
        shown::{IsShown, LevelRoot, Shown, ShownIn, ShownMut, add_to_levels},
        state::*,
    };
}
