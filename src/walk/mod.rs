//! Walking through a level without the engine: code shared by the terminal walk and the software window. Some of it is
//! also used by the engine's window.
//!
//! - Before the first frame: `platform` detects displays and terminals, `renderer` chooses a renderer (a pure
//!   function), and `restart` starts the program again. A restart is needed because a process can only have one event
//!   loop.
//! - Input: `clipboard` copies and pastes views, `pads` reads gamepads.
//! - Drawing: `overlaid` draws the overlays over the picture, and `ui` draws the text on top.
//! - Front ends: `terminal` and `window` supply time, input and a screen. Only `window` depends on `winit`.
//! - Testing: `trace` records the program's state for tests that drive it from outside, and `virtual_pad` reads a
//!   gamepad from a file.

pub mod clipboard;
#[cfg(feature = "walk")]
mod overlaid;
pub mod pads;
pub mod platform;
pub mod renderer;
pub mod restart;

#[cfg(feature = "terminal")]
pub mod terminal;
pub mod trace;
#[cfg(feature = "walk")]
pub mod ui;
#[cfg(not(target_family = "wasm"))]
mod virtual_pad;
#[cfg(feature = "software")]
pub mod window;
