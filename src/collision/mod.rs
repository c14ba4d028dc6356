//! Keeping a sphere out of the walls: no clock, no input devices.

mod push;
mod push_ati;

pub use push::{PushResult, push};
pub use push_ati::{AtiPush, push_ati};
