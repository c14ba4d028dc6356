//! Texture sampling, with mipmaps where many texels fall on a pixel, so that nothing shimmers.

use std::sync::Arc;

use glam::{Vec2, Vec4, vec4};

use crate::{color::srgb, level::Texture};

/// Most samples along the direction of the greatest foreshortening (anisotropic filtering).
const MOST_TAPS: f32 = 8.0;

/// A texture with its mipmaps.
#[derive(Clone, Debug)]
pub(super) struct Sampler {
    whole: Arc<Texture>,
    mipmaps: Vec<Texture>,
}

impl Sampler {
    /// `None` for an image without texels.
    pub(super) fn new(texture: &Arc<Texture>) -> Option<Self> {
        texture.is_whole().then(|| Self {
            whole: Arc::clone(texture),
            mipmaps: texture.mipmaps(),
        })
    }

    /// Linear RGBA with straight alpha at `uv`, which changes by `right` and `down` from pixel to pixel. It is the mean of
    /// samples along the longer change, of a mipmap in which the shorter one is a texel long.
    pub(super) fn sample(&self, uv: Vec2, right: Vec2, down: Vec2) -> Vec4 {
        let size = Vec2::from(self.whole.size.map(|side| side as f32));
        let [right_texels, down_texels] = [right, down].map(|step| (step * size).length());
        let (along, major, minor) = if right_texels > down_texels {
            (right, right_texels, down_texels)
        } else {
            (down, down_texels, right_texels)
        };
        if !(uv.is_finite() && along.is_finite()) {
            return Vec4::ONE;
        }
        let taps = (major / minor.max(1.0)).ceil().clamp(1.0, MOST_TAPS);
        let version = (major / taps).max(1.0).log2();
        let (coarse, part) = (version.floor(), version.fract());
        let mut sum = Vec4::ZERO;
        for tap in 0..taps as u32 {
            let at = uv + along * ((tap as f32 + 0.5) / taps - 0.5);
            let near = self.bilinear(coarse as usize, at);
            sum += if part > 0.0 {
                near.lerp(self.bilinear(coarse as usize + 1, at), part)
            } else {
                near
            };
        }
        sum / taps
    }

    /// A bilinear sample of a mipmap, of which 0 is the whole texture. The texture repeats.
    fn bilinear(&self, version: usize, uv: Vec2) -> Vec4 {
        let last = self.mipmaps.len();
        let texture = match version.min(last) {
            0 => &self.whole,
            version => &self.mipmaps[version - 1],
        };
        let [width, height] = texture.size;
        // Reduced to one repetition, as large coordinates would overflow integers.
        let at = (uv - uv.floor()) * Vec2::new(width as f32, height as f32) - 0.5;
        let (low, part) = (at.floor(), at - at.floor());
        let wrap = |place: f32, size: u32| (place as i64).rem_euclid(i64::from(size)) as usize;
        let [x0, x1] = [low.x, low.x + 1.0].map(|x| wrap(x, width));
        let [y0, y1] = [low.y, low.y + 1.0].map(|y| wrap(y, height));
        let texel = |x: usize, y: usize| {
            let texel = &texture.rgba[(y * width as usize + x) * 4..][..4];
            let [r, g, b] = [0, 1, 2].map(|channel| srgb::LINEAR[usize::from(texel[channel])]);
            vec4(r, g, b, f32::from(texel[3]) / 255.0)
        };
        let top = texel(x0, y0).lerp(texel(x1, y0), part.x);
        let bottom = texel(x0, y1).lerp(texel(x1, y1), part.x);
        top.lerp(bottom, part.y)
    }
}
