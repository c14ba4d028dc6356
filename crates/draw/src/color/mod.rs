//! Colour palettes of the overlays.
//!
//! [`meaning`] defines each overlay colour by its meaning, once per palette. [`palette`] defines the palettes,
//! including their colours for depths, categories and measured values, which have no fixed meaning.

pub mod meaning;
pub mod palette;
