//! Reduces the colours of a film to a palette.

use std::io;

use bspwalk_draw::color::palette::Rgb;
use bspwalk_progress::Progress;
use color_quant::NeuQuant;
use rayon::prelude::*;

use super::kept::{CompressedFrames, PixelRect, rows};

/// Number of colours in the palette. One additional index is reserved for unchanged pixels.
const COLORS: usize = 255;

/// Index for unchanged pixels.
pub(in crate::cli) const UNCHANGED: u8 = 255;

/// Maximum number of pixels that train the palette. Another `LEARNT_OF_CELLS` samples give all colour cells equal
/// weight, so that thin lines keep their colours.
const MOST_LEARNT: usize = 150_000;
const LEARNT_OF_CELLS: usize = 40_000;

/// Bits per channel of a colour cell.
const CELL_BITS: u32 = 5;

/// Maximum number of colours that are preserved.
const MOST_EXACT: usize = 48;

/// Number of possible colours.
const ALL_COLORS: usize = 1 << 24;

/// Converts an RGB pixel to a colour number.
fn number(pixel: &[u8]) -> usize {
    pixel
        .iter()
        .fold(0, |number, &byte| number << 8 | usize::from(byte))
}

/// The palette of a film.
pub(in crate::cli) struct Palette {
    /// RGB components of each colour.
    pub(in crate::cli) colors: Vec<u8>,
    /// Palette index for each colour of the film, by its number.
    index_of: Vec<u8>,
}

impl Palette {
    /// Chooses a palette that preserves the colours of `exact`.
    pub(in crate::cli) fn new(
        kept: &CompressedFrames,
        exact: &[Rgb],
        progress: &Progress,
    ) -> io::Result<Self> {
        let [width, height] = kept.size().map(|edge| edge as usize);
        let apart = (width * height * kept.len()).div_ceil(MOST_LEARNT).max(1);
        let mut is_there = vec![false; ALL_COLORS];
        let mut learnt = Vec::new();
        for index in 0..kept.len() {
            let rgb = kept.rgb(index)?;
            for pixel in rgb.chunks_exact(3) {
                is_there[number(pixel)] = true;
            }
            // In each frame, sample different pixels.
            let some = rgb.chunks_exact(3).skip(index % apart).step_by(apart);
            learnt.extend(some.flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]));
            progress.advance(1);
        }
        let there = (0..).zip(&is_there);
        let there: Vec<u32> = there.filter_map(|(color, &is)| is.then_some(color)).collect();
        if there.len() <= COLORS {
            // All colours fit into the palette.
            return Ok(Self::of(&there, &there, |color| {
                there.binary_search(&color).unwrap_or_default() as u8
            }));
        }
        let mut exact: Vec<u32> = exact
            .iter()
            .map(|&Rgb(r, g, b)| u32::from_be_bytes([0, r, g, b]))
            .filter(|&color| is_there[color as usize])
            .take(MOST_EXACT)
            .collect();
        exact.sort_unstable();
        exact.dedup();
        let cells = cells(&there);
        learnt.extend(
            cells
                .iter()
                .flat_map(|&color| rgba(color))
                .cycle()
                .take(4 * LEARNT_OF_CELLS),
        );
        let quantiser = NeuQuant::new(1, COLORS - exact.len(), &learnt);
        let mut colors: Vec<u32> = quantiser
            .color_map_rgb()
            .chunks_exact(3)
            .map(|color| number(color) as u32)
            .collect();
        let begin = colors.len();
        colors.extend(&exact);
        Ok(Self::of(&there, &colors, |color| {
            let near = quantiser.index_of(&rgba(color));
            let far = |index: usize| distance(colors[index], color);
            let nearest = (begin..colors.len()).min_by_key(|&index| far(index));
            nearest.filter(|&index| far(index) <= far(near)).unwrap_or(near) as u8
        }))
    }

    /// Returns the palette index for a colour of the film.
    fn index(&self, pixel: &[u8]) -> u8 {
        self.index_of.get(number(pixel)).copied().unwrap_or_default()
    }

    /// Returns the palette indices for a part of a picture of the given width. Pixels that equal those in `before` are
    /// [`UNCHANGED`].
    pub(in crate::cli) fn indices(&self, [before, now]: [&[u8]; 2], width: u32, part: PixelRect) -> Vec<u8> {
        let mut before = rows(before, width, part);
        let mut indices = Vec::with_capacity(part.size[0] as usize * part.size[1] as usize);
        for row in rows(now, width, part) {
            let mut before = before.next().unwrap_or_default().chunks_exact(3);
            indices.extend(row.chunks_exact(3).map(|pixel| {
                if before.next() == Some(pixel) {
                    UNCHANGED
                } else {
                    self.index(pixel)
                }
            }));
        }
        indices
    }

    /// Builds a palette from `colors`. `find` returns the palette index of each colour in the film.
    fn of(there: &[u32], colors: &[u32], find: impl Fn(u32) -> u8 + Sync) -> Self {
        let found: Vec<u8> = there.par_iter().map(|&color| find(color)).collect();
        let mut index_of = vec![0; ALL_COLORS];
        for (&color, index) in there.iter().zip(found) {
            index_of[color as usize] = index;
        }
        let mut colors: Vec<u8> = colors
            .iter()
            .flat_map(|&color| rgba(color).into_iter().take(3))
            .collect();
        colors.resize(3 * (COLORS + 1), 0);
        Self { colors, index_of }
    }
}

