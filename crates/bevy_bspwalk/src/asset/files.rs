//! Fetches the files that a level references, using the level's asset source.
//!
//! Level loaders request files synchronously, but asset sources respond asynchronously. The loader therefore reads a
//! level several times. After each pass it fetches all missing files at once. It stops when a pass requests no new
//! files.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap},
    io,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use bevy::asset::{AssetPath, LoadContext};
use bspwalk_levels::Resolver;

/// Maximum length of a file name, in bytes.
const LONGEST_NAME: usize = 4096;

/// Maximum number of components of a path, including the file name. Absolute paths from other machines may
/// have many more.
const DEEPEST: usize = 16;

/// Fetched files, keyed by their names in the level, and files requested since the last fetch.
pub(super) struct Files<'a> {
    fetched: HashMap<String, Option<Vec<u8>>>,
    wanted: Mutex<BTreeSet<String>>,
    beside: &'a [String],
}

impl<'a> Files<'a> {
    /// Creates an empty set. Formats that search for files by extension search the names in `beside`.
    pub(super) fn new(beside: &'a [String]) -> Self {
        Self {
            fetched: HashMap::new(),
            wanted: Mutex::default(),
            beside,
        }
    }

    /// Fetches the requested files. Returns whether there were any.
    pub(super) async fn fetch(&mut self, context: &mut LoadContext<'_>) -> bool {
        let wanted = std::mem::take(self.wanted.get_mut().unwrap_or_else(PoisonError::into_inner));
        let level = context.path().clone_owned();
        let any = !wanted.is_empty();
        for name in wanted {
            let mut content = None;
            for path in candidates(&name) {
                let folder = level.path().parent().unwrap_or(level.path());
                let path =
                    AssetPath::from_path_buf(folder.join(path)).with_source(level.source().clone_owned());
                content = context.read_asset_bytes(path).await.ok();
                if content.is_some() {
                    break;
                }
            }
            self.fetched.insert(name, content);
        }
        any
    }
}

impl Resolver for Files<'_> {
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>> {
        match self.fetched.get(name) {
            Some(Some(content)) => Ok(Cow::Borrowed(content)),
            Some(None) => Err(io::ErrorKind::NotFound.into()),
            None => {
                let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
                wanted.insert(name.to_owned());
                Err(io::ErrorKind::NotFound.into())
            }
        }
    }

    fn list(&self, ending: &str) -> Vec<String> {
        let ending = ending.to_lowercase();
        let is_such = |name: &&String| name.to_lowercase().ends_with(&ending);
        let mut names: Vec<String> = self.beside.iter().filter(is_such).cloned().collect();
        names.sort();
        names
    }
}

/// Returns candidate paths for a file, relative to the level's folder, longest first. Each path drops one more leading
/// folder. No path leads outside the level's folder.
fn candidates(name: &str) -> Vec<PathBuf> {
    if name.len() > LONGEST_NAME || name.contains('\0') {
        return Vec::new();
    }
    let mut parts: Vec<&str> = Vec::new();
    let mut is_outside = name.starts_with(['/', '\\']);
    for part in name.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." if parts.pop().is_none() => is_outside = true,
            ".." => {}
            // Discard the drive letter of an absolute Windows path.
            drive if drive.contains(':') => {
                parts.clear();
                is_outside = true;
            }
            part => parts.push(part),
        }
    }
    let first = usize::from(is_outside && parts.len() > 1).max(parts.len().saturating_sub(DEEPEST));
    (first..parts.len())
        .map(|skipped| parts[skipped..].iter().collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_any_platform_stay_in_the_folder() {
        let of = |name: &str| {
            let found = candidates(name).into_iter();
            let slashed = found.map(|path| path.to_string_lossy().replace('\\', "/"));
            slashed.collect::<Vec<_>>()
        };
        assert_eq!(of("wall.png"), ["wall.png"]);
        assert_eq!(of(r"textures\wall.png"), ["textures/wall.png", "wall.png"]);
        assert_eq!(of("./a/../b.png"), ["b.png"]);
        assert_eq!(of("../secret.png"), ["secret.png"]);
        assert_eq!(of("/etc/passwd"), ["passwd"]);
        assert_eq!(of(r"C:\art\b.png"), ["b.png"]);
        assert!(of("a\0b").is_empty() && of("..").is_empty() && of("").is_empty());
        assert!(of(&"x/".repeat(5000)).is_empty());
        assert_eq!(of(&format!("{}b.png", "x/".repeat(40))).len(), DEEPEST);
    }
}
