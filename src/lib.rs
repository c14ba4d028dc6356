//! The program: a command line, walks without an engine (`terminal`, `software`), and a window that shows
//! the trees (`app`); in a browser, what a page calls (`web`). The libraries beneath lie in `crates/`.

#[cfg(feature = "app")]
pub mod app;
pub mod cli;
/// The work that a page orders, which is tested without a page.
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
}
