//! The legend box in the upper left corner of a picture. Each legend has a title, and one row with a colour swatch per
//! entry.
//!
//! `pieces` lays out the box for both pixel and vector pictures. When a column is full, rows continue in the next one.
//! Rows that do not fit into the picture are omitted.

use bspwalk_draw::color::{meaning::ink, palette::Rgb};
use bspwalk_text::lines;
use glam::DVec2;

use super::{
    letters::{Letters, Sheet},
    screen::{Screen, scale_of},
};
use crate::{legend::Row, shown::OverlayDrawings};

/// Minimum number of pixels per logical pixel in the box, which keeps text legible on small pictures.
const LEAST_SCALE: f32 = 0.85;

/// Size of the font, in logical pixels.
const TEXT: f64 = 13.0;

/// Letter height as a multiple of the font size. It includes ascent and descent.
const HEIGHT: f64 = 1.15;

/// Height of a row, in logical pixels.
const ROW: f64 = 17.0;

/// Gap between two legends, in logical pixels.
const BETWEEN: f64 = 7.0;

/// Distance from the bottom of a row to the baseline of its text, in logical pixels.
const BASELINE: f64 = 5.0;

/// Distance between the edges of the picture and the box, in logical pixels.
const GAP: f64 = 10.0;

/// Distance between the edges of the box and its contents, in logical pixels.
const PADDING: f64 = 9.0;

/// Maximum width of a column, in logical pixels.
const WIDEST: f64 = 340.0;

/// Width and height of a swatch, in logical pixels.
const SWATCH: [f64; 2] = [16.0, 11.0];

/// Distance between the left edges of two adjacent swatches, in logical pixels.
const NEXT_SWATCH: f64 = 18.0;

/// Distance between the left edge of a swatch and the left end of its text, in logical pixels.
const BEFORE_TEXT: f64 = 22.0;

/// Width of the rim around a swatch, in logical pixels.
const RIM: f64 = 0.8;

/// Maximum number of swatches for a depth scale.
const MOST_SWATCHES: u32 = 12;

/// An element of the box, in pixels from the upper left corner of the picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LegendItem {
    /// A filled rectangle between two corners.
    Area([DVec2; 2], Rgb),
    /// Text: left end of its baseline, the string, and whether it is bold.
    Text(DVec2, String, bool),
}

impl LegendItem {
    fn moved(self, by: DVec2) -> Self {
        match self {
            Self::Area(corners, color) => Self::Area(corners.map(|corner| corner + by), color),
            Self::Text(at, text, is_bold) => Self::Text(at + by, text, is_bold),
        }
    }
}

/// Returns the number of pixels per logical pixel in the box.
fn scale(screen: &Screen) -> f64 {
    f64::from(screen.scale.max(LEAST_SCALE))
}

/// Returns the font size on a screen, in pixels.
pub(super) fn font_size(screen: &Screen) -> f64 {
    TEXT * scale(screen)
}

/// Returns the fraction of the width of a picture that a box of one column covers at most. It is 0 if that would be more
/// than half of the picture.
pub fn share_of_width(size: [u32; 2]) -> f32 {
    let width = (WIDEST + 2.0 * (GAP + PADDING)) * f64::from(scale_of(size[1]).max(LEAST_SCALE));
    let share = (width / f64::from(size[0].max(1))) as f32;
    if share < 0.5 { share } else { 0.0 }
}

