//! The body and its clock.

pub mod clock;
pub mod course;
pub mod player;
