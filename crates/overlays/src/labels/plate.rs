//! Text on a plate, as strokes with round ends, in logical pixels relative to the plate's centre.

use bspwalk_draw::color::{meaning::ink, palette::Rgb};
use glam::Vec2;

use super::glyphs;

/// Width of the rim around a plate, in logical pixels.
const RIM: f32 = 1.3;

/// Padding around the text, as fractions of its height.
const PADDING: [f32; 2] = [0.42, 0.36];

/// Returns half the size (in logical pixels) of the plate for text of this height.
pub fn half_size(text: &str, height: f32) -> Vec2 {
    let width = glyphs::text(text).1 * height / glyphs::HEIGHT;
    let half = Vec2::new(0.5 * width + PADDING[0] * height, (0.5 + PADDING[1]) * height);
    Vec2::new(half.x.max(half.y), half.y)
}

/// Returns the colour of the text and the rim on a plate of this colour: dark or light, whichever has more contrast.
pub fn text_color_on(plate: Rgb) -> Rgb {
    if plate.luminance() > 0.22 {
        ink::DARK
    } else {
        ink::LIGHT
    }
}

/// A stroke with round ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlateStroke {
    /// Endpoints, in logical pixels right and up from the centre of the plate.
    pub ends: [Vec2; 2],
    /// Half the width, in logical pixels.
    pub radius: f32,
    /// Colour.
    pub color: Rgb,
    /// Opacity, 0 to 1.
    pub alpha: f32,
}

/// Returns the strokes of a plate without its text, sized for text of this height: the rim, then the plate on top.
pub fn blank_plate_strokes(text: &str, height: f32, plate: Rgb) -> [PlateStroke; 2] {
    let half = half_size(text, height);
    let reach = Vec2::new(half.x - half.y, 0.0);
    let stroke = |radius, color, alpha| PlateStroke {
        ends: [-reach, reach],
        radius,
        color,
        alpha,
    };
    [
        stroke(half.y + RIM, text_color_on(plate), 0.85),
        stroke(half.y, plate, 1.0),
    ]
}

/// Returns the strokes of text on a plate: the rim, the plate and the characters. Later strokes cover earlier ones.
pub fn strokes(text: &str, height: f32, plate: Rgb) -> Vec<PlateStroke> {
    let scale = height / glyphs::HEIGHT;
    let characters = glyphs::text(text).0.into_iter().map(|stroke| PlateStroke {
        ends: stroke.ends.map(|end| end * scale),
        radius: stroke.radius * scale,
        color: text_color_on(plate),
        alpha: 1.0,
    });
    blank_plate_strokes(text, height, plate)
        .into_iter()
        .chain(characters)
        .collect()
}
