//! sRGB transfer function (IEC 61966-2-1), which converts between encoded values and linear light.

use std::sync::LazyLock;

/// Converts an sRGB value between 0 and 1 to linear light.
#[must_use]
pub fn to_linear(value: f32) -> f32 {
    if value <= 0.040_45 {
        value / 12.92
    } else {
        ((value + 0.055) / 1.055).powf(2.4)
    }
}

/// Converts linear light, clamped to the range from 0 to 1, to an sRGB value.
#[must_use]
pub fn from_linear(light: f32) -> f32 {
    let light = light.clamp(0.0, 1.0);
    if light <= 0.003_130_8 {
        light * 12.92
    } else {
        1.055 * light.powf(1.0 / 2.4) - 0.055
    }
}

/// Converts linear light to an 8-bit sRGB value; otherwise like [`from_linear`].
#[must_use]
pub fn byte(light: f32) -> u8 {
    (from_linear(light) * 255.0).round() as u8
}

/// Linear light for each 8-bit sRGB value.
pub static LINEAR: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|value| to_linear(value as f32 / 255.0)));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_round_trips() {
        for value in 0..=255 {
            assert_eq!(byte(LINEAR[usize::from(value)]), value);
        }
        assert_eq!((byte(-1.0), byte(7.0)), (0, 255));
    }
}
