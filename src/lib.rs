//! The program: a command line, walks without an engine (`terminal`, `software`), and a window that shows
//! the trees (`app`). The libraries beneath lie in `crates/`.

#[cfg(feature = "app")]
pub mod app;
pub mod cli;
pub mod walk;
