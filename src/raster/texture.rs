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

/// How finely a part of a face shows its texture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail {
    /// The mipmap, of which 0 is the whole texture.
    mipmap: usize,
    /// Half the distance in uv of two samples whose mean is seen, where the face is foreshortened.
    apart: Option<Vec2>,
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

    /// How finely the texture is seen where uv changes by `right` and `down` from pixel to pixel.
    pub(super) fn detail(&self, right: Vec2, down: Vec2) -> Detail {
        let size = Vec2::from(self.whole.size.map(|side| side as f32));
        let [right_texels, down_texels] = [right, down].map(|step| (step * size).length());
        let (along, major, minor) = if right_texels > down_texels {
            (right, right_texels, down_texels)
        } else {
            (down, down_texels, right_texels)
        };
        let is_long = major > 1.5 * minor.max(1.0);
        let texels = if is_long { major * 0.5 } else { major };
        // NaN and numbers below 1 become the whole texture.
        Detail {
            mipmap: (texels.max(1.0).log2() + 0.5) as usize,
            apart: (is_long && along.is_finite()).then_some(along * 0.25),
        }
    }

    /// Linear RGBA with straight alpha at `uv`, in as many samples as a picture in motion needs.
    #[inline]
    pub(super) fn quick(&self, detail: &Detail, uv: Vec2) -> Vec4 {
        if !uv.is_finite() {
            return Vec4::ONE;
        }
        match detail.apart {
            Some(apart) => {
                (self.bilinear(detail.mipmap, uv - apart) + self.bilinear(detail.mipmap, uv + apart)) * 0.5
            }
            None => self.bilinear(detail.mipmap, uv),
        }
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
        // The lower texel is at −1 at the least, and the upper one at the size at the most.
        let pair = |low: f32, size: u32| {
            let upper = (low + 1.0) as u32;
            let lower = if low < 0.0 {
                size - 1
            } else {
                (low as u32).min(size - 1)
            };
            [lower as usize, if upper < size { upper as usize } else { 0 }]
        };
        let [x0, x1] = pair(low.x, width);
        let [y0, y1] = pair(low.y, height);
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
