//! Textures with 8-bit pixels, from WAD files and compiled levels. A texture has a header, four mip levels and, in
//! Half-Life's format, a palette.

use crate::{Text, text};

use crate::{
    Texture,
    binary::{u32_at, until_zero},
};
pub(crate) use quake_util::{Palette, QUAKE_PALETTE};

/// Size of the header in bytes: name, width, height, and offsets of the four mip levels.
const HEADER: usize = 16 + 4 * 6;

/// Maximum width and height, in pixels. It exceeds the limits of all supported games.
const MAX_SIDE: u32 = 8192;

/// Size of a palette in bytes: 256 RGB colours.
pub(crate) const PALETTE_BYTES: usize = 256 * 3;

/// Reads the palette at the start of these bytes, as in Half-Life's textures. Returns `None` if there are too few
/// bytes.
pub(crate) fn read_palette(bytes: &[u8]) -> Option<Palette> {
    let (colors, _) = bytes.get(..PALETTE_BYTES)?.as_chunks::<3>();
    colors.try_into().ok()
}

/// Pixel value that is transparent in textures with a name that begins with `{`.
const HOLE: u8 = 255;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Miptex<'a> {
    /// Name, up to the first zero byte.
    pub(crate) name: &'a [u8],
    /// Width and height in pixels, both at least 1.
    pub(crate) size: [u32; 2],
    /// Full-size pixels, or `None` if the texture is in an external WAD file.
    pub(crate) pixels: Option<&'a [u8]>,
    /// The texture's palette, if one follows the smallest mip level.
    pub(crate) palette: Option<Palette>,
}

impl<'a> Miptex<'a> {
    /// Parses the texture at the start of `bytes` without allocating.
    pub(crate) fn read(bytes: &'a [u8], has_palette: bool) -> Result<Self, Text> {
        let header = bytes
            .get(..HEADER)
            .ok_or_else(|| text!("quakemap-texture-header"))?;
        let name = until_zero(&header[..16]);
        let number = |at: usize| u32_at(header, 16 + 4 * at).unwrap_or_default();
        let size @ [width, height] = [number(0), number(1)];
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(text!("quakemap-texture-size", width, height, most = MAX_SIDE));
        }
        if number(2) == 0 {
            return Ok(Self {
                name,
                size,
                pixels: None,
                palette: None,
            });
        }
        let count = width as usize * height as usize;
        let part = |start: usize, count: usize| bytes.get(start..start.checked_add(count)?);
        let pixels = part(number(2) as usize, count).ok_or_else(|| text!("quakemap-texture-pixels"))?;
        // A two-byte colour count precedes the palette.
        let smallest = (number(5) as usize).checked_add((width / 8) as usize * (height / 8) as usize + 2);
        let palette = smallest.and_then(|start| read_palette(bytes.get(start..)?));
        Ok(Self {
            name,
            size,
            pixels: Some(pixels),
            palette: palette.filter(|_| has_palette),
        })
    }

    /// Decodes the image with its own palette if it has one, and with `palette` otherwise. Returns `None` if it has no
    /// pixels.
    pub(crate) fn texture(&self, palette: &Palette) -> Option<Texture> {
        let palette = self.palette.as_ref().unwrap_or(palette);
        Some(texture(self.name, self.size, self.pixels?, palette))
    }
}

/// Decodes as many pixels as the size requires. The name determines whether the texture has holes.
pub(crate) fn texture(name: &[u8], size: [u32; 2], pixels: &[u8], palette: &Palette) -> Texture {
    let has_holes = name.starts_with(b"{");
    let rgba = pixels.iter().flat_map(|&pixel| {
        let [red, green, blue] = palette[usize::from(pixel)];
        if has_holes && pixel == HOLE {
            // Black keeps the blue or pink colour of holes out of the mipmaps.
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

    /// Returns a 16×8-pixel texture with increasing pixel values and a grey palette.
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
    fn pixels_map_to_palette_and_fence_holes() {
        let bytes = sample("{fence");
        let miptex = Miptex::read(&bytes, true).unwrap();
        assert_eq!((miptex.name, miptex.size), (&b"{fence"[..], [16, 8]));
        let texture = miptex.texture(&QUAKE_PALETTE).unwrap();
        assert!(texture.is_whole());
        assert_eq!(texture.rgba[..4], [128, 128, 128, 255]);
        assert_eq!(texture.rgba[127 * 4..], [0, 0, 0, 0]);

        let bytes = sample("wall");
        let miptex = Miptex::read(&bytes, false).unwrap();
        let texture = miptex.texture(&QUAKE_PALETTE).unwrap();
        let [red, green, blue] = QUAKE_PALETTE[255];
        assert_eq!(texture.rgba[127 * 4..], [red, green, blue, 255]);
    }

    #[test]
    fn truncated_or_oversized_miptex_is_rejected() {
        let bytes = sample("wall");
        for length in 0..40 + 128 {
            assert!(Miptex::read(&bytes[..length], true).is_err(), "{length}");
        }
        let mut huge = bytes.clone();
        huge[16..20].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(
            Miptex::read(&huge, true)
                .unwrap_err()
                .to_string()
                .contains("pixels")
        );
        let mut outside = bytes;
        outside[24..28].copy_from_slice(&[0; 4]);
        assert!(Miptex::read(&outside, true).unwrap().pixels.is_none());
    }
}
