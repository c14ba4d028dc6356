//! Tests moving things: contacts, carrying, pushing, and where they stop.

mod alike;
mod degenerate;
mod doors;
mod fast;
mod lifts;
mod placed;
mod random;
pub(crate) mod stage;
mod turning;
