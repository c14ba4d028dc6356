//! What a picture of vectors consists of: filled areas, lines and texts, from the back to the front.

use bspwalk_levels::color::palette::Rgb;
use glam::DVec2;
use i_overlay::{core::fill_rule::FillRule, float::simplify::SimplifyShape};

use super::font::Font;

/// How far opaque areas reach beyond their edges together with their neighbours, in pixels, so that nothing shines through between
/// two that meet.
pub(super) const OVERLAP: f64 = 0.9;

/// A picture of vectors. Places are in pixels from the upper left corner, to the right and down, on a grid of hundredths.
#[derive(Clone, Debug, PartialEq)]
pub struct Vectors {
    /// What the picture shows, in a few words.
    pub title: String,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Its parts, later ones over earlier ones.
    pub groups: Vec<Group>,
}

/// A part of a picture that has a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: &'static str,
    /// Its shapes, later ones over earlier ones.
    pub shapes: Vec<Shape>,
}

/// A shape with its colour and its opacity in percent.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled area.
    Area {
        /// Closed contours, of which none crosses another; a place is inside where they wind around it.
        contours: Vec<Vec<DVec2>>,
        /// Its colour.
        color: Rgb,
        /// Its opacity in percent.
        percent: u8,
        /// Width of the line along its edges, of the same colour, in pixels; 0 for none.
        rim: f64,
    },
    /// Lines with round ends. Where they cross, they do not add up.
    Lines {
        /// Their ends.
        lines: Vec<[DVec2; 2]>,
        /// Their colour.
        color: Rgb,
        /// Their opacity in percent.
        percent: u8,
        /// Their width in pixels.
        width: f64,
    },
    /// A line of text.
    Text {
        /// What is written.
        text: String,
        /// The left end of its base line, or the middle of it.
        at: DVec2,
        /// Whether the place is the middle.
        is_centred: bool,
        /// Its font.
        font: Font,
        /// The size of the font in pixels.
        size: f64,
        /// Its colour.
        color: Rgb,
        /// Its opacity in percent.
        percent: u8,
    },
}

impl Shape {
    /// The area of some polygons, which may overlap; `None` where nothing is seen of it.
    pub(super) fn area(parts: &[Vec<DVec2>], color: Rgb, opacity: f64, rim: f64) -> Option<Self> {
        // On a grid, corners that rounding has moved apart meet again.
        let shape: Vec<Vec<[f64; 2]>> = parts
            .iter()
            .map(|part| part.iter().map(|&place| grid(place).to_array()).collect())
            .collect();
        let united = shape.simplify_shape(FillRule::NonZero);
        let contours = united.into_iter().flatten();
        let contours: Vec<Vec<DVec2>> = contours
            .map(|contour| contour.into_iter().map(|place| grid(place.into())).collect())
            .collect();
        let percent = percent(opacity);
        (!contours.is_empty() && percent > 0).then_some(Self::Area {
            contours,
            color,
            percent,
            rim,
        })
    }

    /// Lines; `None` where nothing is seen of them.
    pub(super) fn lines(
        lines: impl IntoIterator<Item = [DVec2; 2]>,
        color: Rgb,
        opacity: f64,
        width: f64,
    ) -> Option<Self> {
        let lines: Vec<[DVec2; 2]> = lines.into_iter().map(|ends| ends.map(grid)).collect();
        let (percent, width) = (percent(opacity), grid_of(width));
        (!lines.is_empty() && percent > 0 && width > 0.0).then_some(Self::Lines {
            lines,
            color,
            percent,
            width,
        })
    }

    /// An opaque rectangle between two corners.
    pub(super) fn rectangle(low: DVec2, high: DVec2, color: Rgb) -> Self {
        let (low, high) = (grid(low), grid(high));
        let corners = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
        Self::Area {
            contours: vec![corners.to_vec()],
            color,
            percent: 100,
            rim: 0.0,
        }
    }
}

/// Whole percents of an opacity from 0 to 1; what is above is opaque.
fn percent(opacity: f64) -> u8 {
    (opacity * 100.0).round().clamp(0.0, 100.0) as u8
}

/// The nearest place of the grid.
pub(super) fn grid(place: DVec2) -> DVec2 {
    DVec2::new(grid_of(place.x), grid_of(place.y))
}

/// The nearest hundredth.
pub(super) fn grid_of(value: f64) -> f64 {
    // Adding zero makes a negative zero a positive one.
    (value * 100.0).round() / 100.0 + 0.0
}
