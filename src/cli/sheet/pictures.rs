//! Pictures in pixels with few colours: as a whole, or what of one differs from another.

use std::io;

use base64::{Engine, engine::general_purpose::STANDARD};
use bspwalk_levels::color::palette::Rgb;
use bspwalk_progress::Progress;
use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};

use crate::cli::film::{Kept, Palette, Part, UNCHANGED, changed, rows};

/// A picture, or what of it differs from another, as PNG.
#[derive(Clone)]
pub(super) struct Picture {
    /// Where it lies in the other; empty where nothing differs.
    pub(super) part: Part,
    png: Vec<u8>,
}

impl Picture {
    /// An address that has the picture itself.
    pub(super) fn address(&self) -> String {
        format!("data:image/png;base64,{}", STANDARD.encode(&self.png))
    }

    /// How long that is.
    pub(super) fn bytes(&self) -> usize {
        self.png.len().div_ceil(3) * 4
    }
}

/// Pictures of a size with one palette.
pub(super) struct Pictures {
    kept: Kept,
    palette: Palette,
}

impl Pictures {
    /// Keeps packed pictures, in which these colours stay as they are.
    pub(super) fn new(
        size: [u32; 2],
        packed: Vec<Vec<u8>>,
        exact: &[Rgb],
        progress: &Progress,
    ) -> io::Result<Self> {
        let kept = Kept::all(size, packed);
        progress.begin("Choosing 256 colours", kept.len() as u64);
        let palette = Palette::new(&kept, exact, progress)?;
        Ok(Self { kept, palette })
    }

    /// Width and height, in pixels.
    pub(super) fn size(&self) -> [u32; 2] {
        self.kept.size()
    }

    /// A picture as a whole.
    pub(super) fn whole(&self, index: usize) -> io::Result<Picture> {
        let size = self.kept.size();
        let part = Part { from: [0; 2], size };
        self.picture(&self.kept.rgb(index)?, &[], part)
    }

    /// What of a picture differs from another one.
    pub(super) fn over(&self, index: usize, other: usize) -> io::Result<Picture> {
        let (now, before) = (self.kept.rgb(index)?, self.kept.rgb(other)?);
        let part = changed(&before, &now, self.kept.size()[0]);
        self.picture(&now, &before, part.unwrap_or_default())
    }

    fn picture(&self, now: &[u8], before: &[u8], part: Part) -> io::Result<Picture> {
        let width = self.kept.size()[0];
        let mut before = rows(before, width, part, 3);
        let mut indices = Vec::with_capacity(part.size[0] as usize * part.size[1] as usize);
        for row in rows(now, width, part, 3) {
            let mut before = before.next().unwrap_or_default().chunks_exact(3);
            for pixel in row.chunks_exact(3) {
                let is_same = before.next() == Some(pixel);
                indices.push(if is_same {
                    UNCHANGED
                } else {
                    self.palette.index(pixel)
                });
            }
        }
        let png = png(&indices, part, &self.palette)?;
        Ok(Picture { part, png })
    }
}

/// A picture of the colours that it has; what has not changed is transparent.
fn png(indices: &[u8], part: Part, palette: &Palette) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    if indices.is_empty() {
        return Ok(bytes);
    }
    let mut is_there = [false; 256];
    for &index in indices {
        is_there[usize::from(index)] = true;
    }
    // What is transparent comes first, so that one byte says it.
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

    /// With few colours and with many.
    #[test]
    fn a_picture_over_another_is_what_was_drawn() {
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
                encoded.over(2, 0).expect("a picture").bytes(),
                0,
                "nothing differs"
            );
            let other = encoded.over(1, 0).expect("a picture");
            let Part { from, size } = other.part;
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
                other.address().len(),
                "data:image/png;base64,".len() + other.bytes()
            );
        }
    }
}
