//! What the page's script does for the program: functions of the object `bspwalkPage`.

use std::cell::Cell;

use js_sys::{Array, Function, Promise, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The text that is kept under a key.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn kept(key: &str) -> Option<String>;

    /// Keeps a text under a key; returns why it could not.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn keep(key: &str, text: &str) -> Option<String>;

    /// Keeps a text no longer.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn forget(key: &str);

    /// Gives the user a file.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn download(name: &str, content: &[u8]);

    /// Lets the user choose files; the page hands them over and opens the level among them.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn choose();

    /// Covers the screen with the page, or no longer.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn fullScreen();

    /// The window has ended, and why.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn failed(reason: &str);

    /// The level is shown: what the page shows until then goes.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn shown();

    /// The bytes of a file of the site, as a promise of a `Uint8Array`.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn site(path: &str, report: &Function) -> Promise;

    /// Starts work in a worker of the browser: the bytes of its order, files as pairs of a path and bytes, and a function that is
    /// told of the progress and of parts of the result. It returns a number for [`end`], and the promise of the result.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn work(order: &Uint8Array, files: &Array, report: &Function) -> Array;

    /// Whether the state of the window is traced, for tests.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn traced() -> bool;

    /// Whether the page is a frame of another one, which shows the level and nothing around it.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn embedded() -> bool;

    /// Whether the page is touched, and has no keys.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn fingers() -> bool;

    /// Whether the system asks for reduced motion.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn still() -> bool;

    /// The gamepads of the standard layout: a flat list of 22 numbers each.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn gamepads() -> Vec<f64>;

    /// Calls a function after so many milliseconds.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn after(milliseconds: u32, then: &Function);

    /// Ends a work before its time.
    #[wasm_bindgen(js_namespace = bspwalkPage)]
    pub(super) fn end(work: u32);
}

/// Whether the page asks for a trace.
#[must_use]
pub fn is_traced() -> bool {
    traced()
}

/// Whether the page is a frame of another one, which shows the level and nothing around it.
#[must_use]
pub fn is_embedded() -> bool {
    embedded()
}

/// Whether the page is touched, and has no keys.
#[must_use]
pub fn has_fingers() -> bool {
    fingers()
}

/// Whether the system asks for reduced motion.
#[must_use]
pub fn has_reduced_motion() -> bool {
    still()
}

/// Lets the user choose a level.
pub fn choose_level() {
    choose();
}

/// Covers the screen with the page, or no longer.
pub fn toggle_full_screen() {
    fullScreen();
}

thread_local! {
    static IS_SHOWN: Cell<bool> = const { Cell::new(false) };
}

/// Tells the page that the level is shown. Only the first time counts.
pub fn level_is_shown() {
    if !IS_SHOWN.replace(true) {
        shown();
    }
}

/// Tells the page that the window has ended, and why.
pub fn stopped(reason: &str) {
    failed(reason);
}
