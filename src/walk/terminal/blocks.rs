//! Draws a picture with text cells: half blocks with two pixels per cell, or ASCII characters of varying density.

use bspwalk_draw::raster::Frame;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::walk::ui::{Colors, Skin};

/// Characters in order of increasing ink coverage.
const RAMP: &[u8] = b" .:-=+*#%@";

/// Returns the picture size in pixels for an area of cells. A cell is one pixel wide and two pixels high.
pub(super) fn size(area: Rect) -> [u32; 2] {
    [u32::from(area.width), 2 * u32::from(area.height)]
}

/// Draws a picture into an area. Does nothing unless the sizes match.
pub(super) fn draw(frame: &Frame, skin: Skin, area: Rect, buffer: &mut Buffer) {
    if frame.size != size(area) {
        return;
    }
    let lumas = Lumas::of(frame, skin);
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
                    cell.set_char(char::from(lumas.ink(mean(upper, lower))));
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

pub(super) fn rgb(pixel: u32) -> [u8; 3] {
    let [_, r, g, b] = pixel.to_be_bytes();
    [r, g, b]
}

fn mean(a: [u8; 3], b: [u8; 3]) -> [u8; 3] {
    std::array::from_fn(|i| a[i].midpoint(b[i]))
}

/// Luma range of a picture drawn without colours. The range is mapped to the full set of characters.
#[derive(Clone, Copy)]
struct Lumas {
    darkest: u32,
    brightest: u32,
}

impl Lumas {
    /// Measures the range, ignoring the darkest and the brightest 1% of the pixels. For pictures with colours, returns
    /// the full range.
    fn of(frame: &Frame, skin: Skin) -> Self {
        let mut counts = [0usize; 256];
        if skin.colors == Colors::None {
            for &pixel in &frame.pixels {
                counts[luma(rgb(pixel)) as usize] += 1;
            }
        }
        let few = frame.pixels.len() / 100;
        Self {
            darkest: end(&counts, few, 0..256).unwrap_or(0),
            brightest: end(&counts, few, (0..256).rev()).unwrap_or(255),
        }
    }

    /// Returns the character whose ink coverage corresponds to the colour's brightness, for a dark background.
    fn ink(self, color: [u8; 3]) -> u8 {
        let range = (self.brightest - self.darkest).max(1) as usize + 1;
        let luma = luma(color).clamp(self.darkest, self.brightest) - self.darkest;
        RAMP[(luma as usize * RAMP.len() / range).min(RAMP.len() - 1)]
    }
}

/// Returns the first luma whose cumulative pixel count exceeds `few`.
fn end(counts: &[usize; 256], few: usize, mut lumas: impl Iterator<Item = u32>) -> Option<u32> {
    let mut passed = 0;
    lumas.find(|&luma| {
        passed += counts[luma as usize];
        passed > few
    })
}

/// Returns the perceived brightness of a colour from 0 to 255 (Rec. 709 weights).
pub(super) fn luma([r, g, b]: [u8; 3]) -> u32 {
    (2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b)) / 10_000
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
    fn half_blocks_show_both_pixels() {
        let buffer = drawn(Colors::True, true);
        let cell = &buffer[(0, 0)];
        assert_eq!(cell.symbol(), "▀");
        assert_eq!((cell.fg, cell.bg), (Color::Rgb(255, 0, 0), Color::Rgb(0, 0, 255)));
        let cell = &buffer[(1, 0)];
        assert_eq!((cell.symbol(), cell.bg), (" ", Color::Rgb(255, 255, 255)));
    }

    #[test]
    fn ascii_colours_only_the_background() {
        let buffer = drawn(Colors::Indexed, false);
        assert_eq!(buffer[(0, 0)].symbol(), " ");
        assert!(matches!(buffer[(0, 0)].bg, Color::Indexed(_)));
    }

    #[test]
    fn ink_shows_brightness_without_colours() {
        let buffer = drawn(Colors::None, true);
        assert_eq!(buffer[(1, 0)].symbol(), "@");
        assert_eq!(buffer[(0, 0)].bg, Color::Reset);
        let grey = Frame {
            size: [256, 1],
            pixels: (64..192).flat_map(|luma| [luma * 0x01_0101; 2]).collect(),
            ..Frame::default()
        };
        let colors = Colors::None;
        let lumas = Lumas::of(
            &grey,
            Skin {
                colors,
                unicode: true,
            },
        );
        let inks = [0, 64, 128, 191, 255].map(|luma| lumas.ink([luma; 3]));
        assert_eq!(inks, *b"  +@@", "the picture's range takes all characters");
    }
}
