//! Drawing into the window's pixels: the scaled picture, with text on top.

use bspwalk_text::lines;
use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};
use rayon::prelude::*;

use super::glyphs::Glyphs;

/// Opacity of a card over the picture, from 0 to 256.
const CARD: u32 = 208;

/// Opacity of the plan over the picture, from 0 to 256.
pub(super) const PLAN: u32 = 224;

/// Opacity of the shadow behind text that is not on a card, from 0 to 256. The shadow keeps the text readable over any
/// picture.
const SHADOW: u32 = 176;

/// A pixel buffer with 0x00RRGGBB pixels, row by row from the top.
pub(super) struct Canvas<'a> {
    pixels: &'a mut [u32],
    size: [u32; 2],
}

impl<'a> Canvas<'a> {
    /// Wraps the pixels of a window. Returns `None` if there are no pixels or if the number of pixels does not match
    /// the size.
    pub(super) fn new(pixels: &'a mut [u32], size: [u32; 2]) -> Option<Self> {
        (pixels.len() == size[0] as usize * size[1] as usize && !pixels.is_empty())
            .then_some(Self { pixels, size })
    }

    pub(super) fn clear(&mut self, color: u32) {
        self.pixels.fill(color);
    }

    /// Fills the canvas with a picture scaled up by `factor`, interpolating linearly between pixel centres. Crops the
    /// picture at the edges. Does nothing if the scaled picture is smaller than the canvas.
    pub(super) fn draw_picture(&mut self, picture: &[u32], size: [u32; 2], factor: u32) {
        let (width, factor) = (self.size[0] as usize, factor.max(1) as usize);
        let [source_width, source_height] = size.map(|edge| edge as usize);
        let is_covered = source_width * factor >= width && source_height * factor >= self.size[1] as usize;
        if !is_covered || picture.len() < source_width * source_height {
            return;
        }
        let row = |y: usize| &picture[y * source_width..][..source_width];
        self.pixels
            .par_chunks_exact_mut(width)
            .enumerate()
            .for_each(|(y, line)| {
                if factor == 1 {
                    line.copy_from_slice(&row(y)[..width]);
                    return;
                }
                let (above, below, part) = between(y, factor, source_height);
                let (above, below) = (row(above), row(below));
                let column = |x: usize| mix(below[x], above[x], part);
                let mut sides = [0, 0];
                let mut colors = [column(0); 2];
                for (x, pixel) in line.iter_mut().enumerate() {
                    let (left, right, part) = between(x, factor, source_width);
                    if sides != [left, right] {
                        sides = [left, right];
                        colors = [colors[1], column(right)];
                    }
                    *pixel = mix(colors[1], colors[0], part);
                }
            });
    }

    /// Blends an image over the canvas, scaled up by `factor` without interpolation. `amount` is the opacity, from 0 to
    /// 256.
    pub(super) fn paste(
        &mut self,
        painting: &[u32],
        size: [u32; 2],
        corner: [u32; 2],
        factor: u32,
        amount: u32,
    ) {
        if size.contains(&0) {
            return;
        }
        for (y, row) in (corner[1]..self.size[1]).zip(0..size[1] * factor) {
            let Some(row) = painting
                .chunks_exact(size[0] as usize)
                .nth((row / factor) as usize)
            else {
                return;
            };
            let line = (y * self.size[0]) as usize;
            for (x, column) in (corner[0]..self.size[0]).zip(0..size[0] * factor) {
                let pixel = &mut self.pixels[line + x as usize];
                *pixel = mix(row[(column / factor) as usize], *pixel, amount);
            }
        }
    }

