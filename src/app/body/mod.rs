//! The player's body and the simulation clock.
//!
//! `player` runs the fixed steps and scripts, `clock` provides slow motion and single steps, and `course` scores the
//! stations of a course. `program` is the state that commands change in all front ends.

pub mod clock;
pub mod course;
pub mod player;
pub(super) mod program;
