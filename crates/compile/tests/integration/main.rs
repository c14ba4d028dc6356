//! Integration tests of `bspwalk_compile`, in one executable.

mod cache;
mod compiled;
mod format;
mod hostile;
mod structure;
mod tree_portals;