    /// Draws a crosshair in the middle of the canvas. `arm` is the length of an arm, in pixels.
    pub(super) fn crosshair(&mut self, arm: u32) {
        let thick = (arm / 8).max(1);
        let corner = [0, 1].map(|axis| self.size[axis].saturating_sub(thick) / 2);
        // A light cross with a dark outline stays visible on any background.
        for (border, color) in [(thick, 0), (0, WHITE)] {
            for [x, y] in [[arm, 0], [0, arm]] {
                let from = [
                    corner[0].saturating_sub(x + border),
                    corner[1].saturating_sub(y + border),
                ];
                let size = [2 * (x + border) + thick, 2 * (y + border) + thick];
                self.blend(from, size, color, 200);
            }
        }
    }

    /// Draws text cells. Cells with a background belong to cards; the letters of other cells get a shadow. Cards in the
    /// last column or row extend to the edges of the window.
    pub(super) fn draw_text(&mut self, buffer: &Buffer, glyphs: &mut Glyphs) {
        let size = glyphs.cell();
        let [columns, rows] = [buffer.area.width, buffer.area.height].map(u32::from);
        // Number of subsequent cells that the last character covers.
        let mut covered = 0;
        for (index, cell) in (0..).zip(&buffer.content) {
            let place = [index % columns, index / columns];
            if covered > 0 && place[0] > 0 {
                covered -= 1;
                continue;
            }
            covered = lines::columns(cell.symbol()).saturating_sub(1) as u32;
            let corner = [place[0] * size[0], place[1] * size[1]];
            let mut paper = [size[0] * (1 + covered), size[1]];
            for (axis, count) in [columns, rows].into_iter().enumerate() {
                if place[axis] + if axis == 0 { 1 + covered } else { 1 } == count {
                    paper[axis] = self.size[axis].saturating_sub(corner[axis]).max(paper[axis]);
                }
            }
            self.cell(cell, corner, paper, glyphs);
        }
    }

    fn cell(&mut self, cell: &Cell, corner: [u32; 2], paper: [u32; 2], glyphs: &mut Glyphs) {
        let [front, back] = [cell.fg, cell.bg].map(rgb);
        if let Some(back) = back {
            self.blend(corner, paper, back, CARD);
        }
        let character = cell.symbol().chars().next().unwrap_or(' ');
        let [width, height] = glyphs.cell();
        let size = [width * lines::columns(cell.symbol()).max(1) as u32, height];
        let covered = glyphs.get(character, cell.modifier.contains(Modifier::BOLD));
        if !covered.is_empty() {
            if back.is_none() {
                // The shadow consists of copies of the letter, offset by one pixel.
                for [x, y] in [[1, 0], [0, 1], [1, 1]] {
                    self.blit(covered, [corner[0] + x, corner[1] + y], size, 0, SHADOW);
                }
            }
            self.blit(covered, corner, size, front.unwrap_or(WHITE), 256);
        }
    }

    /// Blends a colour into a rectangle, clipped to the window.
    fn blend(&mut self, corner: [u32; 2], size: [u32; 2], color: u32, amount: u32) {
        let end = [0, 1].map(|axis| (corner[axis] + size[axis]).min(self.size[axis]));
        for y in corner[1]..end[1] {
            let row = (y * self.size[0]) as usize;
            let Some(pixels) = self
                .pixels
                .get_mut(row + corner[0] as usize..row + end[0].max(corner[0]) as usize)
            else {
                return;
            };
            for pixel in pixels {
                *pixel = mix(color, *pixel, amount);
            }
        }
    }

    fn blit(&mut self, covered: &[u8], corner: [u32; 2], size: [u32; 2], color: u32, amount: u32) {
        for (y, line) in (corner[1]..self.size[1]).zip(covered.chunks_exact(size[0] as usize)) {
            let row = (y * self.size[0]) as usize;
            for (x, &covered) in (corner[0]..self.size[0]).zip(line) {
                if covered > 0 {
                    let pixel = &mut self.pixels[row + x as usize];
                    *pixel = mix(color, *pixel, (u32::from(covered) + 1) * amount / 256);
                }
            }
        }
    }
}

