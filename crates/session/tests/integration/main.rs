//! Integration tests of `bspwalk_session`, in one executable.

mod leaks;
mod map;
mod moving;
mod raised;
