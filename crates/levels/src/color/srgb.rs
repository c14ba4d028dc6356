//! The transfer function of sRGB (IEC 61966-2-1): what files and screens hold, and the light that it stands for.

use std::sync::LazyLock;

/// The light that an sRGB value from 0 to 1 stands for.
#[must_use]
pub fn to_linear(value: f32) -> f32 {
    if value <= 0.040_45 {
        value / 12.92
    } else {
        ((value + 0.055) / 1.055).powf(2.4)
    }
}

/// The sRGB value of light, which is cut to 0 to 1.
#[must_use]
pub fn from_linear(light: f32) -> f32 {
    let light = light.clamp(0.0, 1.0);
    if light <= 0.003_130_8 {
        light * 12.92
    } else {
        1.055 * light.powf(1.0 / 2.4) - 0.055
    }
}

/// As [`from_linear`], in 8 bits.
#[must_use]
pub fn byte(light: f32) -> u8 {
    (from_linear(light) * 255.0).round() as u8
}

/// The light that each 8-bit sRGB value stands for.
pub static LINEAR: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|value| to_linear(value as f32 / 255.0)));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        for value in 0..=255 {
            assert_eq!(byte(LINEAR[usize::from(value)]), value);
        }
        assert_eq!((byte(-1.0), byte(7.0)), (0, 255));
    }
}
