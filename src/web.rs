//! Functions that the web page calls when the program runs in a browser.
//!
//! The page is in the folder `web/` of the repository. A script loads this program, passes it the user's files, and
//! calls the functions below. The keys and values of the page's address are command-line words. The functions that the
//! program calls on the page are in [`page`](crate::page).

use std::{ffi::OsString, path::PathBuf};

use bspwalk_levels::disk::memory::handed;
use bspwalk_text::text;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{
    cli::{self, WindowArgs},
    page, walk,
};

/// Parses the words of an address, such as `["hall", "--eye=0,1.7,4"]`, into window options.
fn window(words: Vec<String>) -> Result<WindowArgs, String> {
    let words = ["bspwalk".to_owned()].into_iter().chain(words);
    cli::window(words.map(OsString::from)).map_err(|error| error.to_string())
}

/// Sets the panic hook, the storage and the language. Must be called first.
pub fn prepare() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        page::script::stopped(&text!("screen-page-fault", info));
    }));
    bspwalk_session::store::set(page::Browser);
    cli::language::choose(&[]);
}

/// Opens the window on the canvas of the page. `webgpu` is whether the browser supports WebGPU.
///
/// # Errors
/// Returns a message about invalid words, or the reason why the window cannot open.
#[wasm_bindgen]
pub fn start(words: Vec<String>, webgpu: bool) -> Result<(), String> {
    let args = window(words)?;
    #[cfg(feature = "app")]
    {
        crate::app::run_in_page(&args, webgpu);
        Ok(())
    }
    #[cfg(all(feature = "software", not(feature = "app")))]
    {
        let _ = webgpu;
        crate::walk::window::spawn(args)
    }
    #[cfg(not(any(feature = "app", feature = "software")))]
    Err(format!("this build opens no window: {args:?}, {webgpu}"))
}

/// Requests another level or view from the window.
///
/// # Errors
/// Returns a message about invalid words.
#[wasm_bindgen]
pub fn show(words: Vec<String>) -> Result<(), String> {
    let args = window(words)?;
    page::ask(args);
    Ok(())
}

/// Passes a file to the program, which can then read it at `path`.
#[wasm_bindgen]
pub fn hand_over(path: String, content: Vec<u8>) {
    handed::files_mut().put(PathBuf::from(path), content);
}

/// Removes the files of a folder.
#[wasm_bindgen]
pub fn take_back(folder: String) {
    handed::files_mut().remove(&PathBuf::from(folder));
}

/// Returns the words of the current view once a level is shown, as alternating keys and values.
#[wasm_bindgen]
#[must_use]
pub fn address() -> Vec<String> {
    page::address::shown()
}

/// Returns whether the window is in a state that its address does not describe, for example while a film is shown.
/// Until that ends, no other window can take over from this one.
#[wasm_bindgen]
#[must_use]
pub fn is_busy() -> bool {
    page::is_busy()
}

/// Starts the tour, or continues it at the last station, once a level is shown. The window without the engine has no
/// tour.
#[wasm_bindgen]
pub fn start_tour() {
    page::ask_for_tour();
}

/// Opens or closes the build film in the window without the engine, which has no default key for it. The window with
/// the engine has a button in its tool bar.
#[wasm_bindgen]
pub fn toggle_build_film() {
    page::ask_for_build_film();
}

/// Returns the state of the window as JSON, for tests. On other platforms, the program writes this to the file named by
/// `BSPWALK_TRACE`.
#[wasm_bindgen]
#[must_use]
pub fn trace() -> String {
    walk::trace::last_line()
}
