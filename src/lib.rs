//! bspwalk: BSP trees over the triangles of a level, the collision queries that keep a person out of its walls, and
//! (feature `app`) a window that shows why each tree is as it is.
//!
//! The library needs no engine: build with `default-features = false`.

pub mod bsp;
pub mod cli;
pub mod collision;
pub mod color;
pub mod compile;
pub mod geometry;
pub mod level;
pub mod light;
pub mod progress;
pub mod raster;

#[cfg(feature = "app")]
pub mod app;
