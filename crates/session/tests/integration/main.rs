//! Integration tests of `bspwalk_session`, in one executable.

mod map;
mod moving;
