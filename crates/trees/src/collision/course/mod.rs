//! Courses: places that are hard for collision, each with the input of a body and checks of what happens to it. A station
//! is scored for each collision method.
//!
//! A course lies beside its level as JSON; the built-in ones are embedded. It refers to places of the level, not to faces.

mod check;
mod score;
mod station;
mod trace;

pub use check::{Check, Outcome, Place, Span};
pub use score::{Score, run};
pub use station::{Course, Station};
pub use trace::RATE;
