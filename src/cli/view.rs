//! The views of a level, which `shot --view` and the window have in common.

use clap::ValueEnum;

/// How a level is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum, serde::Serialize)]
pub enum View {
    /// From the eyes.
    #[default]
    Eye,
    /// As a model, cut open at a height.
    Model,
    /// The model from straight above, without perspective.
    Plan,
}