/// Lays out the box. Later items cover earlier ones. The result is empty if there are no legends or the picture is too
/// small. `width` returns the width of text as a multiple of the font size; its second argument is whether the text is
/// bold.
pub(super) fn lay_out_legends(
    shown: &OverlayDrawings,
    screen: &Screen,
    width: impl Fn(&str, bool) -> f64,
) -> Vec<LegendItem> {
    let scale = scale(screen);
    let layout = Layout {
        scale,
        width: &|text, is_bold| width(text, is_bold) * TEXT * scale,
    };
    let room = DVec2::from(screen.size.map(f64::from)) - 2.0 * (GAP + PADDING) * scale;
    if room.cmple(DVec2::ZERO).any() {
        return Vec::new();
    }
    let captions = shown.captions.iter().map(|(title, legend)| (*title, legend));
    let overlays = shown.legends.iter().map(|(kind, legend)| (kind.title(), legend));
    let mut pieces = Vec::new();
    // Lower right corner of the previous rows, and position of the next row.
    let (mut extent, mut at) = (DVec2::ZERO, DVec2::ZERO);
    'all: for (number, (title, legend)) in captions.chain(overlays).enumerate() {
        if number > 0 {
            at.y += BETWEEN * scale;
        }
        for line in layout.lines(title, legend, room.x) {
            if at.y + ROW * scale > room.y {
                at = DVec2::new(extent.x + 2.0 * PADDING * scale, 0.0);
            }
            let end = at + DVec2::new(line.width, ROW * scale);
            if end.cmpgt(room).any() {
                break 'all;
            }
            let corner = at + (GAP + PADDING) * scale;
            pieces.extend(line.pieces.into_iter().map(|piece| piece.moved(corner)));
            extent = extent.max(end);
            at.y = end.y;
        }
    }
    if !pieces.is_empty() {
        let corners = [DVec2::splat(GAP * scale), extent + (GAP + 2.0 * PADDING) * scale];
        pieces.insert(0, LegendItem::Area(corners, ink::GROUND));
    }
    pieces
}

/// A line of the box. Its elements are in pixels from the line's upper left corner.
#[derive(Default)]
struct Line {
    pieces: Vec<LegendItem>,
    width: f64,
}

struct Layout<'a> {
    scale: f64,
    /// Returns the width of text, in pixels.
    width: &'a dyn Fn(&str, bool) -> f64,
}

impl Layout<'_> {
    /// Lays out a legend and its title in lines that are at most this wide.
    fn lines(&self, title: &str, legend: &[Row], room: f64) -> Vec<Line> {
        let widest = room.min(WIDEST * self.scale);
        let mut lines = Vec::new();
        for text in lines::wrapped(title, widest, |line| (self.width)(line, true)) {
            let mut line = Line::default();
            self.add_text(&mut line, text, true);
            lines.push(line);
        }
        for row in legend {
            let text = row.text().replace("[[", "").replace("]]", "");
            let before = match row {
                Row::Area(..) | Row::Line(..) => BEFORE_TEXT * self.scale,
                Row::Note(_) | Row::Ramp(..) | Row::Categories(_) => 0.0,
            };
            let wrapped = lines::wrapped(&text, widest - before, |line| (self.width)(line, false));
            for (number, text) in wrapped.into_iter().enumerate() {
                let mut line = Line::default();
                if number == 0 {
                    self.add_key(&mut line, row);
                }
                line.width = line.width.max(before);
                self.add_text(&mut line, text, false);
                lines.push(line);
            }
        }
        lines
    }

    fn add_key(&self, line: &mut Line, row: &Row) {
        match row {
            Row::Note(_) => {}
            Row::Area(color, _) => {
                // Without a rim, a dark colour would blend into the background.
                let rim = ink::GROUND.mix(ink::ON_GROUND, 0.4);
                self.add_bar(line, SWATCH[1] + 2.0 * RIM, RIM, rim);
                self.add_bar(line, SWATCH[1], 0.0, *color);
                line.width += BEFORE_TEXT * self.scale;
            }
            Row::Line(color, width, _) => {
                self.add_bar(line, f64::from(*width).max(1.0), 0.0, *color);
                line.width += BEFORE_TEXT * self.scale;
            }
            Row::Categories(palette) => {
                for &color in palette.categories() {
                    self.add_bar(line, SWATCH[1], 0.0, color);
                    line.width += NEXT_SWATCH * self.scale;
                }
            }
            Row::Ramp(palette, [first, last], _) => {
                self.add_number(line, *first);
                let depths = last.saturating_sub(*first);
                for step in 0..=depths.min(MOST_SWATCHES) {
                    let depth = step * depths / depths.clamp(1, MOST_SWATCHES);
                    self.add_bar(line, SWATCH[1], 0.0, palette.depth(first + depth));
                    line.width += NEXT_SWATCH * self.scale;
                }
                self.add_number(line, *last);
            }
        }
    }

    /// Adds a vertically centred bar of this height to a line. The bar extends `beyond` a swatch at both ends.
    fn add_bar(&self, line: &mut Line, height: f64, beyond: f64, color: Rgb) {
        let middle = DVec2::new(0.5 * SWATCH[0], 0.5 * ROW);
        let half = DVec2::new(0.5 * SWATCH[0] + beyond, 0.5 * height);
        let left = DVec2::new(line.width, 0.0);
        let corners = [middle - half, middle + half].map(|corner| left + corner * self.scale);
        line.pieces.push(LegendItem::Area(corners, color));
    }

    /// Adds the number at one end of a depth scale.
    fn add_number(&self, line: &mut Line, number: u32) {
        self.add_text(line, number.to_string(), false);
        line.width += (BEFORE_TEXT - SWATCH[0]) * self.scale;
    }

    fn add_text(&self, line: &mut Line, text: String, is_bold: bool) {
        if text.is_empty() {
            return;
        }
        let at = DVec2::new(line.width, (ROW - BASELINE) * self.scale);
        line.width += (self.width)(&text, is_bold);
        line.pieces.push(LegendItem::Text(at, text, is_bold));
    }
}

