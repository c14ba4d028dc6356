//! Images of materials: decoding and mipmaps.

use std::{
    io::Cursor,
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use glam::Vec3;
use image::{ColorType, ImageDecoder, ImageFormat};

use super::{Texture, watched::Watched};
use crate::color::srgb;

/// Greatest width and height of an image, in pixels: what common graphics drivers hold.
const MAX_SIDE: u32 = 16_384;

/// Most bytes that the decoder of an image may allocate beside the image: the chunks of a PNG.
const MAX_ALLOCATED: u64 = 64 << 20;

/// Bytes of an image that are worked on between two looks whether the work is cancelled.
const BYTES_A_CHECK: usize = 1 << 20;

/// How often work that cannot look itself is asked for its end, and looked at for whether it is cancelled.
const LOOK: Duration = Duration::from_millis(20);

/// Bytes of a decoded JPEG image up to which it is decoded at once, in less than 0.1 s.
const JPEG_AT_ONCE: u64 = 16 << 20;

/// What decoding an image takes, by its header.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// Bytes of the decoded image.
    pub(super) kept: u64,
    /// Most bytes that decoding takes beside these.
    pub(super) working: u64,
}

/// The format of an image: by its first bytes, or else, as TGA has no mark of its own, by its name.
///
/// # Errors
/// One phrase that says why it cannot be read.
pub(super) fn format(name: &str, bytes: &[u8]) -> Result<ImageFormat, String> {
    let by_name = || ImageFormat::from_path(name).ok();
    let format = image::guess_format(bytes).ok().or_else(by_name);
    format.ok_or_else(|| text!("levels-no-image").to_owned())
}

/// What decoding an image takes, from its header alone.
///
/// # Errors
/// One phrase that says why it cannot be read; also where the operation was cancelled.
pub(super) fn cost(format: ImageFormat, bytes: &[u8], progress: &Progress) -> Result<Cost, String> {
    let decoder = decoder(format, bytes, progress)?;
    let (width, height) = decoder.dimensions();
    let decoded = decoder.total_bytes();
    let converted = match decoder.color_type() {
        ColorType::Rgba8 => 0,
        _ => decoded,
    };
    let beside = match format {
        // The decoder copies the file, and keeps the coefficients of progressive images, two bytes each.
        ImageFormat::Jpeg => bytes.len() as u64 + 2 * decoded,
        // Indices of colours are copied before the colours take their place.
        ImageFormat::Tga => decoded,
        _ => 0,
    };
    Ok(Cost {
        kept: 4 * u64::from(width) * u64::from(height),
        working: converted + beside,
    })
}

/// Decodes a PNG, JPEG, TGA or BMP image.
///
/// # Errors
/// As of [`cost`].
pub(super) fn decode(format: ImageFormat, bytes: &[u8], progress: &Progress) -> Result<Texture, String> {
    let decoder = decoder(format, bytes, progress)?;
    if format == ImageFormat::Jpeg && decoder.total_bytes() > JPEG_AT_ONCE {
        return decode_apart(format, bytes, progress);
    }
    decode_all(decoder, progress)
}

/// Decodes on a thread of its own, which is left to itself where the operation is cancelled: the decoder of JPEG reads the whole
/// file first, and then looks at nothing until it is done. Where there are no threads, nothing can be cancelled meanwhile.
fn decode_apart(format: ImageFormat, bytes: &[u8], progress: &Progress) -> Result<Texture, String> {
    let (sender, decoded) = channel();
    let copied = bytes.to_vec();
    let work = move || {
        let progress = Progress::default();
        let texture = decoder(format, &copied, &progress).and_then(|decoder| decode_all(decoder, &progress));
        // Where nobody waits any more, nobody is told.
        let _ = sender.send(texture);
    };
    let thread = thread::Builder::new().name("image".to_owned()).spawn(work);
    if thread.is_err() {
        // As in a browser.
        return decode_all(decoder(format, bytes, progress)?, progress);
    }
    loop {
        progress.check().map_err(|cancelled| cancelled.to_string())?;
        match decoded.recv_timeout(LOOK) {
            Ok(texture) => return texture,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(text!("levels-decoder-failed").to_owned()),
        }
    }
}

