//! Texture sampling. Mipmaps prevent shimmering where many texels fall within a pixel.

use std::sync::Arc;

use bspwalk_levels::{Texture, Wrap, color::srgb};
use glam::{Vec2, Vec4, vec4};

/// Maximum number of samples for anisotropic filtering. They lie along the direction of the strongest foreshortening.
const MOST_TAPS: f32 = 8.0;

/// A texture with its mipmaps and wrap modes.
#[derive(Clone, Debug)]
pub(super) struct Sampler {
    whole: Arc<Texture>,
    mipmaps: Vec<Texture>,
    wrap: [Wrap; 2],
    nearest: bool,
}

/// The quality of texture filtering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filter {
    /// The nearest mipmap, with at most two samples. Used for the frames of a walk.
    Quick,
    /// Interpolation between two mipmaps, with as many samples as the foreshortening requires.
    Fine,
}

/// Filter parameters for part of a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail {
    /// Mipmap level; level 0 is the full texture.
    mipmap: usize,
    /// Weight of the next mipmap level.
    part: f32,
    /// Number of samples.
    taps: u32,
    /// Offset of the first sample, in uv.
    first: Vec2,
    /// Distance between samples, in uv.
    step: Vec2,
}

impl Sampler {
    /// Creates a sampler, or returns `None` for an image without texels.
    pub(super) fn new(texture: &Arc<Texture>, sampler: bspwalk_levels::Sampler) -> Option<Self> {
        texture.is_whole().then(|| Self {
            whole: Arc::clone(texture),
            mipmaps: texture.mipmaps(),
            wrap: sampler.wrap,
            nearest: sampler.nearest,
        })
    }

    /// Returns the wrap mode of each axis.
    pub(super) fn wrap(&self) -> [Wrap; 2] {
        self.wrap
    }

    /// Computes the filter parameters from the change in uv per pixel to the right and down.
    ///
    /// The filter averages samples along the longer change. It uses a mipmap whose texels are as large as the shorter
    /// change.
    pub(super) fn detail(&self, [right, down]: [Vec2; 2], filter: Filter) -> Detail {
        let size = Vec2::from(self.whole.size.map(|side| side as f32));
        let [right_texels, down_texels] = [right, down].map(|step| (step * size).length());
        let (along, major, minor) = if right_texels > down_texels {
            (right, right_texels, down_texels)
        } else {
            (down, down_texels, right_texels)
        };
        let most = match filter {
            Filter::Quick => 2.0,
            Filter::Fine => MOST_TAPS,
        };
        let taps = (major / minor.max(1.0)).round().clamp(1.0, most);
        // NaN selects the full texture.
        let version = (major / taps).max(1.0).log2();
        let (version, part) = match filter {
            Filter::Quick => (version + 0.5, 0.0),
            Filter::Fine => (version, version.fract()),
        };
        let along = if along.is_finite() { along } else { Vec2::ZERO };
        Detail {
            mipmap: version as usize,
            part,
            taps: taps as u32,
            first: along * (0.5 / taps - 0.5),
            step: along / taps,
        }
    }

    /// Samples the texture at `uv`. Returns linear RGBA with straight alpha.
    #[inline]
    pub(super) fn sample(&self, detail: &Detail, uv: Vec2) -> Vec4 {
        if !uv.is_finite() {
            return Vec4::ONE;
        }
        let tap = |at: Vec2| {
            let near = self.bilinear(detail.mipmap, at);
            if detail.part > 0.0 {
                near.lerp(self.bilinear(detail.mipmap + 1, at), detail.part)
            } else {
                near
            }
        };
        let first = uv + detail.first;
        let mut sum = tap(first);
        for number in 1..detail.taps {
            sum += tap(first + detail.step * number as f32);
        }
        sum / detail.taps.max(1) as f32
    }

    /// Samples a mipmap with bilinear filtering, or takes a single texel if the sampler is set to nearest. Level 0 is
    /// the full texture.
    fn bilinear(&self, version: usize, uv: Vec2) -> Vec4 {
        let last = self.mipmaps.len();
        let texture = match version.min(last) {
            0 => &self.whole,
            version => &self.mipmaps[version - 1],
        };
        let [width, height] = texture.size;
        let ([x0, x1], right) = neighbours(uv.x, width, self.wrap[0]);
        let ([y0, y1], down) = neighbours(uv.y, height, self.wrap[1]);
        let texel = |x: usize, y: usize| {
            let texel = &texture.rgba[(y * width as usize + x) * 4..][..4];
            let [r, g, b] = [0, 1, 2].map(|channel| srgb::LINEAR[usize::from(texel[channel])]);
            vec4(r, g, b, f32::from(texel[3]) / 255.0)
        };
        if self.nearest && version == 0 {
            return texel(
                if right < 0.5 { x0 } else { x1 },
                if down < 0.5 { y0 } else { y1 },
            );
        }
        let top = texel(x0, y0).lerp(texel(x1, y0), right);
        let bottom = texel(x0, y1).lerp(texel(x1, y1), right);
        top.lerp(bottom, down)
    }
}

