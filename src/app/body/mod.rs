//! The player's body and the simulation clock.
//!
//! `player` runs the fixed steps and scripts, `clock` provides slow motion and single steps, and `course` scores the
//! stations of a course.

pub mod clock;
pub mod course;
pub mod player;
