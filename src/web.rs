//! The program in a browser: what the page calls. The page is the folder `web/` of the repository: a script loads this program,
//! hands over the files that the user gives it, and calls the functions below. The words of the command line are the keys and
//! values of the page's address. What the program asks of the page is in [`page`](crate::page).

use std::{ffi::OsString, path::PathBuf};

use bspwalk_levels::disk::memory::handed;
use bspwalk_text::text;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{
    cli::{self, WindowArgs},
    page,
    walk::trace_file,
};

/// The window of the words of an address: `["hall", "--eye=0,1.7,4"]`.
fn window(words: Vec<String>) -> Result<WindowArgs, String> {
    let words = ["bspwalk".to_owned()].into_iter().chain(words);
    cli::window(words.map(OsString::from)).map_err(|error| error.to_string())
}

/// Sets what the program says and keeps by. It is called first.
pub fn prepare() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        page::script::stopped(&text!("screen-page-fault", info));
    }));
    bspwalk_session::store::set(page::Browser);
    cli::language::choose(&[]);
}

/// Opens the window on the canvas of the page. `webgpu` says whether the browser has WebGPU.
///
/// # Errors
/// What is wrong with the words, or why there can be no window.
#[wasm_bindgen]
pub fn start(words: Vec<String>, webgpu: bool) -> Result<(), String> {
    let args = window(words)?;
    #[cfg(feature = "app")]
    {
        crate::app::run_in_page(&crate::app::WindowOptions::from(&args), webgpu);
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

/// Asks the window for another level or view.
///
/// # Errors
/// What is wrong with the words.
#[wasm_bindgen]
pub fn show(words: Vec<String>) -> Result<(), String> {
    let args = window(words)?;
    page::ask(args);
    Ok(())
}

/// Hands a file to the program, which finds it by its path.
#[wasm_bindgen]
pub fn hand_over(path: String, content: Vec<u8>) {
    handed::files_mut().put(PathBuf::from(path), content);
}

/// Takes the files of a folder back.
#[wasm_bindgen]
pub fn take_back(folder: String) {
    handed::files_mut().remove(&PathBuf::from(folder));
}

/// The words of the view that is shown, once a level is there: pairs of a key and a value.
#[wasm_bindgen]
#[must_use]
pub fn address() -> Vec<String> {
    page::address::shown()
}

/// The state of the window as JSON, for tests: what the program writes to the file of `BSPWALK_TRACE` elsewhere.
#[wasm_bindgen]
#[must_use]
pub fn trace() -> String {
    trace_file::last_line()
}
