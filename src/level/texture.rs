//! Images of materials: decoding and mipmaps.

use std::io::Cursor;

use super::{Texture, watched::Watched};
use crate::{color::srgb, progress::Progress};

/// Greatest width and height of an image, in pixels: what common graphics drivers hold.
const MAX_SIDE: u32 = 16_384;

/// Most bytes that decoding one image may take: twice the largest image in 8-bit RGBA.
const MAX_BYTES: u64 = 2 << 30;

/// Most bytes that the images of a level may have together once they are decoded.
pub(crate) const MAX_LEVEL_BYTES: u64 = 4 << 30;

/// Decodes a PNG, JPEG, TGA or BMP image. `name` tells TGA, which has no mark of its own.
///
/// # Errors
/// One phrase that says why; also where the operation was cancelled.
pub(crate) fn decode(name: &str, bytes: &[u8], progress: &Progress) -> Result<Texture, String> {
    let image = reader(name, bytes, progress)?.decode();
    let image = image.map_err(|error| error.to_string())?.into_rgba8();
    Ok(Texture {
        size: [image.width(), image.height()],
        rgba: image.into_raw(),
    })
}

/// How many bytes an image will have once it is decoded, by its header.
///
/// # Errors
/// As of [`decode`].
pub(crate) fn decoded_bytes(name: &str, bytes: &[u8], progress: &Progress) -> Result<u64, String> {
    let (width, height) = reader(name, bytes, progress)?
        .into_dimensions()
        .map_err(|error| error.to_string())?;
    Ok(4 * u64::from(width) * u64::from(height))
}

fn reader<'a>(
    name: &str,
    bytes: &'a [u8],
    progress: &'a Progress,
) -> Result<image::ImageReader<Watched<'a>>, String> {
    let by_name = image::ImageFormat::from_path(name).ok();
    let format = image::guess_format(bytes)
        .ok()
        .or(by_name)
        .ok_or("it is no PNG, JPEG, TGA or BMP image")?;
    let watched = Watched {
        bytes: Cursor::new(bytes),
        progress,
        advances: false,
    };
    let mut reader = image::ImageReader::with_format(watched, format);
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    Ok(reader)
}

/// Texels that are less opaque than this, of 255, are holes.
const HOLE: u8 = 128;

impl Texture {
    /// Whether it has texels, as many as its size says.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let [width, height] = self.size.map(u64::from);
        let bytes = (width * height).checked_mul(4);
        bytes == Some(self.rgba.len() as u64) && !self.rgba.is_empty()
    }

    /// Whether some texels are at least half transparent, so that it is drawn with holes.
    #[must_use]
    pub fn has_holes(&self) -> bool {
        self.rgba.chunks_exact(4).any(|texel| texel[3] < HOLE)
    }

    /// Versions of half the size, a quarter and so on, down to one texel; none for an image that is not whole.
    #[must_use]
    pub fn mipmaps(&self) -> Vec<Self> {
        let mut mipmaps: Vec<Self> = Vec::new();
        if self.is_whole() {
            loop {
                let last = mipmaps.last().unwrap_or(self);
                if last.size == [1, 1] {
                    break;
                }
                mipmaps.push(last.halved());
            }
        }
        mipmaps
    }

    /// A version of half the size: the mean of each four texels as light, weighted by their opacity.
    fn halved(&self) -> Self {
        let [width, height] = self.size;
        let size = [(width / 2).max(1), (height / 2).max(1)];
        let mut rgba = Vec::with_capacity(size[0] as usize * size[1] as usize * 4);
        for y in 0..size[1] {
            for x in 0..size[0] {
                let (mut light, mut opacity) = ([0.0f32; 3], 0.0f32);
                for [dx, dy] in [[0, 0], [1, 0], [0, 1], [1, 1]] {
                    let (x, y) = ((2 * x + dx).min(width - 1), (2 * y + dy).min(height - 1));
                    let at = (y as usize * width as usize + x as usize) * 4;
                    let alpha = f32::from(self.rgba[at + 3]) / 255.0;
                    // A small weight even for transparent texels gives four of them a colour.
                    let weight = alpha.max(1.0e-3);
                    for (sum, &value) in light.iter_mut().zip(&self.rgba[at..]) {
                        *sum += srgb::LINEAR[usize::from(value)] * weight;
                    }
                    opacity += weight;
                }
                rgba.extend(light.map(|light| srgb::byte(light / opacity)));
                rgba.push((opacity * 0.25 * 255.0).round().min(255.0) as u8);
            }
        }
        Self { size, rgba }
    }
}
