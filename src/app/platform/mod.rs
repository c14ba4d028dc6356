//! Screen readers and keyboard focus, the browser page, and traces for tests.

pub(super) mod accessibility;
#[cfg(target_family = "wasm")]
pub(super) mod in_page;
pub(super) mod trace;
