//! Keeping spheres and capsules out of the walls: no clock, no input devices.

mod capsule;
mod contacts;
pub mod course;
mod crossing;
mod early_out;
mod half_spaces;
pub mod mover;
mod proximity;
mod push;
mod push_ati;
mod push_rounds;
mod slide;
mod slider;
mod surroundings;
mod sweep;
mod sweep_planes;
mod toi;

pub use capsule::Capsule;
pub use contacts::{contacts, is_clear};
pub use push::{PushReport, PushResult, push, push_body, push_report};
pub use push_ati::{AtiPush, push_ati};
pub use slide::{Leg, Slide, SlideOptions, slide, slide_with};
pub use sweep::{SweepHit, SweepReport, sweep, sweep_report};
pub use sweep_planes::{Met, PlanesHit, sweep_planes};
