//! Combines pictures side by side, with a line between them.

use bspwalk_overlays::heat_beside::DIVIDER;
use image::{Rgb, RgbImage};

/// Half of the width of the line, in pixels.
const LINE_HALF: u32 = 1;

/// Combines two pictures of the same height. Each is given as its width and its 0x00RRGGBB pixels, row by row from the
/// top. Columns between them may remain uncovered.
pub(super) fn side_by_side([width, height]: [u32; 2], parts: [(u32, &[u32]); 2]) -> RgbImage {
    let mut picture = RgbImage::new(width, height);
    for (which, (columns, pixels)) in parts.into_iter().enumerate() {
        let left = if which == 0 { 0 } else { width - columns };
        for (y, row) in (0..height).zip(pixels.chunks(columns.max(1) as usize)) {
            for (x, pixel) in (left..).zip(row) {
                let [_, r, g, b] = pixel.to_be_bytes();
                picture.put_pixel(x, y, Rgb([r, g, b]));
            }
        }
    }
    let middle = parts[0].0;
    let bspwalk_draw::color::palette::Rgb(r, g, b) = DIVIDER;
    for x in middle.saturating_sub(LINE_HALF)..(middle + LINE_HALF).min(width) {
        for y in 0..height {
            picture.put_pixel(x, y, Rgb([r, g, b]));
        }
    }
    picture
}
