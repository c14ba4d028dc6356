//! Combines pictures side by side, with a line between them.

use bspwalk_draw::color::palette;
use bspwalk_overlays::heat_beside::DIVIDER;
use image::{Rgb, RgbImage, imageops::replace};

/// Half of the width of the line, in pixels.
const LINE_HALF: u32 = 1;

/// Combines two pictures of the same height. Columns between them may remain uncovered.
pub(super) fn side_by_side([width, height]: [u32; 2], [left, right]: [&RgbImage; 2]) -> RgbImage {
    let mut picture = RgbImage::new(width, height);
    replace(&mut picture, left, 0, 0);
    replace(&mut picture, right, i64::from(width - right.width()), 0);
    let palette::Rgb(r, g, b) = DIVIDER;
    let middle = left.width();
    for x in middle.saturating_sub(LINE_HALF)..(middle + LINE_HALF).min(width) {
        for y in 0..height {
            picture.put_pixel(x, y, Rgb([r, g, b]));
        }
    }
    picture
}
