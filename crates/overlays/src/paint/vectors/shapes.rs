//! The elements of a vector picture: filled areas, lines and text, from back to front.

use bspwalk_draw::color::palette::Rgb;
use glam::DVec2;
use i_overlay::{core::fill_rule::FillRule, float::simplify::SimplifyShape};

use super::font::Font;

/// Width of the line around opaque areas, in pixels. It makes adjacent areas overlap, so that no gaps show between
/// them.
pub(super) const OVERLAP: f64 = 0.9;

/// A vector picture. Coordinates are in pixels right and down from the upper left corner, on a grid of hundredths.
#[derive(Clone, Debug, PartialEq)]
pub struct Vectors {
    pub(super) title: String,
    /// Width and height, in pixels.
    pub(super) size: [u32; 2],
    pub(super) groups: Vec<Group>,
}

/// A named part of a picture. Later shapes cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    pub(super) name: &'static str,
    pub(super) shapes: Vec<Shape>,
}

/// A shape with its colour and opacity in percent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shape {
    pub(super) color: Rgb,
    pub(super) percent: u8,
    pub(super) form: Form,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// An area filled with the nonzero winding rule.
    Area {
        contours: Vec<Vec<DVec2>>,
        /// Width of the line along its edges in the same colour, in pixels; 0 for no line.
        rim: f64,
    },
    /// Lines with round ends. Their opacity does not accumulate where they cross.
    Lines {
        lines: Vec<[DVec2; 2]>,
        /// Width, in pixels.
        width: f64,
    },
    /// A line of text.
    Text {
        text: String,
        /// Left end or centre of the baseline, depending on the alignment.
        at: DVec2,
        is_centred: bool,
        font: Font,
        /// Font size, in pixels.
        size: f64,
    },
}

impl Shape {
    /// Returns the union of polygons that may overlap; `None` if it is invisible.
    pub(super) fn area(parts: &[Vec<DVec2>], color: Rgb, opacity: f64, rim: f64) -> Option<Self> {
        // On the grid, corners that rounding separated coincide again.
        let shape: Vec<Vec<[f64; 2]>> = parts
            .iter()
            .map(|part| {
                part.iter()
                    .map(|&place| round_to_grid(place).to_array())
                    .collect()
            })
            .collect();
        let united = shape.simplify_shape(FillRule::NonZero);
        let contours = united.into_iter().flatten();
        let contours: Vec<Vec<DVec2>> = contours
            .map(|contour| {
                contour
                    .into_iter()
                    .map(|place| round_to_grid(place.into()))
                    .collect()
            })
            .collect();
        let percent = percent(opacity);
        (!contours.is_empty() && percent > 0).then_some(Self {
            color,
            percent,
            form: Form::Area { contours, rim },
        })
    }

    /// Returns a shape of several lines; `None` if they are invisible.
    pub(super) fn lines(
        lines: impl IntoIterator<Item = [DVec2; 2]>,
        color: Rgb,
        opacity: f64,
        width: f64,
    ) -> Option<Self> {
        let lines: Vec<[DVec2; 2]> = lines.into_iter().map(|ends| ends.map(round_to_grid)).collect();
        let (percent, width) = (percent(opacity), grid_of(width));
        (!lines.is_empty() && percent > 0 && width > 0.0).then_some(Self {
            color,
            percent,
            form: Form::Lines { lines, width },
        })
    }

    pub(super) fn rectangle(low: DVec2, high: DVec2, color: Rgb) -> Self {
        let (low, high) = (round_to_grid(low), round_to_grid(high));
        let contours = vec![vec![
            low,
            DVec2::new(high.x, low.y),
            high,
            DVec2::new(low.x, high.y),
        ]];
        Self {
            color,
            percent: 100,
            form: Form::Area { contours, rim: 0.0 },
        }
    }
}

/// Converts an opacity to whole percent, clamped to 0 to 100.
fn percent(opacity: f64) -> u8 {
    (opacity * 100.0).round().clamp(0.0, 100.0) as u8
}

pub(super) fn round_to_grid(place: DVec2) -> DVec2 {
    DVec2::new(grid_of(place.x), grid_of(place.y))
}

pub(super) fn grid_of(value: f64) -> f64 {
    // Adding zero turns negative zero into positive zero.
    (value * 100.0).round() / 100.0 + 0.0
}
