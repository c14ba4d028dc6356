//! Integration tests of the program, in one executable: one module per front end, and tests for the rules of the
//! repository.

#[cfg(feature = "app")]
mod app;
mod atomic_file;
mod cancelling;
mod cli;
mod glossary;
mod layering;
#[cfg(target_os = "linux")]
mod memory;
mod pages;
#[cfg(all(target_os = "linux", any(feature = "app", feature = "software")))]
#[cfg_attr(
    not(all(feature = "app", feature = "software")),
    allow(dead_code, reason = "each window uses a part of it")
)]
mod program;
#[cfg(all(target_os = "linux", any(feature = "app", feature = "software")))]
#[cfg_attr(
    not(all(feature = "app", feature = "software")),
    allow(dead_code, reason = "each window uses a part of it")
)]
mod screen;
#[cfg(all(target_os = "linux", feature = "software"))]
mod software_window;
#[cfg(all(unix, feature = "terminal"))]
mod terminal;
#[cfg(all(target_os = "linux", feature = "app"))]
mod window;
