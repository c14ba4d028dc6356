//! Errors of a brush survey.

use bspwalk_compile::CompileError;
use bspwalk_levels::{DetailError, LevelError};
use bspwalk_progress::Cancelled;
use bspwalk_text::Localize;
use bspwalk_trees::solid_leaf::pvs::PvsError;

/// Reason why a brush survey failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// The survey was cancelled.
    #[error("{}", .0.localized())]
    Cancelled(#[from] Cancelled),
    /// The text is not a valid map, or contains nothing usable.
    #[error("{}", .0.localized())]
    Level(LevelError),
    /// The trees cannot be built from the map.
    #[error("{}", .0.localized())]
    Compile(CompileError),
    /// The steps of the portal flow cannot be counted.
    #[error("{}", .0.localized())]
    Flow(PvsError),
    /// A brush cannot become detail.
    #[error("{}", .0.localized())]
    Detail(#[from] DetailError),
}

impl From<LevelError> for SurveyError {
    fn from(error: LevelError) -> Self {
        match error {
            LevelError::Cancelled => Self::Cancelled(Cancelled),
            error => Self::Level(error),
        }
    }
}

impl From<CompileError> for SurveyError {
    fn from(error: CompileError) -> Self {
        match error {
            CompileError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::Compile(error),
        }
    }
}

impl From<PvsError> for SurveyError {
    fn from(error: PvsError) -> Self {
        match error {
            PvsError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            error => Self::Flow(error),
        }
    }
}
