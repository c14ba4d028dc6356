//! Things that move: what a body meets of them, what they carry and push, and where they stop.

mod alike;
mod degenerate;
mod doors;
mod fast;
mod lifts;
mod placed;
mod random;
mod stage;
mod turning;
