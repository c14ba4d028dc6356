//! The first view of the web page: a small program that draws a built-in level, and lets you look around and walk, until
//! the software-rendered window is loaded.
//!
//! It has the camera, the shading, the body and the default keys of that window, but no text and no overlays. So the
//! picture does not change when the window takes over at the same place.
//!
//! - [`FirstLevel`] is the file that the program reads, in addition to the node-storing trees of the level.
//! - `FirstWalk` is the walk. `glue` exports it to the page's script.

#[cfg(all(feature = "walk", target_family = "wasm"))]
pub mod glue;
mod level;
#[cfg(feature = "walk")]
mod walk;

pub use level::FirstLevel;
#[cfg(feature = "walk")]
pub use walk::FirstWalk;
