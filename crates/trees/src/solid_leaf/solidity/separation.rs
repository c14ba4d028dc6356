//! Result of separating solid leaves from empty ones.

/// Result of separating solid leaves from empty ones. Both numbers are 0 if there was nothing to decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Separation {
    /// Threshold of the winding number: leaves below it tend to be empty, leaves above it solid.
    pub level: f64,
    /// Number of augmenting paths of the minimum cut.
    pub augmentations: u32,
}
