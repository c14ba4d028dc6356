//! The legend of an overlay: sentences, and the meaning of its colours and lines.

use bspwalk_levels::color::palette::{Palette, Rgb};
use bspwalk_text::text;

/// A row of a legend.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// A sentence.
    Note(String),
    /// The meaning of a filled area's colour.
    Area(Rgb, String),
    /// The meaning of a line: colour, width in logical pixels, text.
    Line(Rgb, f32, String),
    /// A colour scale between two depths. The last number is the maximum depth of the tree.
    Ramp(Palette, [u32; 2], u32),
    /// The colours of categories, which have no individual meaning.
    Categories(Palette),
}

impl Row {
    /// Builds a row with a sentence.
    pub fn note(text: impl Into<String>) -> Self {
        Self::Note(text.into())
    }

    /// Builds a row for a filled area.
    pub fn area(color: Rgb, text: impl Into<String>) -> Self {
        Self::Area(color, text.into())
    }

    /// Builds a row for a line with a width in logical pixels.
    pub fn line(color: Rgb, width: f32, text: impl Into<String>) -> Self {
        Self::Line(color, width, text.into())
    }

    /// Returns the text of the row.
    pub fn text(&self) -> &str {
        match self {
            Self::Note(text) | Self::Area(_, text) | Self::Line(_, _, text) => text,
            Self::Ramp(..) => text!("legend-depth"),
            Self::Categories(_) => "",
        }
    }
}

/// The rows of a legend, from top to bottom.
pub type Legend = Vec<Row>;
