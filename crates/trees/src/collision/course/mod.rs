//! Courses: tests of collision in a level. A course has stations. A station is a place that is hard for collision, with the input
//! of a body and checks of what happens to it. Each station is run and scored for each collision method.
//!
//! A course is stored as JSON beside its level. It refers to places of the level, not to faces.

mod check;
mod score;
mod station;
mod trace;

pub use check::{Check, Outcome, Place, Span};
pub use score::{Score, run};
pub use station::{Course, Station};
pub use trace::TICKS_PER_SECOND;
