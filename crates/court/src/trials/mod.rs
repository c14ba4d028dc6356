//! All trials, a file for each kind of report.

mod builtin;
mod common;
mod corners;
mod far;
mod flat;
mod ground;
mod overhangs;
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

/// The trials in levels built in code, in the order of the table.
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
    ]
    .concat()
}

/// The trials in the built-in levels.
///
/// # Errors
/// A sentence, where one of them cannot be loaded.
pub fn builtin() -> Result<Vec<Trial>, String> {
    builtin::trials()
}

/// The trials in the real levels of a folder, and a sentence for each level that cannot be read or is not there.
#[must_use]
pub fn real(folder: &Path) -> (Vec<Trial>, Vec<String>) {
    real::trials(folder)
}
