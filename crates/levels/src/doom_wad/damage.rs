//! Reason why a lump cannot be read.

use bspwalk_progress::{Cancelled, CheckError};

use crate::{Text, ToText};

/// Reason why a lump cannot be read.
pub(super) enum Damage {
    Cancelled,
    /// A phrase that follows the lump's name.
    Wrong(Text),
}

impl From<Text> for Damage {
    fn from(problem: Text) -> Self {
        Self::Wrong(problem)
    }
}

impl From<Cancelled> for Damage {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<CheckError> for Damage {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Cancelled(_) => Self::Cancelled,
            wrong => Self::Wrong(wrong.to_text()),
        }
    }
}
