//! Decodes textures and generates mipmaps.

use std::{
    io::Cursor,
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use crate::{Text, text};
use bspwalk_progress::{Cancelled, Progress};
use glam::Vec3;
use image::{ColorType, ImageDecoder, ImageFormat};

use super::{Texture, watched::Watched};
use crate::color::srgb;

/// Maximum width and height of an image, in pixels. Common graphics drivers support textures of this size.
const MAX_SIDE: u32 = 16_384;

/// Maximum number of bytes that an image decoder may allocate in addition to the image, for example for PNG chunks.
const MAX_ALLOCATED: u64 = 64 << 20;

/// Number of bytes of an image to process between two cancellation checks.
const BYTES_A_CHECK: usize = 1 << 20;

/// Interval between polls of a decoder thread and checks for cancellation.
const LOOK: Duration = Duration::from_millis(20);

/// Maximum decoded size (in bytes) of a JPEG image that is decoded on the calling thread. Decoding it takes less than
/// 0.1 s.
const JPEG_AT_ONCE: u64 = 16 << 20;

#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub(super) kept: u64,
    /// Maximum number of additional bytes needed while decoding.
    pub(super) working: u64,
}

/// Detects an image's format from its first bytes. TGA has no magic number, so it is detected by its name.
pub(super) fn format(name: &str, bytes: &[u8]) -> Result<ImageFormat, Text> {
    let by_name = || ImageFormat::from_path(name).ok();
    let format = image::guess_format(bytes).ok().or_else(by_name);
    format.ok_or_else(|| text!("levels-no-image"))
}

/// Returns the memory needed to decode an image. Reads only the image's header.
pub(super) fn decoding_cost(format: ImageFormat, bytes: &[u8], progress: &Progress) -> Result<Cost, Text> {
    let decoder = decoder(format, bytes, progress)?;
    let (width, height) = decoder.dimensions();
    let decoded = decoder.total_bytes();
    let converted = match decoder.color_type() {
        ColorType::Rgba8 => 0,
        _ => decoded,
    };
    let beside = match format {
        // The decoder copies the file and stores the coefficients of progressive images, two bytes each.
        ImageFormat::Jpeg => bytes.len() as u64 + 2 * decoded,
        // The decoder copies palette indices before it expands them to colours.
        ImageFormat::Tga => decoded,
        _ => 0,
    };
    Ok(Cost {
        kept: 4 * u64::from(width) * u64::from(height),
        working: converted + beside,
    })
}

/// Decodes a PNG, JPEG, TGA or BMP image.
pub(super) fn decode(format: ImageFormat, bytes: &[u8], progress: &Progress) -> Result<Texture, Text> {
    let decoder = decoder(format, bytes, progress)?;
    if format == ImageFormat::Jpeg && decoder.total_bytes() > JPEG_AT_ONCE {
        return decode_apart(format, bytes, progress);
    }
    decode_all(decoder, progress)
}

/// Decodes the image on a separate thread and abandons that thread on cancellation. The JPEG decoder first reads the
/// whole file and cannot be stopped after that. Without threads, decoding cannot be cancelled.
fn decode_apart(format: ImageFormat, bytes: &[u8], progress: &Progress) -> Result<Texture, Text> {
    let (sender, decoded) = channel();
    let copied = bytes.to_vec();
    let work = move || {
        let progress = Progress::default();
        let texture = decoder(format, &copied, &progress).and_then(|decoder| decode_all(decoder, &progress));
        // After a cancellation, the receiver no longer exists.
        let _ = sender.send(texture);
    };
    let thread = thread::Builder::new().name("image".to_owned()).spawn(work);
    if thread.is_err() {
        // Threads may be unavailable, for example in a browser.
        return decode_all(decoder(format, bytes, progress)?, progress);
    }
    loop {
        progress.check().map_err(|cancelled| cancelled.to_string())?;
        match decoded.recv_timeout(LOOK) {
            Ok(texture) => return texture,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(text!("levels-decoder-failed")),
        }
    }
}

