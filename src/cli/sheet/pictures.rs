//! Pictures in pixels with few colours: the first as a whole, and of the others what differs from it.

use std::io;

use base64::{Engine, engine::general_purpose::STANDARD};
use bspwalk_levels::color::palette::Rgb;
use bspwalk_progress::Progress;
use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};
use rayon::prelude::*;

use super::super::{
    error::CliError,
    film::{Kept, Palette, Part, UNCHANGED, rows},
};

/// A picture, or what of it differs from the first, as PNG.
pub(super) struct Picture {
    /// Where it lies in the first; empty where nothing differs.
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

/// Encodes packed pictures of a size, in which these colours stay as they are.
pub(super) fn encode(
    size: [u32; 2],
    packed: Vec<Vec<u8>>,
    exact: &[Rgb],
    progress: &Progress,
) -> Result<Vec<Picture>, CliError> {
    let failed = |error: io::Error| CliError::Failed(format!("a picture cannot be encoded: {error}"));
    let kept = Kept::on_the_first(size, packed).map_err(failed)?;
    progress.begin("Choosing 256 colours", kept.len() as u64);
    let palette = Palette::new(&kept, exact, progress).map_err(failed)?;
    progress.begin("Encoding the pictures", kept.len() as u64);
    let first = kept.rgb(0).map_err(failed)?;
    let pictures = (0..kept.len()).into_par_iter().map(|index| {
        let part = kept.changed(index);
        let now = kept.rgb(index)?;
        let before = if index == 0 { &[][..] } else { &first };
        let png = png(&indices(&now, before, (size[0], part), &palette), part, &palette)?;
        progress.advance(1);
        Ok(Picture { part, png })
    });
    pictures.collect::<io::Result<_>>().map_err(failed)
}

/// The colours of a part of a picture of this width, by their numbers in the palette.
fn indices(now: &[u8], before: &[u8], (width, part): (u32, Part), palette: &Palette) -> Vec<u8> {
    let mut before = rows(before, width, part, 3);
    let mut indices = Vec::with_capacity(part.size[0] as usize * part.size[1] as usize);
    for row in rows(now, width, part, 3) {
        let mut before = before.next().unwrap_or_default().chunks_exact(3);
        for pixel in row.chunks_exact(3) {
            let is_same = before.next() == Some(pixel);
            indices.push(if is_same { UNCHANGED } else { palette.index(pixel) });
        }
    }
    indices
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
            let shifted = numbers.zip(places).map(|(number, place)| number << (8 - each - place));
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

    use super::{super::super::film::pack, *};

    const SIZE: [u32; 2] = [13, 7];

    fn decoded(png: &[u8]) -> (Vec<u8>, [u32; 2]) {
        let mut decoder = Decoder::new(io::Cursor::new(png));
        decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
        let mut reader = decoder.read_info().expect("a picture");
        let mut pixels = vec![0; reader.output_buffer_size().expect("its size")];
        let info = reader.next_frame(&mut pixels).expect("its pixels");
        (pixels, [info.width, info.height])
    }

    /// Laid over the first, each is what was drawn, with few colours and with many.
    #[test]
    fn each_picture_over_the_first_is_what_was_drawn() {
        for colors in [2_u32, 3, 9, 60] {
            let color = |at: u32| 0x0003_0507 * (at % colors);
            let all = SIZE[0] * SIZE[1];
            let first: Vec<u32> = (0..all).map(color).collect();
            let mut other = first.clone();
            for at in [17, 18, 30, 45] {
                other[at] = 0x00ff_8000;
            }
            let pictures = [first.clone(), other, first.clone()];
            let packed = pictures.iter().map(|picture| pack(picture)).collect();
            let encoded = encode(SIZE, packed, &[], &Progress::default()).expect("pictures");
            let (base, size) = decoded(&encoded[0].png);
            assert_eq!(size, SIZE);
            assert!(encoded[2].png.is_empty(), "nothing differs");
            let mut shown = base;
            let Part { from, size } = encoded[1].part;
            let (over, drawn) = decoded(&encoded[1].png);
            assert_eq!((from, size, drawn), ([4, 1], [2, 3], [2, 3]));
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
            assert_eq!(encoded[1].address().len(), "data:image/png;base64,".len() + encoded[1].bytes());
        }
    }
}
