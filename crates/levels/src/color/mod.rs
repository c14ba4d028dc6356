//! Colour conversions between sRGB and linear light, and the palettes of the overlays.

pub mod meaning;
pub mod palette;
pub mod srgb;
