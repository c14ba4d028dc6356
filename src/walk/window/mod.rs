//! The walk in a window that needs no graphics driver. The BSP tree determines the paint order, and the pixels are
//! copied straight to the display.
//!
//! `front` is the event loop. `screen` and `canvas` manage the window's pixels, and `drawing` decides when to draw.
//! `keys` and `front::gamepads` read input, `glyphs` draws characters, and `in_page` has the parts for a web page.

mod canvas;
mod drawing;
mod front;
mod glyphs;
#[cfg(target_family = "wasm")]
mod in_page;
mod keys;
mod screen;
mod trace;

use std::{process::ExitCode, sync::Mutex};

use winit::event_loop::EventLoop;

use super::{
    pads::PadReader,
    platform::{Platform, unless_it_panics},
};
use crate::cli::WindowArgs;
use front::WindowApp;

/// Opens the window on the canvas of a web page. Returns immediately; the browser then calls the event loop.
///
/// # Errors
/// Returns the reason why no window can open.
#[cfg(target_family = "wasm")]
pub fn spawn(args: WindowArgs) -> Result<(), String> {
    use winit::platform::web::EventLoopExtWebSys;
    let event_loop = EventLoop::new().map_err(|error| error.to_string())?;
    let proxy = event_loop.create_proxy();
    // Sending fails after the event loop has ended, which is harmless.
    crate::page::set_waker(move || _ = proxy.send_event(()));
    event_loop.spawn_app(WindowApp::new(args, PadReader::start(|| ())));
    Ok(())
}

/// Opens the window and returns the exit status when it closes. If the level cannot be opened, prints the reason to
/// standard error.
///
/// # Errors
/// Returns the reason why no window can open.
pub fn run(args: &WindowArgs) -> Result<ExitCode, String> {
    // winit panics if a system library is missing.
    let event_loop = unless_it_panics(EventLoop::new);
    let Some(Ok(event_loop)) = event_loop else {
        return Err(Platform::current().display_advice().to_owned());
    };
    let proxy = Mutex::new(event_loop.create_proxy());
    let pads = PadReader::start(move || {
        // Sending fails after the event loop has ended, which is harmless.
        if let Ok(proxy) = proxy.lock() {
            let _ = proxy.send_event(());
        }
    });
    let mut front = WindowApp::new(args.clone(), pads);
    event_loop
        .run_app(&mut front)
        .map_err(|error| error.to_string())?;
    front.ended()
}
