//! Where a walk is drawn, as `--renderer` says it.

use clap::ValueEnum;

/// Where the walk is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Renderer {
    /// The best that the machine has, in the order of this list.
    #[default]
    Auto,
    /// In a window, by the graphics driver.
    Gpu,
    /// In a window, without a graphics driver.
    Software,
    /// In the terminal.
    Terminal,
}

impl Renderer {
    /// Its name on the command line.
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
