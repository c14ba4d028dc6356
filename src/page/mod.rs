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
    /// Whether the page has requested to open or close the build film.
    static BUILD_FILM: Cell<bool> = const { Cell::new(false) };
    /// Wakes the window, which may be waiting for input.
    static WAKE: RefCell<Option<Box<dyn Fn()>>> = const { RefCell::new(None) };
    /// Whether the window is in a state that [`address`] does not describe.
    static BUSY: Cell<bool> = const { Cell::new(false) };
}

/// Sets the function that wakes the window after a request.
pub fn set_waker(wake: impl Fn() + 'static) {
    WAKE.set(Some(Box::new(wake)));
}

fn wake() {
    WAKE.with_borrow(|wake| wake.iter().for_each(|wake| wake()));
}

/// Requests another level or view from the window.
pub fn ask(args: WindowArgs) {
    ASKED.set(Some(args));
    wake();
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

/// Requests the window without the engine to open or close the build film.
pub fn ask_for_build_film() {
    BUILD_FILM.set(true);
    wake();
}

/// Returns whether the page has requested to open or close the build film since the last call.
pub fn take_build_film() -> bool {
    BUILD_FILM.take()
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
