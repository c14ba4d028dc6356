//! The command line.

pub mod overlays;
