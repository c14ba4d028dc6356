//! What the program asks of the page in a browser.
//!
//! | module | does |
//! |---|---|
//! | `script` | what the page's script does for the program |
//! | `store` | keeps settings in the browser's store, and makes downloads of all other files |
//! | `build` | orders work from another program beside this one, in a worker of the browser |
//! | `order` | such an order, and how it is carried out |
//! | `work` | does that work there |
//! | `pads` | the gamepads that the browser tells of |
//! | `address` | the words of the view that is shown |

pub mod address;
pub mod build;
pub mod order;
pub mod pads;
pub mod script;
mod store;
pub mod work;

use std::cell::RefCell;

use wasm_bindgen::JsCast;

use crate::cli::WindowArgs;
pub use store::Browser;

thread_local! {
    /// The view that the page has asked for since the program last took one.
    static ASKED: RefCell<Option<WindowArgs>> = const { RefCell::new(None) };
}

/// Asks the window for another level or view.
pub fn ask(args: WindowArgs) {
    ASKED.set(Some(args));
}

/// What the page has asked for since this was last called.
pub fn take_asked() -> Option<WindowArgs> {
    ASKED.take()
}

/// The canvas of the page.
#[must_use]
pub fn canvas() -> Option<web_sys::HtmlCanvasElement> {
    let page = web_sys::window()?.document()?;
    page.get_element_by_id("level")?.dyn_into().ok()
}
