//! Draws the plan with text cells: braille on a coloured background, or ASCII characters as for the picture.

use bspwalk_draw::raster::Frame;
use ratatui::{buffer::Buffer, layout::Rect};

use super::blocks::{self, luma, rgb};
use crate::walk::ui::Skin;

/// First of the 256 braille characters.
const BRAILLE: u32 = 0x2800;

/// Bits of the dots in a braille character, by row and column.
const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// Minimum luma difference between a dot and the background of its cell.
const ABOVE_GROUND: u32 = 30;

/// Returns the size of a plan in pixels for an area of cells.
pub(super) fn size(skin: Skin, area: Rect) -> [u32; 2] {
    if skin.unicode {
        [2 * u32::from(area.width), 4 * u32::from(area.height)]
    } else {
        blocks::size(area)
    }
}

/// Draws a plan of this [`size`] into an area.
pub(super) fn draw(pixels: Vec<u32>, skin: Skin, area: Rect, buffer: &mut Buffer) {
    let size = size(skin, area);
    if !skin.unicode {
        let frame = Frame {
            size,
            pixels,
            ..Frame::default()
        };
        blocks::draw(&frame, skin, area, buffer);
        return;
    }
    let width = size[0] as usize;
    for place in area.positions() {
        let Some(cell) = buffer.cell_mut(place) else {
            continue;
        };
        let first = usize::from(place.y - area.y) * 4 * width + usize::from(place.x - area.x) * 2;
        let dots = DOTS.iter().enumerate().flat_map(|(row, bits)| {
            let row = &pixels[first + row * width..][..2];
            row.iter().map(|&pixel| rgb(pixel)).zip(*bits)
        });
        let mut dots: Vec<([u8; 3], u32)> = dots.collect();
        dots.sort_by_key(|&(color, _)| luma(color));
        // A line covers at most half of a cell, so the darkest quarter belongs to the background.
        let ground = dots[1].0;
        let is_line = |color| luma(color) > luma(ground) + ABOVE_GROUND;
        let lines = dots.iter().filter(|&&(color, _)| is_line(color));
        let braille: u32 = lines.map(|(_, bit)| bit).sum();
        cell.reset();
        if braille != 0 {
            cell.set_char(char::from_u32(BRAILLE + braille).unwrap_or(' '));
            if let Some(color) = skin.color(dots[7].0) {
                cell.set_fg(color);
            }
        }
        if let Some(color) = skin.color(ground) {
            cell.set_bg(color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_braille_or_ascii() {
        let area = Rect::new(3, 1, 2, 1);
        for (skin, lit, expected) in [(Skin::PIXELS, 4, ["⡇", " "]), (Skin::ASCII, 2, ["@", " "])] {
            let [width, height] = size(skin, area);
            let mut pixels = vec![0x0010_1218; (width * height) as usize];
            for row in 0..lit {
                pixels[row * width as usize] = 0x00f0_f0f0;
            }
            let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 3));
            draw(pixels, skin, area, &mut buffer);
            assert_eq!([3_u16, 4].map(|x| buffer[(x, 1_u16)].symbol()), expected);
            let drawn = buffer.content.iter().filter(|cell| cell.symbol() != " ").count();
            assert_eq!(drawn, 1);
        }
    }
}