/// Draws the box on a picture. The pixels are sRGB, 0x00RRGGBB, row by row from the top.
pub fn draw(shown: &OverlayDrawings, screen: &Screen, pixels: &mut [u32]) {
    let Some(letters) = Letters::new() else { return };
    let height = (HEIGHT * font_size(screen)) as f32;
    let width = |text: &str, _: bool| f64::from(letters.width(text, height)) / font_size(screen);
    let mut sheet = Sheet {
        pixels,
        size: screen.size,
    };
    for piece in lay_out_legends(shown, screen, width) {
        match piece {
            LegendItem::Area(corners, color) => {
                let [low, high] = corners.map(|corner| corner.round().as_i64vec2());
                let high = high.with_y(high.y.max(low.y + 1));
                sheet.fill([low.to_array(), high.to_array()], color);
            }
            LegendItem::Text(at, text, is_bold) => {
                let color = if is_bold { ink::LIGHT } else { ink::ON_GROUND };
                let at = at.as_vec2().to_array();
                letters.write(&mut sheet, &text, at, height, (color, is_bold));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_draw::color::palette::Palette;
    use bspwalk_draw::raster::Camera;
    use bspwalk_session::overlays::OverlayKind;
    use glam::DVec3;

    use super::*;

    const RED: Rgb = Rgb(255, 0, 0);
    const GREEN: Rgb = Rgb(0, 255, 0);

    fn screen(size: [u32; 2]) -> Screen {
        Screen::new(Camera::perspective(DVec3::ZERO, [0.0, 0.0], 1.0), size)
    }

    fn shown() -> OverlayDrawings {
        let palette = Palette::default();
        let portals = vec![
            Row::area(RED, "at the eye's leaf"),
            Row::line(GREEN, 3.0, "between other empty leaves"),
        ];
        let depth = vec![Row::Ramp(palette, [0, 40], 40), Row::Categories(palette)];
        let note = Row::note("A [[portal]] joins two leaves. ".repeat(12));
        OverlayDrawings {
            captions: vec![("The model", vec![note])],
            legends: vec![(OverlayKind::Portals, portals), (OverlayKind::Depth, depth)],
            ..OverlayDrawings::default()
        }
    }

    fn count(pixels: &[u32], Rgb(r, g, b): Rgb) -> usize {
        let color = u32::from_be_bytes([0, r, g, b]);
        pixels.iter().filter(|&&pixel| pixel == color).count()
    }

    /// Returns the width of text in a font whose characters are half as wide as the font size.
    fn half(text: &str, _: bool) -> f64 {
        0.5 * text.chars().count() as f64
    }

    #[test]
    fn box_has_background_text_and_swatches() {
        for size in [[1280, 720], [640, 360]] {
            let mut pixels = vec![0x0080_8080; (size[0] * size[1]) as usize];
            draw(&shown(), &screen(size), &mut pixels);
            assert!(count(&pixels, RED) > 80, "{size:?}");
            assert!(count(&pixels, GREEN) > 20, "{size:?}");
            assert!(count(&pixels, ink::GROUND) > 5000, "{size:?}");
            let is_bright = |pixel: &&u32| pixel.to_be_bytes()[1..].iter().all(|&channel| channel > 150);
            let written = pixels.iter().filter(is_bright).count();
            assert!(written > 200, "{written} at {size:?}");
            // Pixels outside the box are unchanged.
            let first = size[0] as usize * 5;
            assert!(pixels[..first].iter().all(|&pixel| pixel == 0x0080_8080));
            assert_eq!(pixels[pixels.len() - 1], 0x0080_8080);
        }
    }

    #[test]
    fn each_row_has_a_line_with_its_swatch() {
        let pieces = lay_out_legends(&shown(), &screen([1280, 720]), half);
        let text_of = |wanted: &str| {
            let mut texts = pieces.iter().filter_map(|piece| match piece {
                LegendItem::Text(at, text, is_bold) if text == wanted => Some((*at, *is_bold)),
                _ => None,
            });
            texts.next().unwrap_or_else(|| panic!("no {wanted}"))
        };
        let middle_of = |wanted: Rgb| {
            let mut areas = pieces.iter().filter_map(|piece| match piece {
                LegendItem::Area([low, high], color) if *color == wanted => Some(0.5 * (*low + *high)),
                _ => None,
            });
            areas.next().unwrap_or_else(|| panic!("no {wanted:?}"))
        };
        let (title, is_bold) = text_of(OverlayKind::Portals.title());
        let [(first, _), (second, _)] = ["at the eye's leaf", "between other empty leaves"].map(text_of);
        assert!(is_bold && title.y < first.y && first.y < second.y);
        for (text, color) in [(first, RED), (second, GREEN)] {
            let away = text - middle_of(color);
            assert!(away.x > 0.0 && away.y.abs() < 0.5 * ROW, "{color:?}");
        }
    }

    #[test]
    fn pieces_stay_inside_the_picture() {
        for size in [[1, 1], [16, 9], [120, 90], [200, 60], [320, 180], [640, 90]] {
            for piece in lay_out_legends(&shown(), &screen(size), half) {
                let (low, high) = match piece {
                    LegendItem::Area([low, high], _) => (low, high),
                    LegendItem::Text(at, ..) => (at, at),
                };
                let is_inside = low.cmpge(DVec2::ZERO) & high.cmple(size.map(f64::from).into());
                assert!(is_inside.all(), "{low} {high}");
            }
        }
        assert!(lay_out_legends(&OverlayDrawings::default(), &screen([640, 360]), half).is_empty());
    }

    #[test]
    fn rows_continue_in_another_column() {
        // Returns the left end of each text.
        let lefts = |height: u32| -> Vec<f64> {
            let pieces = lay_out_legends(&shown(), &screen([1280, height]), half).into_iter();
            let lefts = pieces.filter_map(|piece| match piece {
                LegendItem::Text(at, ..) => Some(at.x),
                LegendItem::Area(..) => None,
            });
            lefts.collect()
        };
        let (all, low) = (lefts(720), lefts(160));
        assert_eq!(all.len(), low.len());
        let [all, low] = [all, low].map(|lefts| lefts.into_iter().fold(0.0, f64::max));
        assert!(low > all + 100.0);
    }
}
