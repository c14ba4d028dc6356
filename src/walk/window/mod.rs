//! The walk in a window that needs no graphics driver: the tree gives the order in which the level is painted, and the pixels
//! are handed to the display as they are.

mod canvas;
mod drawing;
mod front;
mod glyphs;
#[cfg(target_family = "wasm")]
mod in_page;
mod kept_settings;
mod keys;
mod screen;

use std::{process::ExitCode, sync::Mutex};

use winit::event_loop::EventLoop;

use super::{
    pads::PadReader,
    platform::{Platform, unless_it_panics},
};
use crate::cli::WindowArgs;
use front::Front;

/// Opens the window on the canvas of a page, and returns at once: the browser calls it from then on.
///
/// # Errors
/// Why no window can be opened.
#[cfg(target_family = "wasm")]
pub fn spawn(args: WindowArgs) -> Result<(), String> {
    use winit::platform::web::EventLoopExtWebSys;
    let event_loop = EventLoop::new().map_err(|error| error.to_string())?;
    event_loop.spawn_app(Front::new(args, PadReader::start(|| ())));
    Ok(())
}

/// Opens the window and returns when it is closed, with a status. A level that cannot be opened is said on standard error.
///
/// # Errors
/// Why no window can be opened.
pub fn run(args: &WindowArgs) -> Result<ExitCode, String> {
    // Where a library is missing it panics.
    let event_loop = unless_it_panics(EventLoop::new);
    let Some(Ok(event_loop)) = event_loop else {
        return Err(Platform::current().display_advice().to_owned());
    };
    let proxy = Mutex::new(event_loop.create_proxy());
    let pads = PadReader::start(move || {
        // Where the loop has ended, nobody is woken.
        if let Ok(proxy) = proxy.lock() {
            let _ = proxy.send_event(());
        }
    });
    let mut front = Front::new(args.clone(), pads);
    event_loop
        .run_app(&mut front)
        .map_err(|error| error.to_string())?;
    front.ended()
}