fn decode_all(decoder: impl ImageDecoder, progress: &Progress) -> Result<Texture, Text> {
    let (width, height) = decoder.dimensions();
    let color = decoder.color_type();
    let length = usize::try_from(decoder.total_bytes()).map_err(|error| Text::plain(error.to_string()))?;
    let mut decoded = vec![0; length];
    decoder
        .read_image(&mut decoded)
        .map_err(|error| Text::plain(error.to_string()))?;
    let rgba = match color {
        ColorType::Rgba8 => decoded,
        _ => rgba(color, &decoded, progress)?,
    };
    Ok(Texture {
        size: [width, height],
        rgba,
    })
}

/// Converts pixels with one to four channels to 8-bit RGBA. Channels have 8 bits each, or 16 bits in native byte order.
fn rgba(color: ColorType, decoded: &[u8], progress: &Progress) -> Result<Vec<u8>, String> {
    let channels = usize::from(color.channel_count());
    let bytes = usize::from(color.bytes_per_pixel());
    let sample = |texel: &[u8], channel: usize| match bytes / channels {
        1 => texel[channel],
        // Round 16-bit channels to the nearest 8-bit value.
        _ => {
            ((u32::from(u16::from_ne_bytes([texel[2 * channel], texel[2 * channel + 1]])) + 128) / 257) as u8
        }
    };
    let mut rgba = Vec::with_capacity(decoded.len() / bytes * 4);
    for part in decoded.chunks(BYTES_A_CHECK / bytes * bytes) {
        progress.check().map_err(|cancelled| cancelled.to_string())?;
        rgba.extend(part.chunks_exact(bytes).flat_map(|texel| {
            let [r, g, b, a] = std::array::from_fn(|channel| match channel < channels {
                true => sample(texel, channel),
                false => u8::MAX,
            });
            match channels {
                1 => [r, r, r, a],
                2 => [r, r, r, g],
                _ => [r, g, b, a],
            }
        }));
    }
    Ok(rgba)
}

fn decoder<'a>(
    format: ImageFormat,
    bytes: &'a [u8],
    progress: &'a Progress,
) -> Result<impl ImageDecoder + 'a, Text> {
    let watched = Watched {
        bytes: Cursor::new(bytes),
        progress,
        advances: false,
    };
    let mut reader = image::ImageReader::with_format(watched, format);
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_ALLOCATED);
    reader.limits(limits);
    reader
        .into_decoder()
        .map_err(|error| Text::plain(error.to_string()))
}

/// Texels with an alpha below this value (of 255) are holes.
const HOLE: u8 = 128;

