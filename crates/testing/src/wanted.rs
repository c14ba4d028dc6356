//! Selects levels for a benchmark.

use std::env;

/// Substrings that the names of the selected levels contain.
pub struct Wanted(Vec<String>);

impl Wanted {
    /// Parses the command line of a benchmark. Returns `None` under `cargo test`, which does not measure anything.
    pub fn by_arguments() -> Option<Self> {
        let mut parts = Vec::new();
        let mut measures = false;
        for argument in env::args().skip(1) {
            measures |= argument == "--bench";
            if !argument.starts_with('-') {
                parts.push(argument);
            }
        }
        measures.then_some(Self(parts))
    }

    /// Returns whether all levels are selected.
    pub fn is_all(&self) -> bool {
        self.0.is_empty()
    }

    pub fn includes(&self, name: &str) -> bool {
        self.is_all() || self.0.iter().any(|part| name.contains(part.as_str()))
    }
}