/// Converts a colour to RGBA with full opacity.
fn rgba(color: u32) -> [u8; 4] {
    let [_, r, g, b] = color.to_be_bytes();
    [r, g, b, 255]
}

/// Returns the squared distance between two colours.
fn distance(one: u32, other: u32) -> u32 {
    let pairs = rgba(one).into_iter().zip(rgba(other));
    pairs
        .map(|(one, other)| u32::from(one.abs_diff(other)).pow(2))
        .sum()
}

/// Returns the mean colour of each non-empty colour cell.
fn cells(there: &[u32]) -> Vec<u32> {
    let mut sums = vec![[0_u64; 4]; 1 << (3 * CELL_BITS)];
    for &color in there {
        let [r, g, b, _] = rgba(color);
        let cell = [r, g, b].into_iter().fold(0, |cell, byte| {
            cell << CELL_BITS | usize::from(byte >> (8 - CELL_BITS))
        });
        for (sum, byte) in sums[cell].iter_mut().zip([r, g, b, 1]) {
            *sum += u64::from(byte);
        }
    }
    let means = sums.into_iter().filter(|sum| sum[3] > 0);
    let mean = |[r, g, b, count]: [u64; 4]| {
        let [r, g, b] = [r, g, b].map(|sum| (sum / count) as u8);
        u32::from_be_bytes([0, r, g, b])
    };
    means.map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::kept::pack, *};

    /// Returns a picture of all mixtures of two colours, and a few pixels of other colours.
    fn kept(few: &[u32]) -> CompressedFrames {
        let mut pixels: Vec<u32> = (0..128 * 128)
            .map(|pixel| 0x0060_6000 + (pixel % 128) + 0x0001_0000 * (pixel / 128))
            .collect();
        for (at, &color) in few.iter().enumerate() {
            pixels[at * 1_001] = color;
        }
        CompressedFrames::new([128, 128], vec![pack(&pixels)], 10, 1).expect("it is packed")
    }

    #[test]
    fn rare_colours_keep_their_own_entries() {
        let few = [0x00ff_0000, 0x0000_ff00, 0x0000_00ff, 0x00ff_ff00];
        let kept = kept(&few);
        let palette = Palette::new(&kept, &[Rgb(255, 0, 0)], &Progress::default()).expect("colours");
        let shown = |color: u32| {
            let index = usize::from(palette.index_of[color as usize]);
            number(&palette.colors[3 * index..3 * index + 3]) as u32
        };
        assert_eq!(shown(few[0]), few[0], "the colour must not change");
        for color in few {
            assert!(
                distance(shown(color), color) < 40 * 40,
                "{color:06x} is {:06x}",
                shown(color)
            );
        }
        // Frequent colours change only slightly.
        for color in [0x0060_6001, 0x0080_6040, 0x00a0_607f] {
            assert!(
                distance(shown(color), color) < 12 * 12,
                "{color:06x} is {:06x}",
                shown(color)
            );
        }
        assert!(palette.index_of.iter().all(|&index| index != UNCHANGED));
    }

    #[test]
    fn few_colours_are_exact() {
        let pixels: Vec<u32> = (0..64).map(|pixel| 0x0001_0203 * (pixel % 50)).collect();
        let kept = CompressedFrames::new([8, 8], vec![pack(&pixels)], 10, 1).expect("it is packed");
        let palette = Palette::new(&kept, &[], &Progress::default()).expect("colours");
        for color in pixels {
            let index = usize::from(palette.index_of[color as usize]);
            assert_eq!(number(&palette.colors[3 * index..3 * index + 3]), color as usize);
        }
    }
}
