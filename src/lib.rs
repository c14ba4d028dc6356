//! bspwalk: BSP trees over the triangles of a level, the collision queries that keep a body out of its walls, a command
//! line (feature `cli`), and a window that shows the trees (feature `app`).
//!
//! The library by itself needs neither: depend on it with `default-features = false`.

pub mod atomic_file;
pub mod bsp;
#[cfg(feature = "cli")]
pub mod cli;
pub mod collision;
pub mod color;
pub mod compile;
pub mod decisions;
pub mod duel;
pub mod films;
pub mod geometry;
#[cfg(feature = "cli")]
pub mod glossary;
pub mod level;
pub mod light;
pub mod progress;
pub mod raster;
#[cfg(feature = "cli")]
pub mod walk;
pub mod words;

#[cfg(feature = "app")]
pub mod app;
