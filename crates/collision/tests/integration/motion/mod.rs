//! Tests the mover in motion: steep ground, tick rates, starting positions and random levels.

mod random;
mod rates;
mod starts;
mod steep;
