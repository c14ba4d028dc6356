//! The mover on its way: steep ground, any rate, places to start from, and levels made at random.

mod random;
mod rates;
mod starts;
mod steep;
