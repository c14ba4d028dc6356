//! Writes a film as GIF: with one palette for all frames, so that what rests does not flicker, and of each frame what has changed.

use std::{borrow::Cow, io};

use bspwalk_progress::Progress;
use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use rayon::prelude::*;

use super::kept::{Kept, rows};

/// The colours of the palette; one more stands for what has not changed.
const COLORS: usize = 255;

/// That one.
const UNCHANGED: u8 = 255;

/// At most so many colours and so many pixels teach the palette. Colours count once each besides their pixels, so that thin lines keep theirs.
const MOST_LEARNT: usize = 150_000;

/// How many colours there are.
const ALL_COLORS: usize = 1 << 24;

/// So many frames are encoded at a time.
const AT_ONCE: usize = 32;

/// Encodes a film.
pub(super) fn encode(kept: &Kept, progress: &Progress) -> io::Result<Vec<u8>> {
    progress.begin("Choosing 256 colours", kept.len() as u64);
    let palette = Palette::new(kept, progress)?;
    progress.begin("Writing the film", kept.len() as u64);
    let [width, height] = kept.size().map(|edge| edge as u16);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette.colors).map_err(io::Error::other)?;
    encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
    let indices: Vec<usize> = (0..kept.len()).collect();
    for indices in indices.chunks(AT_ONCE) {
        let frames: io::Result<Vec<Frame<'static>>> = indices
            .par_iter()
            .map(|&index| {
                let frame = frame(kept, index, &palette);
                progress.advance(1);
                frame
            })
            .collect();
        for frame in frames? {
            encoder
                .write_lzw_pre_encoded_frame(&frame)
                .map_err(io::Error::other)?;
        }
    }
    drop(encoder);
    Ok(bytes)
}

/// A frame: where it differs from that before, in the colours of the palette.
fn frame(kept: &Kept, index: usize, palette: &Palette) -> io::Result<Frame<'static>> {
    let (width, part) = (kept.size()[0], kept.changed(index));
    let now = kept.rgb(index)?;
    let before = if index > 0 { kept.rgb(index - 1)? } else { Vec::new() };
    let mut buffer = Vec::with_capacity(part.size[0] as usize * part.size[1] as usize);
    let mut before = rows(&before, width, part, 3);
    for row in rows(&now, width, part, 3) {
        let mut before = before.next().unwrap_or_default().chunks_exact(3);
        for pixel in row.chunks_exact(3) {
            let is_same = before.next() == Some(pixel);
            buffer.push(if is_same {
                UNCHANGED
            } else {
                palette.index_of[number(pixel)]
            });
        }
    }
    let [left, top, width, height] =
        [part.from[0], part.from[1], part.size[0], part.size[1]].map(|edge| edge as u16);
    let mut frame = Frame {
        delay: kept.delay(index),
        dispose: DisposalMethod::Keep,
        transparent: Some(UNCHANGED),
        needs_user_input: false,
        top,
        left,
        width,
        height,
        interlaced: false,
        palette: None,
        buffer: Cow::Owned(buffer),
    };
    frame.make_lzw_pre_encoded();
    Ok(frame)
}

/// A colour as a number.
fn number(pixel: &[u8]) -> usize {
    pixel.iter().fold(0, |number, &byte| number << 8 | usize::from(byte))
}

/// The colours of a film.
struct Palette {
    /// Red, green and blue of each.
    colors: Vec<u8>,
    /// Of each colour of the film, by its number, which one of the palette stands for it.
    index_of: Vec<u8>,
}

impl Palette {
    fn new(kept: &Kept, progress: &Progress) -> io::Result<Self> {
        let [width, height] = kept.size().map(|edge| edge as usize);
        let apart = (width * height * kept.len()).div_ceil(MOST_LEARNT).max(1);
        let mut is_there = vec![false; ALL_COLORS];
        let mut learnt = Vec::new();
        for index in 0..kept.len() {
            let rgb = kept.rgb(index)?;
            for pixel in rgb.chunks_exact(3) {
                is_there[number(pixel)] = true;
            }
            // From one frame to the next, other pixels.
            let some = rgb.chunks_exact(3).skip(index % apart).step_by(apart);
            learnt.extend(some.flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]));
            progress.advance(1);
        }
        let there: Vec<u32> = (0..).zip(&is_there).filter_map(|(color, &is)| is.then_some(color)).collect();
        let rgba = |&color: &u32| {
            let [_, r, g, b] = color.to_be_bytes();
            [r, g, b, 255]
        };
        let mut index_of = vec![0; ALL_COLORS];
        if there.len() <= COLORS {
            // All have room.
            for (index, &color) in (0..).zip(&there) {
                index_of[color as usize] = index;
            }
            let mut colors: Vec<u8> = there.iter().flat_map(|color| rgba(color)[..3].to_vec()).collect();
            colors.resize(3 * (COLORS + 1), 0);
            return Ok(Self { colors, index_of });
        }
        let apart = there.len().div_ceil(MOST_LEARNT).max(1);
        learnt.extend(there.iter().step_by(apart).flat_map(rgba));
        let quantiser = NeuQuant::new(1, COLORS, &learnt);
        let found: Vec<u8> = there
            .par_iter()
            .map(|color| quantiser.index_of(&rgba(color)) as u8)
            .collect();
        for (color, index) in there.iter().zip(found) {
            index_of[*color as usize] = index;
        }
        let mut colors = quantiser.color_map_rgb();
        colors.resize(3 * (COLORS + 1), 0);
        Ok(Self { colors, index_of })
    }
}
