//! Up axis of a source.

/// Axis that points up in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UpAxis {
    /// Y is up, as in the level's own space.
    #[default]
    #[serde(alias = "Y")]
    Y,
    /// Z is up: (x, y, z) becomes (x, z, −y).
    #[serde(alias = "Z")]
    Z,
}

impl UpAxis {
    /// Returns the axis's name as used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Y => "y",
            Self::Z => "z",
        }
    }
}
