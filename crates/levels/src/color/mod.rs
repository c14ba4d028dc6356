//! Colour conversions: [`srgb`] converts between sRGB and linear light.

pub mod srgb;

/// Converts a colour from hue (0 to 1, repeating), saturation and value to RGB.
pub(crate) fn hsv_to_rgb(hue: f32, saturation: f32, value: f32) -> [f32; 3] {
    [0.0, 2.0 / 3.0, 1.0 / 3.0].map(|shift| {
        let distance = ((hue + shift).fract() * 6.0 - 3.0).abs() - 1.0;
        value * (1.0 - saturation * (1.0 - distance.clamp(0.0, 1.0)))
    })
}
