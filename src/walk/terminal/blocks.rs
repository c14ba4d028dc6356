//! A picture in cells of text: two pixels a cell by half blocks, or characters of more or less ink.

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    raster::Frame,
    walk::ui::{Colors, Skin},
};

/// Characters by how much of their cell they fill.
const RAMP: &[u8] = b" .:-=+*#%@";

/// The size of the picture for an area of cells: a cell is two pixels high.
#[must_use]
pub(super) fn size(area: Rect) -> [u32; 2] {
    [u32::from(area.width), 2 * u32::from(area.height)]
}

/// Draws a picture of that size into an area.
pub(super) fn draw(frame: &Frame, skin: Skin, area: Rect, buffer: &mut Buffer) {
    if frame.size != size(area) {
        return;
    }
    let width = usize::from(area.width);
    for (row, pair) in frame.pixels.chunks_exact(2 * width.max(1)).enumerate() {
        let (upper, lower) = pair.split_at(width);
        for (column, (&upper, &lower)) in upper.iter().zip(lower).enumerate() {
            let place = (area.x + column as u16, area.y + row as u16);
            let Some(cell) = buffer.cell_mut(place) else {
                continue;
            };
            let [upper, lower] = [upper, lower].map(rgb);
            match skin.colors {
                Colors::None => {
                    cell.set_char(char::from(by_ink(mean(upper, lower))));
                }
                _ if !skin.unicode => {
                    if let Some(color) = skin.color(mean(upper, lower)) {
                        cell.set_bg(color);
                    }
                }
                _ => {
                    let (Some(upper), Some(lower)) = (skin.color(upper), skin.color(lower)) else {
                        continue;
                    };
                    cell.set_bg(lower);
                    if upper != lower {
                        cell.set_char('▀').set_fg(upper);
                    }
                }
            }
        }
    }
}

fn rgb(pixel: u32) -> [u8; 3] {
    let [_, r, g, b] = pixel.to_be_bytes();
    [r, g, b]
}

fn mean(a: [u8; 3], b: [u8; 3]) -> [u8; 3] {
    std::array::from_fn(|i| a[i].midpoint(b[i]))
}

/// The character whose ink is as bright as a colour, on a dark screen.
fn by_ink([r, g, b]: [u8; 3]) -> u8 {
    let luma = (2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b)) / 10_000;
    RAMP[(luma as usize * RAMP.len() / 256).min(RAMP.len() - 1)]
}

#[cfg(test)]
mod tests {
    use ratatui::style::Color;

    use super::*;

    const ROOM: Rect = Rect::new(0, 0, 2, 1);

    fn drawn(colors: Colors, unicode: bool) -> Buffer {
        let frame = Frame {
            size: [2, 2],
            pixels: vec![0xff_0000, 0xff_ffff, 0x00_00ff, 0xff_ffff],
            ..Frame::default()
        };
        let mut buffer = Buffer::empty(ROOM);
        draw(&frame, Skin { colors, unicode }, ROOM, &mut buffer);
        buffer
    }

    #[test]
    fn half_blocks_show_both_pixels_and_one_colour_needs_no_character() {
        let buffer = drawn(Colors::True, true);
        let cell = &buffer[(0, 0)];
        assert_eq!(cell.symbol(), "▀");
        assert_eq!((cell.fg, cell.bg), (Color::Rgb(255, 0, 0), Color::Rgb(0, 0, 255)));
        assert_eq!(
            (buffer[(1, 0)].symbol(), buffer[(1, 0)].bg),
            (" ", Color::Rgb(255, 255, 255))
        );
    }

    #[test]
    fn without_unicode_only_the_background_is_coloured() {
        let buffer = drawn(Colors::Indexed, false);
        assert_eq!(buffer[(0, 0)].symbol(), " ");
        assert!(matches!(buffer[(0, 0)].bg, Color::Indexed(_)));
    }

    #[test]
    fn without_colours_ink_tells_light_from_dark() {
        let buffer = drawn(Colors::None, true);
        assert_eq!(buffer[(1, 0)].symbol(), "@");
        assert_eq!(buffer[(0, 0)].bg, Color::Reset);
        assert_eq!((by_ink([0; 3]), by_ink([255; 3])), (b' ', b'@'));
    }
}
