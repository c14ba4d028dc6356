//! All trials, with one file per kind of bug report.

mod builtin;
mod common;
mod corners;
mod far;
mod flat;
mod ground;
mod hard;
mod overhangs;
mod platforms;
mod ramps;
mod real;
mod seams;
mod speed;
mod stairs;
mod thin;
mod valleys;
mod walls;

use std::path::Path;

use crate::trial::Trial;

/// Returns the trials in levels built in code, in table order.
#[must_use]
pub fn built() -> Vec<Trial> {
    [
        flat::trials(),
        walls::trials(),
        seams::trials(),
        valleys::trials(),
        ramps::trials(),
        ground::trials(),
        speed::trials(),
        corners::trials(),
        overhangs::trials(),
        stairs::trials(),
        thin::trials(),
        far::trials(),
        platforms::trials(),
        hard::trials(),
    ]
    .concat()
}

/// Returns the trials in the built-in levels.
///
/// # Errors
/// Returns an error message if a level cannot be loaded.
pub fn builtin() -> Result<Vec<Trial>, String> {
    builtin::trials()
}

/// Returns the trials in the third-party levels of a folder, and a sentence for each level that is missing or cannot be
/// read.
#[must_use]
pub fn real(folder: &Path) -> (Vec<Trial>, Vec<String>) {
    real::trials(folder)
}
