//! Loads levels from memory and finds their warnings.

use bspwalk_levels::{Level, LevelError, LoadOptions, Text, Warning};
use bspwalk_progress::Progress;

/// Returns the default options, but with this many metres per source unit.
pub fn scaled(scale: f64) -> LoadOptions {
    LoadOptions {
        scale: Some(scale),
        ..LoadOptions::default()
    }
}

/// Loads level text in metres that does not refer to other files.
pub fn in_metres(name: &str, text: &str) -> Level {
    bspwalk_levels::load_from_memory(name, text.as_bytes(), &(), &scaled(1.0), &Progress::default())
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Loads a level that does not refer to other files, with the default options.
pub fn from_memory(name: &str, bytes: &[u8]) -> Result<Level, LevelError> {
    bspwalk_levels::load_from_memory(name, bytes, &(), &LoadOptions::default(), &Progress::default())
}

/// Returns the first warning whose message contains `words`.
pub fn warning<'a>(level: &'a Level, words: &str) -> Option<&'a Warning> {
    level
        .warnings
        .iter()
        .find(|warning| warning.message.to_string().contains(words))
}

#[track_caller]
pub fn assert_warned(level: &Level, words: &[&str]) {
    let warned = |warning: &Warning| {
        words
            .iter()
            .all(|word| warning.message.to_string().contains(word))
    };
    assert!(
        level.warnings.iter().any(warned),
        "no warning says {words:?}: {:?}",
        level.warnings
    );
}

#[track_caller]
pub fn assert_conversion_reported(level: &Level, words: &[&str]) {
    let told = |sentence: &Text| words.iter().all(|word| sentence.to_string().contains(word));
    assert!(
        level.conversions.iter().any(told),
        "no sentence says {words:?}: {:?}",
        level.conversions
    );
}
