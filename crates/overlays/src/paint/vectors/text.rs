//! Labels and legends as shapes: text, plates and colour swatches.

use bspwalk_draw::color::meaning::ink;
use glam::{DVec2, Vec2};

use super::{
    super::{
        legend_box::{self, LegendItem},
        screen::Screen,
    },
    font::Font,
    shapes::{Form, Shape, grid_of, round_to_grid},
};
use crate::{
    labels::{
        LabelPlate,
        glyphs::{DOWN, UP},
        plate::{self, PlateStroke},
    },
    shown::OverlayDrawings,
};

/// Factor for the width of text. It leaves room for wider fonts that viewers substitute for Helvetica.
const WIDER: f64 = 1.16;

pub(super) fn labels(screen: &Screen, standing: &[LabelPlate]) -> Vec<Shape> {
    let scale = f64::from(screen.scale);
    let mut shapes = Vec::new();
    for label in standing {
        let Some(middle) = screen.logical(label.at) else {
            continue;
        };
        let middle = middle + label.moved;
        let at = screen.pixels(middle);
        // Standard fonts lack arrows, so text with arrows is drawn as strokes.
        let is_drawn = label.text.contains([UP, DOWN]);
        let under: Vec<PlateStroke> = if is_drawn {
            label.strokes()
        } else {
            let ground = plate::blank_plate_strokes(&label.text, label.height, label.color);
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
        shapes.push(Shape {
            color: plate::text_color_on(label.color),
            percent: (label.alpha * 100.0).round() as u8,
            form: Form::Text {
                text: label.text.clone(),
                at: round_to_grid(at + down),
                is_centred: true,
                font: Font::Bold,
                size: grid_of(size),
            },
        });
    }
    shapes
}

pub(super) fn axes(screen: &Screen, strokes: &[PlateStroke]) -> Vec<Shape> {
    let strokes = strokes.iter();
    strokes
        .filter_map(|stroke| shape(screen, Vec2::ZERO, stroke, 1.0))
        .collect()
}

/// Converts a stroke around `middle`, which is in logical pixels right and up from the centre of the picture, to a
/// shape.
fn shape(screen: &Screen, middle: Vec2, stroke: &PlateStroke, opacity: f32) -> Option<Shape> {
    let mut ends = stroke.ends.map(|end| screen.pixels(middle + end));
    // Viewers do not draw round ends on lines of zero length.
    ends[1].x += 0.01;
    let width = 2.0 * f64::from(stroke.radius * screen.scale);
    Shape::lines([ends], stroke.color, f64::from(stroke.alpha * opacity), width)
}

pub(super) fn legends(shown: &OverlayDrawings, screen: &Screen) -> Vec<Shape> {
    let font = |is_bold| if is_bold { Font::Bold } else { Font::Regular };
    let width = |text: &str, is_bold: bool| font(is_bold).width(text) * WIDER;
    let pieces = legend_box::lay_out_legends(shown, screen, width).into_iter();
    pieces
        .map(|piece| match piece {
            LegendItem::Area([low, high], color) => Shape::rectangle(low, high, color),
            LegendItem::Text(at, text, is_bold) => Shape {
                color: ink::ON_GROUND,
                percent: 100,
                form: Form::Text {
                    text,
                    at: round_to_grid(at),
                    is_centred: false,
                    font: font(is_bold),
                    size: grid_of(legend_box::font_size(screen)),
                },
            },
        })
        .collect()
}
