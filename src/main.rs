//! bspwalk: see the library.
fn main() {}