fn decode_all(decoder: impl ImageDecoder, progress: &Progress) -> Result<Texture, String> {
    let (width, height) = decoder.dimensions();
    let color = decoder.color_type();
    let length = usize::try_from(decoder.total_bytes()).map_err(|error| error.to_string())?;
    let mut decoded = vec![0; length];
    decoder
        .read_image(&mut decoded)
        .map_err(|error| error.to_string())?;
    let rgba = match color {
        ColorType::Rgba8 => decoded,
        _ => rgba(color, &decoded, progress)?,
    };
    Ok(Texture {
        size: [width, height],
        rgba,
    })
}

/// Decoded pixels of one to four channels, of 8 bits or of 16 bits in the order of the machine, as 8-bit RGBA.
fn rgba(color: ColorType, decoded: &[u8], progress: &Progress) -> Result<Vec<u8>, String> {
    let channels = usize::from(color.channel_count());
    let bytes = usize::from(color.bytes_per_pixel());
    let sample = |texel: &[u8], channel: usize| match bytes / channels {
        1 => texel[channel],
        // The nearest of 256 values.
        _ => {
            ((u32::from(u16::from_ne_bytes([texel[2 * channel], texel[2 * channel + 1]])) + 128) / 257) as u8
        }
    };
    let mut rgba = Vec::with_capacity(decoded.len() / bytes * 4);
    for part in decoded.chunks(BYTES_A_CHECK / bytes * bytes) {
        progress.check().map_err(|cancelled| cancelled.to_string())?;
        let texels = part.chunks_exact(bytes);
        match channels {
            1 => rgba.extend(texels.flat_map(|texel| {
                let grey = sample(texel, 0);
                [grey, grey, grey, u8::MAX]
            })),
            2 => rgba.extend(texels.flat_map(|texel| {
                let grey = sample(texel, 0);
                [grey, grey, grey, sample(texel, 1)]
            })),
            3 => rgba.extend(
                texels.flat_map(|texel| [sample(texel, 0), sample(texel, 1), sample(texel, 2), u8::MAX]),
            ),
            _ => rgba.extend(texels.flat_map(|texel| [0, 1, 2, 3].map(|channel| sample(texel, channel)))),
        }
    }
    Ok(rgba)
}

fn decoder<'a>(
    format: ImageFormat,
    bytes: &'a [u8],
    progress: &'a Progress,
) -> Result<impl ImageDecoder + 'a, String> {
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
    reader.into_decoder().map_err(|error| error.to_string())
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

    /// Whether some texels are less opaque than this, of 255.
    pub(super) fn is_below(&self, opacity: u8, progress: &Progress) -> Result<bool, Cancelled> {
        for part in self.rgba.chunks(BYTES_A_CHECK) {
            progress.check()?;
            if part.chunks_exact(4).any(|texel| texel[3] < opacity) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether it has holes, as [`Texture::has_holes`] says.
    pub(super) fn has_holes_with(&self, progress: &Progress) -> Result<bool, Cancelled> {
        self.is_below(HOLE, progress)
    }

    /// The mean of its texels as light, weighted by their opacity.
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

/// How much a texel of this opacity counts in a mean. A small weight even for transparent ones gives four of them a colour.
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
    fn a_large_jpeg_is_decoded_whole_and_left_where_it_is_cancelled() {
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
        // The header is read between the first looks; the second one after them is in the middle of the pixels.
        let looks = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&looks);
        let counting = Progress::with_check_hook(move |_| {
            seen.fetch_add(1, Ordering::Relaxed);
        });
        cost(ImageFormat::Jpeg, &jpeg, &counting).unwrap();
        let left = AtomicUsize::new(looks.load(Ordering::Relaxed) + 1);
        let progress = Progress::with_check_hook(move |progress| {
            if left.fetch_sub(1, Ordering::Relaxed) == 0 {
                progress.cancel();
            }
        });
        assert!(decode(ImageFormat::Jpeg, &jpeg, &progress).is_err());
    }

    #[test]
    fn every_kind_of_pixel_becomes_rgba() {
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
            let cost = cost(ImageFormat::Png, &png, &progress).unwrap();
            assert_eq!(
                (decoded.size, cost.kept),
                ([width, height], decoded.rgba.len() as u64)
            );
            let color = image.color();
            assert!(decoded.rgba == image.into_rgba8().into_raw(), "{color:?}");
        }
    }
}
