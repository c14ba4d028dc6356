//! Rasterizes characters: antialiased letters of the Hack font, and exact block, braille and line characters that join seamlessly.

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
    /// Coverage masks by character and boldness, row by row. Empty for a blank.
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

    /// Returns the width of a line in pixels.
    pub(super) fn scale(&self) -> u32 {
        (self.cell[0] / CELL[0] as u32).max(1)
    }

    /// Returns the coverage mask of a character, row by row: 0 to 255 per pixel. Empty for a blank.
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
        exact(character, self.cell).unwrap_or_else(|| self.letter(character, bold))
    }

    /// Rasterizes a character of a font. Bold letters are smeared to the right, because the font has no bold style.
    fn letter(&self, character: char, bold: bool) -> Box<[u8]> {
        let [width, height] = self.cell.map(|edge| edge as i64);
        let is_wide = self.font.glyph_id(character).0 == 0 && self.wide.glyph_id(character).0 != 0;
        let (font, cells) = if is_wide { (&self.wide, 2) } else { (&self.font, 1) };
        let width = cells * width;
        let mut covered = vec![0_u8; (width * height) as usize];
        // Chinese characters are square and fill two cells, so scale by their advance.
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

/// Rasterizes block, braille and line characters, which must fill their cells exactly. Returns `None` for other characters.
fn exact(character: char, cell: [u32; 2]) -> Option<Box<[u8]>> {
    let [width, height] = cell;
    let mut covered = vec![0_u8; (width * height) as usize];
    // Fills a rectangle, given as left, top and right, bottom in fractions of the cell.
    let mut fill = |from: [f32; 2], to: [f32; 2], value: u8| {
        let at = |fraction: f32, edge: u32| (fraction * edge as f32).round() as u32;
        for y in at(from[1], height)..at(to[1], height) {
            for x in at(from[0], width)..at(to[0], width) {
                covered[(y * width + x) as usize] = value;
            }
        }
    };
    let code = u32::from(character);
    let eighths = |count: u32| count as f32 / 8.0;
    match code {
        0x2580 => fill([0.0, 0.0], [1.0, 0.5], 255),
        0x2581..=0x2588 => fill([0.0, 1.0 - eighths(code - 0x2580)], [1.0, 1.0], 255),
        0x2589..=0x258f => fill([0.0, 0.0], [eighths(0x2590 - code), 1.0], 255),
        0x2590 => fill([0.5, 0.0], [1.0, 1.0], 255),
        0x2591..=0x2593 => fill([0.0, 0.0], [1.0, 1.0], (64 * (code - 0x2590)) as u8),
        0x2594 => fill([0.0, 0.0], [1.0, 0.125], 255),
        0x2595 => fill([0.875, 0.0], [1.0, 1.0], 255),
        // Quadrants as bits: upper left 1, upper right 2, lower left 4, lower right 8.
        0x2596..=0x259f => {
            let quarters = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14][(code - 0x2596) as usize];
            for quarter in (0..4).filter(|quarter| quarters & (1 << quarter) != 0) {
                let corner = [(quarter % 2) as f32 / 2.0, (quarter / 2) as f32 / 2.0];
                fill(corner, corner.map(|edge| edge + 0.5), 255);
            }
        }
        // Braille dots: bits 0 to 5 are two columns of three, bits 6 and 7 the fourth row.
        0x2800..=0x28ff => {
            for dot in (0..8).filter(|dot| code & (1 << dot) != 0) {
                let (column, row) = if dot < 6 { (dot / 3, dot % 3) } else { (dot - 6, 3) };
                let middle = [0.25 + 0.5 * column as f32, 0.125 + 0.25 * row as f32];
                let half = [1.0 / 8.0, 1.0 / 17.0];
                fill(
                    [middle[0] - half[0], middle[1] - half[1]],
                    [middle[0] + half[0], middle[1] + half[1]],
                    255,
                );
            }
        }
        _ => {
            let arms = arms(character)?;
            let half = [(width / 16).max(1), (width / 16).max(1)];
            let from = [(width - half[0]) / 2, (height - half[1]) / 2];
            let to = [from[0] + half[0], from[1] + half[1]];
            for y in 0..height {
                for x in 0..width {
                    let (in_column, in_row) = ((from[0]..to[0]).contains(&x), (from[1]..to[1]).contains(&y));
                    let [left, right, up, down] = arms;
                    let is_covered = in_row && (x < to[0] && left || x >= from[0] && right)
                        || in_column && (y < to[1] && up || y >= from[1] && down);
                    covered[(y * width + x) as usize] = 255 * u8::from(is_covered);
                }
            }
        }
    }
    Some(covered.into())
}

