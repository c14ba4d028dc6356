//! Rasterizes characters of the Hack font, with antialiasing.

use std::collections::HashMap;

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};

/// Cell size at scale 1, in pixels.
const CELL: [f64; 2] = [8.0, 17.0];

/// Cached glyphs of one size.
pub(super) struct Glyphs {
    font: FontRef<'static>,
    /// Font for characters that Hack lacks. They are two cells wide.
    wide: FontRef<'static>,
    cell: [u32; 2],
    scale: PxScale,
    /// Distance from the top of the cell to the baseline, in pixels.
    baseline: f32,
    /// Coverage masks by character and boldness, row by row. Empty for a blank character.
    drawn: HashMap<(char, bool), Box<[u8]>>,
}

impl Glyphs {
    /// Loads the fonts at a window scale. Returns `None` if a font is invalid.
    pub(super) fn new(scale: f64) -> Option<Self> {
        let font = FontRef::try_from_slice(epaint_default_fonts::HACK_REGULAR).ok()?;
        let wide = FontRef::try_from_slice(bspwalk_text::FONT).ok()?;
        let scale = if scale.is_finite() {
            scale.clamp(0.5, 8.0)
        } else {
            1.0
        };
        let cell = CELL.map(|edge| (edge * scale).round() as u32);
        // Hack is monospaced, so the advance of `M` determines the scale for all characters.
        let unit = font.as_scaled(PxScale::from(1.0));
        let scale = PxScale::from(cell[0] as f32 / unit.h_advance(font.glyph_id('M')));
        let scaled = font.as_scaled(scale);
        let spare = cell[1] as f32 - scaled.ascent() + scaled.descent();
        let baseline = (spare / 2.0 + scaled.ascent()).round();
        Some(Self {
            font,
            wide,
            cell,
            scale,
            baseline,
            drawn: HashMap::new(),
        })
    }

    /// Returns the width and height of a cell, in pixels.
    pub(super) fn cell(&self) -> [u32; 2] {
        self.cell
    }

    /// Returns the stroke width of a line, in pixels.
    pub(super) fn scale(&self) -> u32 {
        (self.cell[0] / CELL[0] as u32).max(1)
    }

    /// Returns the coverage mask of a character, row by row, with values from 0 to 255. The mask is empty for a blank
    /// character.
    pub(super) fn get(&mut self, character: char, bold: bool) -> &[u8] {
        if !self.drawn.contains_key(&(character, bold)) {
            let drawn = self.draw(character, bold);
            self.drawn.insert((character, bold), drawn);
        }
        &self.drawn[&(character, bold)]
    }

    fn draw(&self, character: char, bold: bool) -> Box<[u8]> {
        if character.is_whitespace() || character.is_control() {
            return Box::default();
        }
        if character == '─' {
            return line(self.cell);
        }
        self.letter(character, bold)
    }

    /// Rasterizes a character. Bold letters are widened to the right, because no bold font is included.
    fn letter(&self, character: char, bold: bool) -> Box<[u8]> {
        let [width, height] = self.cell.map(|edge| edge as i64);
        let is_wide = self.font.glyph_id(character).0 == 0 && self.wide.glyph_id(character).0 != 0;
        let (font, cells) = if is_wide { (&self.wide, 2) } else { (&self.font, 1) };
        let width = cells * width;
        let mut covered = vec![0_u8; (width * height) as usize];
        // Chinese characters are square and fill two cells, so scale the font by their advance.
        let scale = if is_wide {
            let unit = font
                .as_scaled(PxScale::from(1.0))
                .h_advance(font.glyph_id(character));
            PxScale::from(width as f32 / unit)
        } else {
            self.scale
        };
        let glyph = font
            .glyph_id(character)
            .with_scale_and_position(scale, point(0.0, self.baseline));
        let Some(outline) = font.outline_glyph(glyph) else {
            return Box::default();
        };
        let corner = outline.px_bounds().min;
        let spread = if bold { (width / 14).max(1) } else { 0 };
        outline.draw(|x, y, coverage| {
            let (x, y) = (corner.x as i64 + i64::from(x), corner.y as i64 + i64::from(y));
            if !(0..height).contains(&y) {
                return;
            }
            for x in (x..=x + spread).filter(|x| (0..width).contains(x)) {
                let pixel = &mut covered[(y * width + x) as usize];
                *pixel = (*pixel).max((coverage * 255.0).round() as u8);
            }
        });
        covered.into()
    }
}

/// Rasterizes the horizontal line used in legends, so that adjacent lines join seamlessly.
fn line([width, height]: [u32; 2]) -> Box<[u8]> {
    let thick = (width / 16).max(1);
    let top = (height - thick) / 2;
    let row = |y: u32| if (top..top + thick).contains(&y) { 255 } else { 0 };
    (0..width * height).map(|pixel| row(pixel / width)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_fit_their_cells_at_every_scale() {
        for scale in [0.0, 1.0, 1.25, 1.5, 2.0, 3.0, f64::NAN] {
            let mut glyphs = Glyphs::new(scale).expect("the font");
            assert!(glyphs.get(' ', false).is_empty());
            let area = glyphs.cell().iter().product::<u32>();
            for character in ('!'..='~').chain("äßÄé°·×−–…←→↑↓✓".chars()) {
                let [ink, bold] = [false, true].map(|is_bold| {
                    let covered = glyphs.get(character, is_bold);
                    assert_eq!(covered.len(), area as usize, "{character:?} at {scale}");
                    covered.iter().map(|&pixel| u32::from(pixel)).sum::<u32>()
                });
                assert!(ink > 0 && bold >= ink, "{character:?} at {scale}");
                assert!(ink < 255 * area / 2, "{character:?} fills its cell");
            }
        }
    }

    #[test]
    fn letters_stay_inside_their_cells() {
        let mut glyphs = Glyphs::new(2.0).expect("the font");
        let [width, _] = glyphs.cell();
        for character in "gjpqyÄÅ|{}Qq_".chars() {
            let covered = glyphs.get(character, false);
            let rows: Vec<&[u8]> = covered.chunks(width as usize).collect();
            let [first, .., last] = rows.as_slice() else {
                unreachable!("a cell has rows")
            };
            let is_faint = first.iter().chain(*last).all(|&pixel| pixel < 64);
            assert!(is_faint, "{character:?}");
        }
    }

    #[test]
    fn line_joins_its_neighbours() {
        let mut glyphs = Glyphs::new(1.0).expect("the font");
        let [width, height] = glyphs.cell();
        let middle = ((height - 1) / 2) as usize;
        let rows = glyphs.get('─', false).chunks(width as usize);
        for (y, row) in rows.enumerate() {
            let expected = if y == middle { 255 } else { 0 };
            assert!(row.iter().all(|&pixel| pixel == expected), "{y}");
        }
    }
}
