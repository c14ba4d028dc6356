//! The program: a command line (feature `cli`), walks without an engine (`terminal`, `software`), and a window that shows
//! the trees (`app`). The libraries beneath lie in `crates/`.

#[cfg(feature = "app")]
pub mod app;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod walk;
