//! The renderer of a walk, as selected by `--renderer`.

use bspwalk_text::text;
use clap::ValueEnum;

/// A renderer of the walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Renderer {
    /// Best available renderer, in the order of this list.
    #[default]
    #[value(help = text!("option-value-renderer-auto"))]
    Auto,
    /// In a window, with the graphics driver.
    #[value(help = text!("option-value-renderer-gpu"))]
    Gpu,
    /// In a window, without a graphics driver.
    #[value(help = text!("option-value-renderer-software"))]
    Software,
    /// In the terminal.
    #[value(help = text!("option-value-renderer-terminal"))]
    Terminal,
}

impl Renderer {
    /// Returns the name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Gpu => "gpu",
            Self::Software => "software",
            Self::Terminal => "terminal",
        }
    }
}