/// Returns the two source pixels to interpolate between at a scaled position, and the weight of the second, from 0 to
/// 256.
fn between(place: usize, factor: usize, count: usize) -> (usize, usize, u32) {
    let half = factor / 2;
    // Positions before the centre of the first pixel get the colour of that pixel.
    let Some(place) = place.checked_sub(half) else {
        return (0, 0, 0);
    };
    let (first, phase) = (place / factor, place % factor);
    let last = count.saturating_sub(1);
    let middle = (2 * phase + usize::from(factor.is_multiple_of(2))) * 128 / factor;
    (first.min(last), (first + 1).min(last), middle as u32)
}

const WHITE: u32 = 0x00e6_e6e6;

/// Mixes two colours. `amount` is the weight of the first, from 0 to 256.
fn mix(color: u32, other: u32, amount: u32) -> u32 {
    let rest = 256 - amount;
    // Red and blue share one multiplication, because the 8 bits above each channel are free for the product.
    let red_blue = ((color & 0x00ff_00ff) * amount + (other & 0x00ff_00ff) * rest) >> 8;
    let green = ((color & 0x0000_ff00) * amount + (other & 0x0000_ff00) * rest) >> 8;
    red_blue & 0x00ff_00ff | green & 0x0000_ff00
}

/// Converts a true colour to 0x00RRGGBB. Text in a window uses no other kind of colour, so `None` means no colour.
fn rgb(color: Color) -> Option<u32> {
    match color {
        Color::Rgb(red, green, blue) => Some(u32::from_be_bytes([0, red, green, blue])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use ratatui::{layout::Rect, style::Style};

    use super::*;

    /// Scales a 3 × 2-pixel picture to a window of the given size.
    fn scaled(size: [u32; 2], factor: u32) -> Vec<u32> {
        const PICTURE: [u32; 6] = [10, 20, 30, 40, 50, 60];
        let mut pixels = vec![0xff; (size[0] * size[1]) as usize];
        let mut canvas = Canvas::new(&mut pixels, size).expect("the size is right");
        canvas.draw_picture(&PICTURE, [3, 2], factor);
        pixels
    }

    #[test]
    fn picture_is_scaled_up_smoothly_and_cropped() {
        assert_eq!(scaled([3, 2], 1), [10, 20, 30, 40, 50, 60]);
        assert_eq!(scaled([2, 2], 1), [10, 20, 40, 50]);
        // The centres of the scaled pixels have the picture's colours, with gradients between them.
        let pixels = scaled([9, 6], 3);
        let at = |x: usize, y: usize| pixels[y * 9 + x];
        let middles = [at(1, 1), at(4, 1), at(7, 1), at(1, 4), at(4, 4), at(7, 4)];
        assert_eq!(middles, [10, 20, 30, 40, 50, 60]);
        for factor in [2, 3, 4, 5] {
            let size = [3 * factor, 2 * factor];
            let pixels = scaled(size, factor);
            let at = |x: u32, y: u32| pixels[(y * size[0] + x) as usize];
            assert_eq!([at(0, 0), at(size[0] - 1, size[1] - 1)], [10, 60], "{factor}");
            for (x, y) in (0..size[0]).flat_map(|x| (0..size[1]).map(move |y| (x, y))) {
                let before = [at(x.saturating_sub(1), y), at(x, y.saturating_sub(1))];
                let steps = before.map(|before| at(x, y) - before);
                assert!(steps[0] < 10 && steps[1] < 30, "{factor}: {steps:?} at {x}, {y}");
            }
            // Scaling is symmetric, so the value in the middle is the mean.
            let middle = at(size[0] / 2, 0) + at((size[0] - 1) / 2, 0);
            assert!(middle.abs_diff(40) <= 1, "{factor}: {middle}");
        }
        // A slightly smaller window crops the picture's edges.
        assert_eq!(scaled([5, 3], 2)[..5], scaled([6, 4], 2)[..5]);
        // A picture that is too small for the window is not drawn.
        assert_eq!(scaled([7, 4], 2), [0xff; 28]);
        assert_eq!(scaled([6, 5], 2), [0xff; 30]);
        let mut pixels = [0; 15];
        assert!(Canvas::new(&mut pixels, [4, 3]).is_none());
        assert!(Canvas::new(&mut [], [0, 0]).is_none());
    }

    #[test]
    fn pasted_image_is_cropped() {
        let mut pixels = [9; 15];
        let mut canvas = Canvas::new(&mut pixels, [5, 3]).expect("the size is right");
        canvas.paste(&[1, 2, 3, 4], [2, 2], [2, 1], 2, 256);
        assert_eq!(pixels, [9, 9, 9, 9, 9, 9, 9, 1, 1, 2, 9, 9, 1, 1, 2]);
        let mut canvas = Canvas::new(&mut pixels, [5, 3]).expect("the size is right");
        canvas.paste(&[1], [1, 2], [0, 0], 1, 256);
        canvas.paste(&[], [0, 0], [7, 7], 1, 256);
        assert_eq!(pixels[..6], [1, 9, 9, 9, 9, 9]);
    }

    #[test]
    fn channels_mix_separately() {
        for (a, b) in [
            (0x00ff_ffff, 0),
            (0x0012_3456, 0x00fe_dcba),
            (0x00ff_00ff, 0x0000_ff00),
        ] {
            assert_eq!(mix(a, b, 256), a);
            assert_eq!(mix(a, b, 0), b);
            for shift in [0, 8, 16] {
                let channel = |color: u32| (color >> shift) & 0xff;
                let half = channel(mix(a, b, 128));
                assert!(half.abs_diff((channel(a) + channel(b)) / 2) <= 1, "{a:x} {b:x}");
            }
        }
    }

    #[test]
    fn text_is_drawn_only_in_its_cells() {
        let mut glyphs = Glyphs::new(1.0).expect("the font");
        let [width, height] = glyphs.cell();
        let size = [4 * width + 3, 2 * height + 5];
        let mut pixels = vec![0x0050_5050; (size[0] * size[1]) as usize];
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        buffer.set_string(1, 1, "A", Style::new().fg(Color::Rgb(255, 0, 0)));
        buffer.set_style(Rect::new(3, 0, 1, 1), Style::new().bg(Color::Rgb(0, 0, 255)));
        let mut canvas = Canvas::new(&mut pixels, size).expect("the size is right");
        canvas.draw_text(&buffer, &mut glyphs);
        let at = |x: u32, y: u32| pixels[(y * size[0] + x) as usize];
        let in_cell = |column: u32, row: u32| {
            (0..width * height).map(move |i| [column * width + i % width, row * height + i / width])
        };
        assert!(in_cell(1, 1).any(|[x, y]| at(x, y) & 0x00ff_0000 > 0x00c0_0000));
        assert!(in_cell(3, 0).all(|[x, y]| at(x, y) & 0xff > 0xc0), "the card");
        assert!(at(size[0] - 1, 0) & 0xff > 0xc0, "the card reaches to the edge");
        for column in [0, 2] {
            assert!(in_cell(column, 0).all(|[x, y]| at(x, y) == 0x0050_5050));
        }
    }

    #[test]
    fn text_outside_of_the_window_is_cropped() {
        let mut glyphs = Glyphs::new(2.0).expect("the font");
        let mut buffer = Buffer::empty(Rect::new(0, 0, 9, 9));
        for row in 0..9 {
            buffer.set_string(0, row, "MMMMMMMMM", Style::new().bg(Color::Rgb(200, 0, 0)));
        }
        for size in [[1, 1], [17, 1], [1, 35], [20, 40]] {
            let mut pixels = vec![0; (size[0] * size[1]) as usize];
            let mut canvas = Canvas::new(&mut pixels, size).expect("the size is right");
            canvas.draw_text(&buffer, &mut glyphs);
            assert!(pixels.iter().all(|&pixel| pixel != 0), "{size:?}");
        }
    }
}
