//! The levels that a bench is asked for.

use std::env;

/// Parts of names of levels.
pub struct Wanted(Vec<String>);

impl Wanted {
    /// As the command line of a bench says; `None` where `cargo test` runs it, which measures nothing.
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

    /// Whether all are wanted.
    pub fn is_all(&self) -> bool {
        self.0.is_empty()
    }

    pub fn includes(&self, name: &str) -> bool {
        self.is_all() || self.0.iter().any(|part| name.contains(part.as_str()))
    }
}
