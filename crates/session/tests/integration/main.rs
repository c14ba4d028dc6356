//! Integration tests of `bspwalk_session`, in one executable.

mod course;
mod leaks;
mod map;
mod moving;
mod query_log;
mod raised;