/// Returns the two texels of a row or column on either side of a finite texture coordinate, and the fractional position
/// between their centres.
#[inline]
fn neighbours(at: f32, size: u32, wrap: Wrap) -> ([usize; 2], f32) {
    // First reduce the coordinate to one repetition, because large coordinates would overflow integers.
    let at = match wrap {
        Wrap::Repeat => at - at.floor(),
        Wrap::Mirror => 1.0 - (at - 2.0 * (at * 0.5).floor() - 1.0).abs(),
        Wrap::Clamp => at.clamp(0.0, 1.0),
    };
    let at = at * size as f32 - 0.5;
    // The lower texel index is at least −1, and the upper index is at most the size.
    let low = at.floor();
    let upper = (low + 1.0) as u32;
    let lower = (low.max(0.0) as u32).min(size - 1);
    let pair = match wrap {
        Wrap::Repeat => [
            if low < 0.0 { size - 1 } else { lower },
            if upper < size { upper } else { 0 },
        ],
        Wrap::Mirror | Wrap::Clamp => [lower, upper.min(size - 1)],
    };
    (pair.map(|texel| texel as usize), at - low)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples a texture that has a black and a white texel, and returns the red channel at these positions.
    fn red(wrap: Wrap, nearest: bool, places: &[f32]) -> Vec<f32> {
        let texture = Arc::new(Texture {
            size: [2, 1],
            rgba: vec![0, 0, 0, 255, 255, 255, 255, 255],
        });
        let wrap = [wrap, Wrap::Repeat];
        let sampler = Sampler::new(&texture, bspwalk_levels::Sampler { wrap, nearest }).unwrap();
        let at = |&u: &f32| {
            let uv = Vec2::new(u, 0.5);
            let changes = [Vec2::X * 1.0e-4, Vec2::Y * 1.0e-4];
            let [quick, fine] = [Filter::Quick, Filter::Fine]
                .map(|filter| sampler.sample(&sampler.detail(changes, filter), uv));
            assert_eq!(quick, fine);
            (quick.x * 100.0).round() / 100.0
        };
        places.iter().map(at).collect()
    }

    #[test]
    fn wrap_modes_continue_beyond_edges() {
        let places = [0.25, 0.75, 1.0, 1.25, 1.75, -0.25, 2.25];
        for (wrap, expected) in [
            (Wrap::Repeat, [0.0, 1.0, 0.5, 0.0, 1.0, 1.0, 0.0]),
            (Wrap::Mirror, [0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0]),
            (Wrap::Clamp, [0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0]),
        ] {
            assert_eq!(red(wrap, false, &places), expected);
        }
    }

    #[test]
    fn anisotropic_taps_surround_the_pixel() {
        let texel = |x: usize| if x < 8 { [0, 0, 0, 255] } else { [255; 4] };
        let texture = Arc::new(Texture {
            size: [16, 1],
            rgba: (0..16).flat_map(texel).collect(),
        });
        let sampler = bspwalk_levels::Sampler {
            wrap: [Wrap::Clamp; 2],
            nearest: false,
        };
        let sampler = Sampler::new(&texture, sampler).unwrap();
        let detail = sampler.detail([Vec2::X * 0.5, Vec2::Y * 1.0e-4], Filter::Fine);
        assert_eq!(detail.taps, 8);
        let red = |u: f32| sampler.sample(&detail, Vec2::new(u, 0.5)).x;
        assert!((red(0.5) - 0.5).abs() < 1.0e-6, "{}", red(0.5));
        assert_eq!([red(0.2), red(0.8)], [0.0, 1.0]);
    }

    #[test]
    fn nearest_filter_shows_square_texels() {
        let places = [0.1, 0.45, 0.55, 0.9, 1.1];
        assert_eq!(red(Wrap::Repeat, true, &places), [0.0, 0.0, 1.0, 1.0, 0.0]);
        assert_eq!(red(Wrap::Repeat, false, &places)[1], 0.4);
    }
}
