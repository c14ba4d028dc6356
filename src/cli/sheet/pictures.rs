//! Pixel images with a palette. Each contains a whole picture or the difference between two pictures.

use std::io;

use base64::{Engine, engine::general_purpose::STANDARD};
use bspwalk_draw::color::palette::Rgb;
use bspwalk_progress::Progress;
use bspwalk_text::text;
use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};

use crate::cli::film::{CompressedFrames, Palette, PixelRect, UNCHANGED, changed_rect};

/// A PNG image of either a whole picture or the part that differs from another picture.
#[derive(Clone)]
pub(super) struct PngImage {
    /// Rectangle that the image covers in the other picture; empty if the pictures are equal.
    pub(super) part: PixelRect,
    png: Vec<u8>,
}

impl PngImage {
    /// Returns a data URL that contains the image.
    pub(super) fn data_url(&self) -> String {
        format!("data:image/png;base64,{}", STANDARD.encode(&self.png))
    }

    /// Returns the number of bytes that the image data takes up in the URL.
    pub(super) fn bytes(&self) -> usize {
        self.png.len().div_ceil(3) * 4
    }
}

/// Pictures of equal size with a common palette.
pub(super) struct Pictures {
    kept: CompressedFrames,
    palette: Palette,
}

impl Pictures {
    /// Stores packed pictures and chooses their palette. The palette preserves the colours in `exact`.
    pub(super) fn new(
        size: [u32; 2],
        packed: Vec<Vec<u8>>,
        exact: &[Rgb],
        progress: &Progress,
    ) -> io::Result<Self> {
        let kept = CompressedFrames::from_pictures(size, packed);
        progress.begin(text!("figure-choosing-colours"), kept.len() as u64);
        let palette = Palette::new(&kept, exact, progress)?;
        Ok(Self { kept, palette })
    }

    /// Returns the width and height in pixels.
    pub(super) fn size(&self) -> [u32; 2] {
        self.kept.size()
    }

    /// Encodes a whole picture.
    pub(super) fn whole(&self, index: usize) -> io::Result<PngImage> {
        let size = self.kept.size();
        let part = PixelRect { from: [0; 2], size };
        self.picture(&self.kept.rgb(index)?, &[], part)
    }

    /// Encodes a picture as its difference from another one.
    pub(super) fn encode_difference(&self, index: usize, other: usize) -> io::Result<PngImage> {
        let (now, before) = (self.kept.rgb(index)?, self.kept.rgb(other)?);
        let part = changed_rect(&before, &now, self.kept.size()[0]);
        self.picture(&now, &before, part.unwrap_or_default())
    }

    fn picture(&self, now: &[u8], before: &[u8], part: PixelRect) -> io::Result<PngImage> {
        let indices = self.palette.indices([before, now], self.kept.size()[0], part);
        let png = png(&indices, part, &self.palette)?;
        Ok(PngImage { part, png })
    }
}

/// Encodes pixels with only the colours that they use. Unchanged pixels are transparent.
fn png(indices: &[u8], part: PixelRect, palette: &Palette) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    if indices.is_empty() {
        return Ok(bytes);
    }
    let mut is_there = [false; 256];
    for &index in indices {
        is_there[usize::from(index)] = true;
    }
    // The transparent colour comes first, so that one byte is enough for the transparency chunk.
    let is_transparent = is_there[usize::from(UNCHANGED)];
    let first = is_transparent.then_some(UNCHANGED);
    let others = (0..UNCHANGED).filter(|&index| is_there[usize::from(index)]);
    let (mut numbers, mut colors, mut count) = ([0_u8; 256], Vec::new(), 0_u16);
    for index in first.into_iter().chain(others) {
        let at = 3 * usize::from(index);
        numbers[usize::from(index)] = count as u8;
        colors.extend(palette.colors.get(at..at + 3).unwrap_or(&[0; 3]));
        count += 1;
    }
    let (depth, each) = match count {
        0..=2 => (BitDepth::One, 1),
        3..=4 => (BitDepth::Two, 2),
        5..=16 => (BitDepth::Four, 4),
        _ => (BitDepth::Eight, 8),
    };
    let mut data = Vec::new();
    for row in indices.chunks(part.size[0].max(1) as usize) {
        data.extend(row.chunks(8 / each).map(|pixels| {
            let numbers = pixels.iter().map(|&index| numbers[usize::from(index)]);
            let places = (0..8).step_by(each);
            let shifted = numbers
                .zip(places)
                .map(|(number, place)| number << (8 - each - place));
            shifted.fold(0, |byte, bits| byte | bits)
        }));
    }
    let mut encoder = Encoder::new(&mut bytes, part.size[0], part.size[1]);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(colors);
    if is_transparent {
        encoder.set_trns(&[0][..]);
    }
    encoder.set_deflate_compression(DeflateCompression::Level(9));
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use png::{Decoder, Transformations};

    use super::*;
    use crate::cli::film::pack;

    const SIZE: [u32; 2] = [13, 7];

    fn decoded(png: &[u8]) -> (Vec<u8>, [u32; 2]) {
        let mut decoder = Decoder::new(io::Cursor::new(png));
        decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
        let mut reader = decoder.read_info().expect("a picture");
        let mut pixels = vec![0; reader.output_buffer_size().expect("its size")];
        let info = reader.next_frame(&mut pixels).expect("its pixels");
        (pixels, [info.width, info.height])
    }

    /// The bit depth depends on the number of colours, so this tests pictures with few and with many colours.
    #[test]
    fn layered_pictures_reproduce_the_frame() {
        for colors in [2_u32, 3, 9, 60] {
            let color = |at: u32| 0x0003_0507 * (at % colors);
            let all = SIZE[0] * SIZE[1];
            let first: Vec<u32> = (0..all).map(color).collect();
            let mut changed = first.clone();
            for at in [17, 18, 30, 45] {
                changed[at] = 0x00ff_8000;
            }
            let pictures = [first.clone(), changed, first.clone()];
            let packed = pictures.iter().map(|picture| pack(picture)).collect();
            let encoded = Pictures::new(SIZE, packed, &[], &Progress::default()).expect("colours");
            let (mut shown, size) = decoded(&encoded.whole(0).expect("a picture").png);
            assert_eq!(size, SIZE);
            assert_eq!(
                encoded.encode_difference(2, 0).expect("a picture").bytes(),
                0,
                "nothing differs"
            );
            let other = encoded.encode_difference(1, 0).expect("a picture");
            let PixelRect { from, size } = other.part;
            let (over, drawn) = decoded(&other.png);
            assert_eq!((from, size, drawn), ([4, 1], [3, 3], [3, 3]));
            for (at, pixel) in over.chunks_exact(4).enumerate() {
                let [x, y] = [at as u32 % size[0] + from[0], at as u32 / size[0] + from[1]];
                let under = 4 * (y * SIZE[0] + x) as usize;
                if pixel[3] > 0 {
                    shown[under..under + 4].copy_from_slice(pixel);
                }
            }
            for (at, pixel) in shown.chunks_exact(4).enumerate() {
                let [_, r, g, b] = pictures[1][at].to_be_bytes();
                assert_eq!(pixel, [r, g, b, 255], "pixel {at} of {colors} colours");
            }
            assert_eq!(
                other.data_url().len(),
                "data:image/png;base64,".len() + other.bytes()
            );
        }
    }
}
