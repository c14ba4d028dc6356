//! Integration tests of `bspwalk_compile`, in a single executable.

mod cache;
mod compiled;
mod format;
mod hostile;
mod structure;
mod tree_portals;