/// Returns the arms of a light line from the centre of its cell: left, right, up, down.
fn arms(character: char) -> Option<[bool; 4]> {
    let arms = match character {
        '─' => "lr",
        '│' => "ud",
        '┌' | '╭' => "rd",
        '┐' | '╮' => "ld",
        '└' | '╰' => "ru",
        '┘' | '╯' => "lu",
        '├' => "rud",
        '┤' => "lud",
        '┬' => "lrd",
        '┴' => "lru",
        '┼' => "lrud",
        _ => return None,
    };
    Some(['l', 'r', 'u', 'd'].map(|arm| arms.contains(arm)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws a character as text: `#` for pixels more than half covered, `.` for others.
    fn picture(character: char, cell: [u32; 2]) -> Vec<String> {
        let covered = exact(character, cell).expect("an exact character");
        let rows = covered.chunks(cell[0] as usize);
        rows.map(|row| {
            row.iter()
                .map(|&pixel| if pixel > 127 { '#' } else { '.' })
                .collect()
        })
        .collect()
    }

    #[test]
    fn letters_are_there_at_every_scale_and_stay_in_their_cells() {
        for scale in [0.0, 1.0, 1.25, 1.5, 2.0, 3.0, f64::NAN] {
            let mut glyphs = Glyphs::new(scale).expect("the font");
            let [width, height] = glyphs.cell();
            let mut darkest = 0;
            for character in (' '..='~').chain("äßÄé°·×−–…←→↑↓✓".chars()) {
                let covered = glyphs.get(character, false);
                if character == ' ' {
                    assert!(covered.is_empty());
                    continue;
                }
                assert_eq!(
                    covered.len(),
                    (width * height) as usize,
                    "{character:?} at {scale}"
                );
                let ink: u32 = covered.iter().map(|&pixel| u32::from(pixel)).sum();
                assert!(ink > 0, "{character:?} at {scale}");
                darkest = darkest.max(ink);
                let bold: u32 = glyphs
                    .get(character, true)
                    .iter()
                    .map(|&pixel| u32::from(pixel))
                    .sum();
                assert!(bold >= ink, "{character:?} at {scale}");
            }
            assert!(darkest < 255 * width * height / 2, "no letter fills its cell");
        }
    }

    #[test]
    fn letters_are_cut_off_by_no_edge() {
        let mut glyphs = Glyphs::new(2.0).expect("the font");
        let [width, _] = glyphs.cell();
        for character in "gjpqyÄÅ|{}Qq_".chars() {
            let covered = glyphs.get(character, false);
            let rows: Vec<&[u8]> = covered.chunks(width as usize).collect();
            let [first, .., last] = rows.as_slice() else {
                unreachable!("a cell has rows")
            };
            assert!(
                first.iter().chain(*last).all(|&pixel| pixel < 64),
                "{character:?}"
            );
        }
    }

    #[test]
    fn blocks_and_lines_reach_the_edges_and_join() {
        assert_eq!(picture('▀', [4, 4]), ["####", "####", "....", "...."]);
        assert_eq!(picture('▄', [4, 4]), ["....", "....", "####", "####"]);
        assert_eq!(picture('▌', [4, 2]), ["##..", "##.."]);
        assert_eq!(picture('▐', [4, 2]), ["..##", "..##"]);
        assert_eq!(picture('▙', [4, 4]), ["##..", "##..", "####", "####"]);
        assert_eq!(picture('▟', [4, 4]), ["..##", "..##", "####", "####"]);
        assert_eq!(picture('▚', [2, 2]), ["#.", ".#"]);
        assert_eq!(picture('█', [2, 2]), ["##", "##"]);
        assert_eq!(picture('┌', [3, 3]), ["...", ".##", ".#."]);
        assert_eq!(picture('┤', [3, 3]), [".#.", "##.", ".#."]);
        // The two halves of a row or column add up to a full block, even at odd sizes.
        for cell in [[8, 17], [12, 26], [5, 9]] {
            for (one, other) in [
                ('▀', '▄'),
                ('▌', '▐'),
                ('▘', '▟'),
                ('▝', '▙'),
                ('▖', '▜'),
                ('▗', '▛'),
                ('▞', '▚'),
            ] {
                let (one, other) = (exact(one, cell), exact(other, cell));
                let (one, other) = (one.expect("a block"), other.expect("a block"));
                assert!(one.iter().zip(&other).all(|(a, b)| a ^ b == 255), "{cell:?}");
            }
        }
        // Every braille dot is visible, and no two dots overlap.
        let dots = |character| picture(character, [8, 17]).concat().matches('#').count();
        assert_eq!(dots('⠀'), 0);
        let single = (0..8).map(|dot| dots(char::from_u32(0x2800 + (1 << dot)).expect("braille")));
        assert_eq!(dots('⣿'), single.sum::<usize>());
    }
}
