//! The fonts for captions and legends in pixel pictures.

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};
use bspwalk_draw::color::palette::Rgb;

/// Offset of the second copy of a bold letter, as a fraction of the letter height.
const BOLD: f32 = 0.045;

/// Fonts for rendering text to pixels.
#[derive(Debug)]
pub(super) struct Letters {
    /// Fonts in order of preference. Each is used for characters that the previous ones lack.
    fonts: [FontRef<'static>; 3],
}

impl Letters {
    /// Loads the fonts; `None` if they cannot be read.
    pub(super) fn new() -> Option<Self> {
        Some(Self {
            fonts: [
                FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT).ok()?,
                FontRef::try_from_slice(epaint_default_fonts::HACK_REGULAR).ok()?,
                FontRef::try_from_slice(bspwalk_text::FONT).ok()?,
            ],
        })
    }

    /// Returns the first font that contains a character, and the character's glyph.
    fn glyph(&self, character: char) -> (&FontRef<'static>, GlyphId) {
        let glyphs = self.fonts.iter().map(|font| (font, font.glyph_id(character)));
        let known = glyphs.clone().find(|(_, glyph)| glyph.0 != 0);
        known.unwrap_or_else(|| (&self.fonts[1], self.fonts[1].glyph_id(character)))
    }

    /// Returns the width (in pixels) of text whose letters have this height.
    pub(super) fn width(&self, text: &str, height: f32) -> f32 {
        let advance = |character| {
            let (font, glyph) = self.glyph(character);
            font.as_scaled(PxScale::from(height)).h_advance(glyph)
        };
        text.chars().map(advance).sum()
    }

    /// Draws text from the left end of its baseline. Bold letters are drawn twice with a small offset, because there
    /// are no bold fonts.
    pub(super) fn write(
        &self,
        sheet: &mut Sheet<'_>,
        text: &str,
        [left, line]: [f32; 2],
        height: f32,
        (color, is_bold): (Rgb, bool),
    ) {
        let scale = PxScale::from(height);
        let mut left = left;
        for character in text.chars() {
            let (font, glyph) = self.glyph(character);
            for aside in [0.0, BOLD * height].into_iter().take(1 + usize::from(is_bold)) {
                let placed = glyph.with_scale_and_position(scale, point(left + aside, line));
                let Some(outline) = font.outline_glyph(placed) else {
                    continue;
                };
                let corner = outline.px_bounds().min;
                outline.draw(|x, y, cover| {
                    let (x, y) = (corner.x as i64 + i64::from(x), corner.y as i64 + i64::from(y));
                    sheet.blend(x, y, color, cover);
                });
            }
            left += font.as_scaled(scale).h_advance(glyph);
        }
    }
}

/// Pixels to draw text on: sRGB, 0x00RRGGBB, row by row from the top.
pub(super) struct Sheet<'a> {
    pub(super) pixels: &'a mut [u32],
    pub(super) size: [u32; 2],
}

impl Sheet<'_> {
    fn blend(&mut self, x: i64, y: i64, color: Rgb, cover: f32) {
        let [columns, rows] = self.size.map(i64::from);
        if (0..columns).contains(&x) && (0..rows).contains(&y) {
            let pixel = &mut self.pixels[(y * columns + x) as usize];
            let [_, r, g, b] = pixel.to_be_bytes();
            let Rgb(r, g, b) = Rgb(r, g, b).mix(color, cover);
            *pixel = u32::from_be_bytes([0, r, g, b]);
        }
    }

    pub(super) fn fill(&mut self, [[left, top], [right, bottom]]: [[i64; 2]; 2], color: Rgb) {
        for y in top..bottom {
            for x in left..right {
                self.blend(x, y, color, 1.0);
            }
        }
    }
}
