//! Palettes of the overlays.
//!
//! [`meaning`] defines each overlay colour by its meaning, once per palette. [`palette`] defines the palettes and their
//! colours without a fixed meaning: depths, categories and measured values.

pub mod meaning;
pub mod palette;
