//! The program: a command line, a viewer for terminals and windows that needs no game engine (`walk`), and a Bevy
//! window that visualises the trees (`app`). In a browser, `web` contains the functions that the page calls. The
//! underlying libraries are in `crates/`.

#[cfg(feature = "app")]
pub mod app;
pub mod cli;
/// Work that a web page requests. It is also compiled without a web page, so that it can be tested.
#[cfg(all(test, not(target_family = "wasm")))]
#[path = "page/order.rs"]
pub mod order;
#[cfg(target_family = "wasm")]
pub mod page;
pub mod walk;
#[cfg(target_family = "wasm")]
pub mod web;

/// The code in the README and in the book, as tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;

    #[doc = include_str!("../docs/src/library.md")]
    struct Library;

    #[doc = include_str!("../docs/src/rollback.md")]
    struct Rollback;
}