impl Texture {
    /// Returns whether the image has at least one texel and its texel count matches its size.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let [width, height] = self.size.map(u64::from);
        let bytes = (width * height).checked_mul(4);
        bytes == Some(self.rgba.len() as u64) && !self.rgba.is_empty()
    }

    /// Returns whether the texture has holes, that is, any texel is at least half transparent.
    #[must_use]
    pub fn has_holes(&self) -> bool {
        self.rgba.chunks_exact(4).any(|texel| texel[3] < HOLE)
    }

    /// Returns whether any texel has an alpha below `opacity` (of 255).
    pub(super) fn has_alpha_below(&self, opacity: u8, progress: &Progress) -> Result<bool, Cancelled> {
        for part in self.rgba.chunks(BYTES_A_CHECK) {
            progress.check()?;
            if part.chunks_exact(4).any(|texel| texel[3] < opacity) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Like [`Texture::has_holes`], but can be cancelled.
    pub(super) fn has_holes_with(&self, progress: &Progress) -> Result<bool, Cancelled> {
        self.has_alpha_below(HOLE, progress)
    }

    /// Returns the mean linear colour of the texels, weighted by alpha.
    pub(super) fn mean_light(&self, progress: &Progress) -> Result<Vec3, Cancelled> {
        let (mut light, mut opacity) = ([0.0_f64; 3], 0.0_f64);
        for part in self.rgba.chunks(BYTES_A_CHECK) {
            progress.check()?;
            for texel in part.chunks_exact(4) {
                let weight = weight(texel[3]);
                for (sum, &value) in light.iter_mut().zip(texel) {
                    *sum += f64::from(srgb::LINEAR[usize::from(value)] * weight);
                }
                opacity += f64::from(weight);
            }
        }
        Ok(if opacity > 0.0 {
            Vec3::from(light.map(|light| (light / opacity) as f32))
        } else {
            Vec3::ZERO
        })
    }

    /// Returns mipmaps of half the size, a quarter of the size and so on, down to one texel. Returns no mipmaps for an
    /// incomplete image.
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

    /// Returns an image of half the size. Each texel is the mean of four texels in linear colour, weighted by alpha.
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
                    let weight = weight(self.rgba[at + 3]);
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

/// Returns a texel's weight in a mean. Transparent texels have a small non-zero weight, so that the mean of four
/// transparent texels still has a colour.
fn weight(opacity: u8) -> f32 {
    (f32::from(opacity) / 255.0).max(1.0e-3)
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use image::{DynamicImage, RgbImage};

    use super::*;

    #[test]
    fn large_jpeg_decodes_fully_or_cancels() {
        let image = RgbImage::from_pixel(8192, 4096, image::Rgb([200, 100, 50]));
        let mut jpeg = Cursor::new(Vec::new());
        image.write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
        let jpeg = jpeg.into_inner();
        let texture = decode(ImageFormat::Jpeg, &jpeg, &Progress::default()).unwrap();
        assert_eq!((texture.size, texture.is_whole()), ([8192, 4096], true));
        let near = |texel: &[u8]| {
            texel
                .iter()
                .zip([200, 100, 50, 255])
                .all(|(a, b)| a.abs_diff(b) < 4)
        };
        assert!(texture.rgba.chunks_exact(4).all(near));
        // The first checks occur while the decoder reads the header. The second of the following checks occurs halfway
        // through the pixels.
        let looks = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&looks);
        let counting = Progress::with_check_hook(move |_| {
            seen.fetch_add(1, Ordering::Relaxed);
        });
        decoding_cost(ImageFormat::Jpeg, &jpeg, &counting).unwrap();
        let left = AtomicUsize::new(looks.load(Ordering::Relaxed) + 1);
        let progress = Progress::with_check_hook(move |progress| {
            if left.fetch_sub(1, Ordering::Relaxed) == 0 {
                progress.cancel();
            }
        });
        assert!(decode(ImageFormat::Jpeg, &jpeg, &progress).is_err());
    }

    #[test]
    fn every_pixel_format_converts_to_rgba() {
        let [width, height] = [200, 150];
        let mut random = fastrand::Rng::with_seed(1);
        let texels = image::ImageBuffer::from_fn(width, height, |_, _| {
            image::Rgba([0; 4].map(|_: u16| random.u16(..)))
        });
        let texels = DynamicImage::ImageRgba16(texels);
        let images: [DynamicImage; 8] = [
            texels.to_luma8().into(),
            texels.to_luma_alpha8().into(),
            texels.to_rgb8().into(),
            texels.to_rgba8().into(),
            texels.to_luma16().into(),
            texels.to_luma_alpha16().into(),
            texels.to_rgb16().into(),
            texels,
        ];
        for image in images {
            let mut png = Cursor::new(Vec::new());
            image.write_to(&mut png, ImageFormat::Png).unwrap();
            let (png, progress) = (png.into_inner(), Progress::default());
            let decoded = decode(ImageFormat::Png, &png, &progress).unwrap();
            let cost = decoding_cost(ImageFormat::Png, &png, &progress).unwrap();
            assert_eq!(
                (decoded.size, cost.kept),
                ([width, height], decoded.rgba.len() as u64)
            );
            let color = image.color();
            assert!(decoded.rgba == image.into_rgba8().into_raw(), "{color:?}");
        }
    }
}
