//! Characters for which no strokes are defined, rasterised from the message font as rows of short lines.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, PoisonError, RwLock},
};

use ab_glyph::{Font as _, FontRef, PxScale, ScaleFont as _, point};
use glam::Vec2;

/// Font size, in stroke units.
const SIZE: f32 = 11.0;

/// Number of pixel rows per font size.
const ROWS: f32 = 22.0;

/// Half the width of a line, in stroke units.
pub(super) const RADIUS: f32 = 0.5 * SIZE / ROWS;

/// Height of the centre of a Chinese character above the baseline, as a fraction of the font size.
const MIDDLE: f32 = 0.38;

/// Minimum coverage at which a pixel is drawn.
const COVERED: f32 = 0.5;

#[derive(Debug, Default)]
pub(super) struct Character {
    /// Lines, relative to the left edge and the vertical centre of the character's box, in stroke units.
    pub(super) lines: Vec<[Vec2; 2]>,
    pub(super) width: f32,
}

/// Cache of requested characters; the value is `None` if the font lacks the character. Only characters of messages are
/// requested, so the cache is bounded.
type Known = RwLock<HashMap<char, Option<Arc<Character>>>>;

/// Returns a character of the font; `None` if the font does not contain it.
pub(super) fn character(character: char) -> Option<Arc<Character>> {
    static KNOWN: LazyLock<Known> = LazyLock::new(Known::default);
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known.get(&character) {
        return known.clone();
    }
    drop(known);
    let drawn = draw(character).map(Arc::new);
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    known.entry(character).or_insert(drawn).clone()
}

fn draw(character: char) -> Option<Character> {
    let font = FontRef::try_from_slice(bspwalk_text::FONT).ok()?;
    let glyph = font.glyph_id(character);
    if glyph.0 == 0 {
        return None;
    }
    // Scale the font so that each row is one pixel high.
    let scale = PxScale::from(ROWS * font.height_unscaled() / font.units_per_em()?);
    let unit = SIZE / ROWS;
    let mut drawn = Character {
        lines: Vec::new(),
        width: font.as_scaled(scale).h_advance(glyph) * unit,
    };
    let Some(outline) = font.outline_glyph(glyph.with_scale_and_position(scale, point(0.0, 0.0))) else {
        return Some(drawn);
    };
    let corner = outline.px_bounds().min;
    let mut covered = Vec::new();
    outline.draw(|x, y, share| {
        if share >= COVERED {
            covered.push([x, y]);
        }
    });
    // Sort by row, and from left to right within a row.
    covered.sort_unstable_by_key(|&[x, y]| [y, x]);
    for run in covered.chunk_by(|a, b| a[1] == b[1] && a[0] + 1 == b[0]) {
        let at = |[x, y]: [u32; 2]| {
            let middle = Vec2::new(corner.x + x as f32 + 0.5, -(corner.y + y as f32 + 0.5));
            middle * unit - MIDDLE * SIZE * Vec2::Y
        };
        if let [first, .., last] | [first @ last] = *run {
            drawn.lines.push([at(first), at(last)]);
        }
    }
    Some(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_characters_differ_and_fill_their_box() {
        let drawn = ['实', '心', '空'].map(|sign| character(sign).expect("messages have it"));
        for one in &drawn {
            assert!(
                one.lines.len() > 15 && one.lines.len() < 150,
                "{}",
                one.lines.len()
            );
            assert!((one.width - SIZE).abs() < 0.01, "{}", one.width);
            let points = || one.lines.iter().flatten();
            let [low, high] = [f32::min, f32::max].map(|best| points().map(|point| point.y).reduce(best));
            let (low, high) = (low.expect("it has lines"), high.expect("it has lines"));
            assert!(
                high - low > 0.7 * SIZE && (high + low).abs() < 0.1 * SIZE,
                "{low} to {high}"
            );
            assert!(points().all(|point| (0.0..=one.width).contains(&point.x)));
        }
        assert_ne!(drawn[0].lines, drawn[1].lines);
        assert!(character('\u{13000}').is_none(), "no message has hieroglyphs");
    }
}
