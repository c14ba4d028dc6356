//! Legend of an overlay: sentences, and entries for its colours and lines.

use bspwalk_draw::color::palette::{Palette, Rgb};
use bspwalk_text::text;

/// A row of a legend.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// A sentence.
    Note(String),
    /// Colour of an area, with its meaning.
    Area(Rgb, String),
    /// Colour of a line and its width in logical pixels, with its meaning.
    Line(Rgb, f32, String),
    /// Colour scale between two depths. The last number is the maximum depth in the tree.
    Ramp(Palette, [u32; 2], u32),
    /// Colours of categories that have no individual meaning.
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

    /// Returns the colour of an area or a line.
    pub fn color(&self) -> Option<Rgb> {
        match self {
            Self::Area(color, _) | Self::Line(color, ..) => Some(*color),
            _ => None,
        }
    }
}

/// The rows of a legend, from top to bottom.
pub type Legend = Vec<Row>;
