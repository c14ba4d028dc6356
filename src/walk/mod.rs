//! Walking through a level without the engine: what the walk in a terminal and the one in a software window share, and, of
//! that, what the engine's window has in common with them.
//!
//! - Shared with the engine's window: `clock` (steps, slow motion), `history` (the last seconds), `recording`,
//!   `stop_reason`, `files`, `map`, `reselect`.
//! - Before anything is drawn: `platform` (what the machine has, and advice where it lacks it), `renderer` (what draws,
//!   a pure function), `restart` (the program once more, as a process has one event loop).
//! - `clipboard`: where the view is copied to and pasted from. `pads`: what reads gamepads.
//! - A walk: `session` moves the body, does what keys ask, draws and culls, and knows no screen; `controls` is the
//!   table of keys; `background` makes light, leaves and PVS on a thread; `plan`, `film` and `seen` are what it shows;
//!   `overlaid` draws the overlays over the picture, `ui` lays words over both.
//! - Fronts, which give it time, keys and a screen: `terminal`; `window`, which names `winit`.

pub mod clipboard;
#[cfg(feature = "walk")]
mod overlaid;
pub mod pads;
pub mod platform;
pub mod renderer;
pub mod restart;

#[cfg(feature = "terminal")]
pub mod terminal;
#[cfg(feature = "walk")]
pub mod trace;
#[cfg_attr(target_family = "wasm", path = "trace_file_in_page.rs")]
pub mod trace_file;
#[cfg(feature = "walk")]
pub mod ui;
#[cfg(not(target_family = "wasm"))]
mod virtual_pad;
#[cfg(feature = "software")]
pub mod window;
