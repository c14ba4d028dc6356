//! Conversion of light to display colours, with tone mapping and sRGB encoding; also the colour of the sky.

use std::sync::LazyLock;

use bspwalk_levels::color::srgb;
use glam::{Vec3, Vec4, vec3};

/// Background of a model view, in sRGB. A sky would have no horizon there.
pub(super) const BACKGROUND: Vec3 = vec3(0.50, 0.60, 0.70);

/// Returns the linear colour of the sky.
pub(super) fn sky(direction: Vec3) -> Vec3 {
    let horizon = vec3(0.60, 0.68, 0.76).map(srgb::to_linear);
    let zenith = vec3(0.30, 0.46, 0.66).map(srgb::to_linear);
    let nadir = vec3(0.36, 0.39, 0.42).map(srgb::to_linear);
    if direction.y > 0.0 {
        horizon.lerp(zenith, direction.y.sqrt())
    } else {
        horizon.lerp(nadir, (-direction.y).sqrt())
    }
}

/// Applies tone mapping that preserves the hue: a filmic curve over the strongest channel (Narkowicz, "ACES Filmic Tone
/// Mapping Curve", 2016).
pub(super) fn tone_map(light: Vec3) -> Vec3 {
    let peak = light.max_element();
    let shown = peak * (2.51 * peak + 0.03) / (peak * (2.43 * peak + 0.59) + 0.14);
    light * (shown.min(1.0) / peak.max(1.0e-4))
}

/// sRGB bytes for linear light from 0 to 1, in 4,096 steps. A step in this table is smaller than the smallest step
/// between bytes.
static BYTES: LazyLock<[u8; 4097]> =
    LazyLock::new(|| std::array::from_fn(|step| srgb::byte(step as f32 / 4096.0)));

/// Converts a linear colour to sRGB as 0x00RRGGBB.
pub(super) fn linear_to_srgb(color: Vec4) -> u32 {
    // Float-to-integer casts saturate, and NaN becomes 0.
    let byte = |light: f32| u32::from(BYTES[((light * 4096.0 + 0.5) as usize).min(4096)]);
    byte(color.x) << 16 | byte(color.y) << 8 | byte(color.z)
}
