//! Labels and legends: where their texts, plates and swatches are.

use bspwalk_levels::color::{meaning::ink, palette::Rgb};
use bspwalk_text::lines;
use glam::{DVec2, Vec2};

use super::{
    super::screen::Screen,
    font::Font,
    shapes::{Shape, grid, grid_of},
};
use crate::{
    labels::{
        Standing,
        glyphs::{DOWN, UP},
        plate::{self, PlateStroke},
    },
    legend::{Legend, Row},
    shown::Shown,
};

/// Width of a column of legends and height of a row, in logical pixels.
const COLUMN: f64 = 410.0;
const ROW: f64 = 17.0;

/// What is left free at either side of a column, and the size of the text.
const MARGIN: f64 = 14.0;
const TEXT: f64 = 12.0;

/// What readers without Helvetica take instead may be so many times as wide.
const WIDER: f64 = 1.16;

/// The width of a swatch or a line before a text, and from there to the next or to the text.
const SWATCH: f64 = 16.0;
const AFTER_SWATCH: f64 = 18.0;
const BEFORE_TEXT: f64 = 22.0;

/// A ramp of more depths has so many colours of them.
const MOST_SWATCHES: u32 = 12;

/// Labels, where they stand.
pub(super) fn labels(screen: &Screen, standing: &[Standing]) -> Vec<Shape> {
    let scale = f64::from(screen.scale);
    let mut shapes = Vec::new();
    for label in standing {
        let Some(middle) = screen.logical(label.at) else {
            continue;
        };
        let middle = middle + label.moved;
        let at = screen.pixels(middle);
        // The fonts of all readers have no arrows: there the text is drawn as on the screen.
        let is_drawn = label.text.contains([UP, DOWN]);
        let under: Vec<PlateStroke> = if is_drawn {
            label.strokes()
        } else {
            let ground = plate::ground(&label.text, label.height, label.color);
            label.leader().into_iter().chain(ground).collect()
        };
        let under = under.iter();
        shapes.extend(under.filter_map(|stroke| shape(screen, middle, stroke, label.alpha)));
        if is_drawn {
            continue;
        }
        let half = plate::half_size(&label.text, label.height).as_dvec2() * scale;
        let fits = (2.0 * half.x - 0.5 * half.y) / (Font::Bold.width(&label.text) * WIDER).max(0.1);
        let size = (f64::from(label.height) / Font::CAPITALS * scale).min(fits);
        let down = DVec2::new(0.0, 0.5 * Font::CAPITALS * size);
        shapes.push(Shape::Text {
            text: label.text.clone(),
            at: grid(at + down),
            is_centred: true,
            font: Font::Bold,
            size: grid_of(size),
            color: plate::ink(label.color),
            percent: (label.alpha * 100.0).round() as u8,
        });
    }
    shapes
}

/// The axes in their corner.
pub(super) fn axes(screen: &Screen, strokes: &[PlateStroke]) -> Vec<Shape> {
    let strokes = strokes.iter();
    strokes
        .filter_map(|stroke| shape(screen, Vec2::ZERO, stroke, 1.0))
        .collect()
}

/// A stroke around a place, which is in logical pixels to the right and up from the middle of the picture.
fn shape(screen: &Screen, middle: Vec2, stroke: &PlateStroke, opacity: f32) -> Option<Shape> {
    let mut ends = stroke.ends.map(|end| screen.pixels(middle + end));
    // Readers draw no round ends of a line without a length.
    ends[1].x += 0.01;
    let width = 2.0 * f64::from(stroke.radius * screen.scale);
    Shape::lines([ends], stroke.color, f64::from(stroke.alpha * opacity), width)
}

