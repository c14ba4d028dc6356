//! The legend of an overlay: sentences, and what its colours and lines mean.

use bspwalk_levels::color::palette::{Palette, Rgb};
use bspwalk_text::text;

/// A row of a legend.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// A sentence.
    Note(String),
    /// What a filled area of a colour means.
    Area(Rgb, String),
    /// What a line of a colour, of so many logical pixels, means.
    Line(Rgb, f32, String),
    /// The colours of depths, from the first of these to the second, in a tree whose deepest node is so deep.
    Ramp(Palette, [u32; 2], u32),
    /// The colours of what is only told apart.
    Categories(Palette),
}

impl Row {
    /// A sentence.
    pub fn note(text: impl Into<String>) -> Self {
        Self::Note(text.into())
    }

    /// What a filled area of a colour means.
    pub fn area(color: Rgb, text: impl Into<String>) -> Self {
        Self::Area(color, text.into())
    }

    /// What a line of a colour, of so many logical pixels, means.
    pub fn line(color: Rgb, width: f32, text: impl Into<String>) -> Self {
        Self::Line(color, width, text.into())
    }

    /// What is written beside it.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Note(text) | Self::Area(_, text) | Self::Line(_, _, text) => text,
            Self::Ramp(..) => text!("legend-depth"),
            Self::Categories(_) => "",
        }
    }
}

/// The rows of a legend, from the top.
pub type Legend = Vec<Row>;
