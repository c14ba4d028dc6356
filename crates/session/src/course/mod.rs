//! Courses: scored collision tests of a level.
//!
//! A course consists of stations. Each station is a spot that is difficult for collision detection, with scripted input
//! for a body and checks on the result. Every station runs once for each collision method.
//!
//! A course is stored as JSON next to its level. It refers to positions in the level, not to faces.

mod check;
mod score;
mod station;
mod trace;

pub use check::{CheckVolume, Outcome, Span, StationCheck};
pub use score::{Score, run};
pub use station::{Course, Station};
pub use trace::TICKS_PER_SECOND;
