//! Selects levels for a benchmark.

use std::{env, path::PathBuf};

use crate::levels;

/// Substrings of level names. A level is selected if its name contains any of them. An empty list selects all levels.
pub struct LevelNameFilter(Vec<String>);

impl LevelNameFilter {
    /// Reads the command line of a benchmark. Returns `None` under `cargo test`, which measures nothing.
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

    /// Returns the selected OBJ files of the shared levels, each with its name.
    pub fn shared_files(&self) -> Vec<(String, PathBuf)> {
        let paths = levels::folder().map(|folder| levels::files_in(&folder));
        let name = |path: PathBuf| Some((path.file_stem()?.to_string_lossy().into_owned(), path));
        let named = paths.unwrap_or_default().into_iter().filter_map(name);
        named.filter(|(name, _)| self.includes(name)).collect()
    }
}
