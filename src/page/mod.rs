//! Interface of the program to the web page that contains it.
//!
//! | module | contents |
//! |---|---|
//! | `script` | functions of the page's script |
//! | `store` | stores settings in the browser's storage, and downloads all other files |
//! | `build` | requests work from a web worker |
//! | `order` | a request for work, and its execution |
//! | `work` | carries out requests in the web worker |
//! | `pads` | gamepads reported by the browser |
//! | `address` | command-line words of the current view |
//!
//! Dropped and chosen files are collected by `web/levels.js` and passed to `hand_over` in `web`.

pub mod address;
pub mod build;
pub mod order;
pub mod pads;
pub mod script;
mod store;
pub mod work;

use std::cell::{Cell, RefCell};

use wasm_bindgen::JsCast;

use crate::cli::WindowArgs;
pub use store::Browser;

thread_local! {
    /// View requested by the page and not yet taken by the program.
    static ASKED: RefCell<Option<WindowArgs>> = const { RefCell::new(None) };
    /// Whether the page has requested the tour.
    static TOUR: Cell<bool> = const { Cell::new(false) };
    /// Whether the window is in a state that [`address`] does not describe.
    static BUSY: Cell<bool> = const { Cell::new(false) };
}

/// Requests another level or view from the window.
pub fn ask(args: WindowArgs) {
    ASKED.set(Some(args));
}

/// Returns the page's latest request since the last call, if any.
pub fn take_asked() -> Option<WindowArgs> {
    ASKED.take()
}

/// Requests the tour from the window.
pub fn ask_for_tour() {
    TOUR.set(true);
}

/// Returns whether the page has requested the tour since the last call.
pub fn take_tour() -> bool {
    TOUR.take()
}

/// Sets whether the window is in a state that its address does not describe, for example while a film is shown.
pub fn set_busy(busy: bool) {
    BUSY.set(busy);
}

/// Returns whether the window is in a state that its address does not describe. Another window would lose this state.
#[must_use]
pub fn is_busy() -> bool {
    BUSY.get()
}

/// Returns the canvas of the page.
#[must_use]
pub fn canvas() -> Option<web_sys::HtmlCanvasElement> {
    let page = web_sys::window()?.document()?;
    page.get_element_by_id("level")?.dyn_into().ok()
}
