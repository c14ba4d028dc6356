//! Screen readers and keyboard focus, the browser page, and traces for tests.
//!
//! `in_page` handles requests from the page. The page itself is in `web/`.

pub(super) mod accessibility;
#[cfg(target_family = "wasm")]
pub(super) mod in_page;
pub(super) mod trace;
