//! Textures of 8-bit pixels, as WAD files and compiled levels contain them: a header, four sizes of the image, and in
//! Half-Life's format a palette behind them.

use bspwalk_text::text;

use super::palette::{self, Palette};
use crate::Texture;

/// Bytes of the header: name, width, height, and where each of the four sizes begins.
const HEADER: usize = 16 + 4 * 6;

/// Largest width and height, in pixels: more than any of the games loads.
const MAX_SIDE: u32 = 8192;

/// The pixel that is transparent in textures whose name begins with `{`.
const HOLE: u8 = 255;

/// A texture whose header was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Miptex<'a> {
    /// The name, up to its first zero byte.
    pub(crate) name: &'a [u8],
    /// Width and height in pixels, at least 1.
    pub(crate) size: [u32; 2],
    /// The pixels of the full size, as many as the size says; `None` where the texture is in a WAD file beside.
    pub(crate) pixels: Option<&'a [u8]>,
    /// Its own palette, where there is one behind the smallest size.
    pub(crate) palette: Option<Palette>,
}

impl<'a> Miptex<'a> {
    /// Reads a texture that begins where `bytes` do. Nothing is allocated.
    ///
    /// # Errors
    /// One phrase that says what is wrong.
    pub(crate) fn read(bytes: &'a [u8], has_palette: bool) -> Result<Self, String> {
        let header = bytes
            .get(..HEADER)
            .ok_or_else(|| text!("quakemap-texture-header"))?;
        let name = &header[..16];
        let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
        let number = |at: usize| {
            let field: [u8; 4] = std::array::from_fn(|byte| header[16 + 4 * at + byte]);
            u32::from_le_bytes(field)
        };
        let size @ [width, height] = [number(0), number(1)];
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(text!("quakemap-texture-size", width, height, most = MAX_SIDE));
        }
        if number(2) == 0 {
            let (pixels, palette) = (None, None);
            return Ok(Self {
                name,
                size,
                pixels,
                palette,
            });
        }
        let count = width as usize * height as usize;
        let part = |start: usize, count: usize| bytes.get(start..start.checked_add(count)?);
        let pixels = part(number(2) as usize, count).ok_or_else(|| text!("quakemap-texture-pixels"))?;
        // A count of two bytes stands before the palette.
        let smallest = (number(5) as usize).checked_add((width / 8) as usize * (height / 8) as usize + 2);
        let palette = smallest.and_then(|start| palette::read(bytes.get(start..)?));
        Ok(Self {
            name,
            size,
            pixels: Some(pixels),
            palette: palette.filter(|_| has_palette),
        })
    }

    /// The image in the colours of its own palette, or else of `palette`; `None` where it has no pixels.
    pub(crate) fn texture(&self, palette: &Palette) -> Option<Texture> {
        let palette = self.palette.as_ref().unwrap_or(palette);
        Some(texture(self.name, self.size, self.pixels?, palette))
    }
}

/// The image of these pixels, as many as the size says. The name tells whether it has holes.
pub(crate) fn texture(name: &[u8], size: [u32; 2], pixels: &[u8], palette: &Palette) -> Texture {
    let has_holes = name.starts_with(b"{");
    let rgba = pixels.iter().flat_map(|&pixel| {
        let [red, green, blue] = palette[usize::from(pixel)];
        if has_holes && pixel == HOLE {
            // The colour of the hole, which is blue or pink, is kept out of the mipmaps.
            [0; 4]
        } else {
            [red, green, blue, 255]
        }
    });
    Texture {
        size,
        rgba: rgba.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A texture of 16 by 8 pixels that count up, with a palette of greys.
    fn sample(name: &str) -> Vec<u8> {
        let mut bytes = name.as_bytes().to_vec();
        bytes.resize(16, 0);
        for number in [16_u32, 8, 40, 40 + 128, 40 + 160, 40 + 168] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(128..=255_u8);
        bytes.extend([0; 32 + 8 + 2]);
        bytes.extend([0, 1]);
        bytes.extend((0..=255_u8).flat_map(|grey| [grey; 3]));
        bytes
    }

    #[test]
    fn pixels_become_colours_and_holes() {
        let bytes = sample("{fence");
        let miptex = Miptex::read(&bytes, true).unwrap();
        assert_eq!((miptex.name, miptex.size), (&b"{fence"[..], [16, 8]));
        let texture = miptex.texture(&palette::QUAKE).unwrap();
        assert!(texture.is_whole());
        assert_eq!(texture.rgba[..4], [128, 128, 128, 255]);
        assert_eq!(texture.rgba[127 * 4..], [0, 0, 0, 0]);

        let bytes = sample("wall");
        let miptex = Miptex::read(&bytes, false).unwrap();
        let texture = miptex.texture(&palette::QUAKE).unwrap();
        let [red, green, blue] = palette::QUAKE[255];
        assert_eq!(texture.rgba[127 * 4..], [red, green, blue, 255]);
    }

    #[test]
    fn what_is_cut_off_or_too_large_is_refused() {
        let bytes = sample("wall");
        for length in 0..40 + 128 {
            assert!(Miptex::read(&bytes[..length], true).is_err(), "{length}");
        }
        let mut huge = bytes.clone();
        huge[16..20].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(Miptex::read(&huge, true).unwrap_err().contains("pixels"));
        let mut outside = bytes;
        outside[24..28].copy_from_slice(&[0; 4]);
        assert!(Miptex::read(&outside, true).unwrap().pixels.is_none());
    }
}
