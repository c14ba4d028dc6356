//! The offline compilation: a level with its trees, and the file that holds them.

pub mod structure;
