//! A text on a plate, as strokes with round ends, in logical pixels around its middle.

use bspwalk_levels::color::{meaning::ink, palette::Rgb};
use glam::Vec2;

use super::glyphs;

/// Width of the rim around a plate, in logical pixels.
const RIM: f32 = 1.3;

/// What is added around the text, as shares of its height.
const PADDING: [f32; 2] = [0.42, 0.36];

/// Half of the width and height of the plate of a text of a height, in logical pixels.
pub fn half_size(text: &str, height: f32) -> Vec2 {
    let width = glyphs::text(text).1 * height / glyphs::HEIGHT;
    let half = Vec2::new(0.5 * width + PADDING[0] * height, (0.5 + PADDING[1]) * height);
    Vec2::new(half.x.max(half.y), half.y)
}

/// The colour of text and rim on a plate of a colour: the one that is told better from it.
#[must_use]
pub fn ink(plate: Rgb) -> Rgb {
    if plate.luminance() > 0.22 {
        ink::DARK
    } else {
        ink::LIGHT
    }
}

/// A stroke with round ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlateStroke {
    /// Its ends, in logical pixels to the right and up from the middle of the plate.
    pub ends: [Vec2; 2],
    /// Half of its width, in logical pixels.
    pub radius: f32,
    /// Its colour.
    pub color: Rgb,
    /// Its opacity, 0 to 1.
    pub alpha: f32,
}

/// The plate of a text of a height, of a colour: its rim, and over that the plate itself.
#[must_use]
pub fn ground(text: &str, height: f32, plate: Rgb) -> [PlateStroke; 2] {
    let half = half_size(text, height);
    let reach = Vec2::new(half.x - half.y, 0.0);
    let stroke = |radius, color, alpha| PlateStroke {
        ends: [-reach, reach],
        radius,
        color,
        alpha,
    };
    [stroke(half.y + RIM, ink(plate), 0.85), stroke(half.y, plate, 1.0)]
}

/// A text of a height on a plate of a colour, from the rim up to the characters, later strokes over earlier ones.
#[must_use]
pub fn strokes(text: &str, height: f32, plate: Rgb) -> Vec<PlateStroke> {
    let scale = height / glyphs::HEIGHT;
    let characters = glyphs::text(text).0.into_iter().map(|stroke| PlateStroke {
        ends: stroke.ends.map(|end| end * scale),
        radius: stroke.radius * scale,
        color: ink(plate),
        alpha: 1.0,
    });
    ground(text, height, plate)
        .into_iter()
        .chain(characters)
        .collect()
}
