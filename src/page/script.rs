//! Bindings to the page's script, which are functions of the object `bspwalkPage`.

use std::cell::Cell;

use js_sys::{Array, Function, Promise, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Returns the text stored under a key.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn kept(key: &str) -> Option<String>;

    /// Stores a string under a key. Returns an error message on failure.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn keep(key: &str, text: &str) -> Option<String>;

    /// Removes a stored text.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn forget(key: &str);

    /// Downloads a file to the user's computer.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn download(name: &str, content: &[u8]);

    /// Lets the user choose files. The page passes the files to the program and opens the level among them.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn choose();

    /// Toggles full screen mode of the page.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn fullScreen();

    /// Reports that the window has closed, and why.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn failed(reason: &str);

    /// Reports that the level is visible. The page then removes its loading screen.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn shown();

    /// Downloads a file from the site. Returns a promise of a `Uint8Array`.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn site(path: &str, report: &Function) -> Promise;

    /// Starts work in a web worker. The arguments are the bytes of the order, the files as (path, bytes) pairs, and a
    /// callback. The callback receives the progress and parts of the result. Returns a number to pass to [`end`], and a
    /// promise of the result.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn work(order: &Uint8Array, files: &Array, report: &Function) -> Array;

    /// Returns whether tests have requested a trace of the window's state.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn traced() -> bool;

    /// Returns whether the page is embedded in a frame, where it shows only the level.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn embedded() -> bool;

    /// Returns whether the primary input device is a touch screen.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn fingers() -> bool;

    /// Returns whether the user prefers reduced motion, according to the system settings.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn still() -> bool;

    /// Returns the gamepads with the standard layout, as a flat list with 22 numbers per gamepad.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn gamepads() -> Vec<f64>;

    /// Calls a function after the given number of milliseconds.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn after(milliseconds: u32, then: &Function);

    /// Aborts work in a web worker.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn end(work: u32);
}

/// Returns whether tests have requested a trace.
#[must_use]
pub fn is_traced() -> bool {
    traced()
}

/// Returns whether the page is embedded in a frame, where it shows only the level.
#[must_use]
pub fn is_embedded() -> bool {
    embedded()
}

/// Returns whether the primary input device is a touch screen.
#[must_use]
pub fn has_fingers() -> bool {
    fingers()
}

/// Returns whether the user prefers reduced motion, according to the system settings.
#[must_use]
pub fn has_reduced_motion() -> bool {
    still()
}

/// Lets the user choose a level.
pub fn choose_level() {
    choose();
}

/// Toggles full screen mode of the page.
pub fn toggle_full_screen() {
    fullScreen();
}

thread_local! {
    static IS_SHOWN: Cell<bool> = const { Cell::new(false) };
}

/// Reports to the page that the level is visible. Only the first call has an effect.
pub fn level_is_shown() {
    if !IS_SHOWN.replace(true) {
        shown();
    }
}

/// Reports to the page that the window has closed, and why.
pub fn stopped(reason: &str) {
    failed(reason);
}