/// The legends below the picture, in columns, and how many pixels high the picture is with them.
pub(super) fn legends(shown: &Shown, screen: &Screen) -> (Vec<Shape>, u32) {
    let scale = f64::from(screen.scale);
    let [width, height] = screen.size.map(f64::from);
    let columns = ((width / scale / COLUMN) as usize).max(1);
    let mut shapes = Vec::new();
    let mut bottoms = vec![0.0_f64; columns];
    let captions = shown.captions.iter().map(|(title, legend)| (*title, legend));
    let overlays = shown.legends.iter().map(|(kind, legend)| (kind.title(), legend));
    for (title, legend) in captions.chain(overlays) {
        let column = (0..columns)
            .min_by(|&a, &b| bottoms[a].total_cmp(&bottoms[b]))
            .unwrap_or(0);
        let left = column as f64 * COLUMN + MARGIN;
        let mut y = bottoms[column] + ROW * 1.4;
        let at = |x: f64, y: f64| DVec2::new(x * scale, height + y * scale);
        let text = |text: String, x: f64, y: f64, font: Font| Shape::Text {
            text,
            at: grid(at(x, y)),
            is_centred: false,
            font,
            size: grid_of(TEXT * scale),
            color: ink::ON_GROUND,
            percent: 100,
        };
        let swatch =
            |color: Rgb, x: f64, y: f64| Shape::rectangle(at(x, y - 10.0), at(x + SWATCH, y + 1.0), color);
        shapes.push(text(title.to_owned(), left, y, Font::Bold));
        for (row, words) in rows(legend) {
            y += ROW;
            let mut x = left;
            match row {
                Some(Row::Area(color, _)) => {
                    // A dark colour would be lost on the ground.
                    let rim = ink::GROUND.mix(ink::ON_GROUND, 0.4);
                    let ends = [at(x - 0.8, y - 10.8), at(x + SWATCH + 0.8, y + 1.8)];
                    shapes.push(Shape::rectangle(ends[0], ends[1], rim));
                    shapes.push(swatch(*color, x, y));
                    x += BEFORE_TEXT;
                }
                Some(Row::Line(color, width, _)) => {
                    let ends = [at(x, y - 4.0), at(x + SWATCH, y - 4.0)];
                    shapes.extend(Shape::lines([ends], *color, 1.0, f64::from(*width) * scale));
                    x += BEFORE_TEXT;
                }
                Some(Row::Categories(palette)) => {
                    for &color in palette.categories() {
                        shapes.push(swatch(color, x, y));
                        x += AFTER_SWATCH;
                    }
                }
                Some(Row::Ramp(palette, [first, last], _)) => {
                    shapes.push(text(first.to_string(), x, y, Font::Regular));
                    x += BEFORE_TEXT;
                    let depths = last.saturating_sub(*first);
                    for step in 0..=depths.min(MOST_SWATCHES) {
                        let depth = step * depths / depths.clamp(1, MOST_SWATCHES);
                        shapes.push(swatch(palette.depth(first + depth), x, y));
                        x += AFTER_SWATCH;
                    }
                    shapes.push(text(last.to_string(), x + 4.0, y, Font::Regular));
                    x += BEFORE_TEXT;
                }
                _ => {}
            }
            if !words.is_empty() {
                shapes.push(text(words, x, y, Font::Regular));
            }
        }
        bottoms[column] = y;
    }
    let lowest = bottoms.into_iter().fold(0.0, f64::max);
    if lowest == 0.0 {
        return (shapes, screen.size[1]);
    }
    let below = height + (lowest + ROW) * scale;
    let high = below.ceil() as u32;
    let ground = Shape::rectangle(
        DVec2::new(0.0, height),
        DVec2::new(width, f64::from(high)),
        ink::GROUND,
    );
    shapes.insert(0, ground);
    (shapes, high)
}

/// The rows of a legend, wrapped to the width of a column; the first line of each with the row itself.
fn rows(legend: &Legend) -> Vec<(Option<&Row>, String)> {
    let mut wrapped = Vec::new();
    for row in legend {
        let text = row.text().replace("[[", "").replace("]]", "");
        let swatch = match row {
            Row::Area(..) | Row::Line(..) => BEFORE_TEXT,
            _ => 0.0,
        };
        let fit = (COLUMN - 2.0 * MARGIN - swatch) / (TEXT * WIDER);
        let mut of = Some(row);
        for line in lines::wrapped(&text, fit, |line| Font::Regular.width(line)) {
            wrapped.push((of.take(), line));
        }
    }
    wrapped
}
