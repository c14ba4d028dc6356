//! A cache of compiled levels, so that a large level is compiled only once.
//!
//! Each entry is a file that contains a compiled level. Its name is a hash of the source's content, the options, the
//! parameters, the format version and the code version, because another version of the code may build different trees.
//! The entry also stores the names of all files that the source refers to, with their hashes or the fact that they are
//! missing. A lookup succeeds only if those files are unchanged. Entries are written atomically and never modified, so
//! any number of programs can share a cache. When the cache is full, the least recently used entries are removed.
//!
//! The folder may also contain other files. Only files whose name and first bytes identify them as entries are removed.
//! Links are neither followed nor removed.

use std::{
    env, fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use bspwalk_levels::{LoadOptions, Source, source::hash_file};
use bspwalk_progress::{Cancelled, Progress};
use serde::Serialize;

use super::{
    CompileParams, CompiledLevel, Origin,
    file::{self, EXTENSION, FORMAT_VERSION},
};
use crate::atomic_file::is_temporary_name;

/// Environment variable for the cache folder. An empty value disables the cache.
const FOLDER_VARIABLE: &str = "BSPWALK_CACHE_DIR";

/// Code version: a hash of the sources that affect compilation, computed by `build.rs`.
pub const CODE: &str = env!("BSPWALK_CODE");

/// Maximum size of the user's cache, in bytes.
const USER_BYTES: u64 = 2 << 30;

/// Minimum number of triangles in a cached level. Smaller levels compile so quickly that caching them is not
/// worthwhile.
const LEAST_TRIANGLES: usize = 20_000;

/// Unfinished files of this age are considered abandoned.
const ABANDONED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// A cache of compiled levels in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    folder: PathBuf,
    most_bytes: u64,
    least_triangles: usize,
}

impl Cache {
    /// Returns the user's cache, in the folder given by the environment variable `BSPWALK_CACHE_DIR` or otherwise in
    /// the system's cache folder. Returns `None` if the variable is empty or the system has no cache folder.
    #[must_use]
    pub fn for_user() -> Option<Self> {
        let folder = match env::var_os(FOLDER_VARIABLE) {
            Some(folder) if folder.is_empty() => return None,
            Some(folder) => PathBuf::from(folder),
            None => folder_of_user()?,
        };
        Some(Self::new(folder, USER_BYTES, LEAST_TRIANGLES))
    }

    /// Creates a cache with a capacity of `most_bytes` bytes for levels with at least `least_triangles` triangles. The
    /// folder is created on first use.
    #[must_use]
    pub fn new(folder: PathBuf, most_bytes: u64, least_triangles: usize) -> Self {
        Self {
            folder,
            most_bytes,
            least_triangles,
        }
    }

    /// Returns the cache folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the compiled level for a source file, if the cache has an entry for it and no file of the source has
    /// changed.
    ///
    /// An unreadable entry counts as a cache miss and is replaced when the level is compiled.
    ///
    /// # Errors
    /// Returns [`Cancelled`]. Every other problem counts as a cache miss.
    pub fn find(
        &self,
        path: &Path,
        options: &LoadOptions,
        params: &CompileParams,
        progress: &Progress,
    ) -> Result<Option<CompiledLevel>, Cancelled> {
        // For an empty cache, the source need not be hashed.
        if self.entries().is_empty() {
            return Ok(None);
        }
        let hash = hash_file(path, progress);
        progress.check()?;
        let (Ok(hash), Some(name)) = (hash, path.file_name()) else {
            return Ok(None);
        };
        let entry = self.entry(&name.to_string_lossy(), hash, options, params);
        if !is_file_itself(&entry) {
            return Ok(None);
        }
        let compiled = file::read(&entry, progress);
        progress.check()?;
        let Ok(mut compiled) = compiled else {
            return Ok(None);
        };
        compiled.origin = Origin::Cached;
        // Equal hashes in file names make a match likely, but not certain.
        let is_it = compiled.source.hash == hash
            && compiled.options == *options
            && compiled.params == *params
            && compiled.source.files_are_unchanged(path, options);
        if is_it {
            // The modification time records the last use. If it cannot be set, the only consequence is earlier
            // eviction.
            let _ = fs::File::options()
                .append(true)
                .open(&entry)
                .and_then(|file| file.set_modified(SystemTime::now()));
        }
        Ok(is_it.then_some(compiled))
    }

    /// Adds a compiled level if it is large enough, and evicts old entries if necessary. Returns whether the level was
    /// added.
    pub fn keep(&self, compiled: &CompiledLevel) -> bool {
        if compiled.level.triangles.len() < self.least_triangles {
            return false;
        }
        let entry = self.entry(
            &compiled.source.name,
            compiled.source.hash,
            &compiled.options,
            &compiled.params,
        );
        // Do not modify anything else with this name, such as a link.
        let is_free = fs::symlink_metadata(&entry).map_or(true, |metadata| metadata.is_file());
        let is_kept =
            is_free && fs::create_dir_all(&self.folder).is_ok() && file::write(compiled, &entry).is_ok();
        self.make_room();
        is_kept && entry.is_file()
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for (path, _) in self.entries() {
            let _ = fs::remove_file(path);
        }
    }

    /// Returns the path of a source's entry. The file name is a hash of everything that the entry depends on. `name` is
    /// the source's file name, which becomes the name of the level.
    fn entry(&self, name: &str, content: u128, options: &LoadOptions, params: &CompileParams) -> PathBuf {
        let hash = key(CODE, &(name, content, options, params));
        self.folder.join(format!("{hash:032x}.{EXTENSION}"))
    }

    /// Returns all entries.
    fn entries(&self) -> Vec<(PathBuf, fs::Metadata)> {
        self.own_files(is_name_of_entry)
    }

    /// Returns the files that have a matching name and begin like compiled levels.
    fn own_files(&self, is_meant: impl Fn(&str) -> bool) -> Vec<(PathBuf, fs::Metadata)> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files
            .filter(|file| file.file_name().to_str().is_some_and(&is_meant))
            // For a link, this returns the metadata of the link itself, not of its target.
            .filter_map(|file| Some((file.path(), file.metadata().ok()?)))
            .filter(|(path, metadata)| metadata.is_file() && file::begins_as_compiled(path))
            .collect()
    }

    /// Evicts the least recently used entries until the rest fits, and removes abandoned temporary files.
    fn make_room(&self) {
        let used = |metadata: &fs::Metadata| metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let mut entries = self.entries();
        entries.sort_by_key(|(_, metadata)| used(metadata));
        let mut bytes: u64 = entries.iter().map(|(_, metadata)| metadata.len()).sum();
        for (path, metadata) in entries {
            if bytes <= self.most_bytes {
                break;
            }
            // Failures are harmless: another program may have removed the file or may be reading it.
            let _ = fs::remove_file(path);
            bytes -= metadata.len();
        }
        let begun = self.own_files(|name| is_temporary_name(name, EXTENSION));
        for (path, metadata) in begun {
            if used(&metadata).elapsed().is_ok_and(|age| age > ABANDONED_AFTER) {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// Hashes everything that an entry depends on, including the version of the code.
fn key(code: &str, of: &impl Serialize) -> u128 {
    let program = env!("CARGO_PKG_VERSION");
    let key = postcard::to_stdvec(&(FORMAT_VERSION, program, code, of));
    Source::hash_of(&key.unwrap_or_default())
}

/// Returns whether a file name has the form of an entry name: a 128-bit hash, as written by [`Cache::entry`].
fn is_name_of_entry(name: &str) -> bool {
    let hash = name
        .strip_suffix(EXTENSION)
        .and_then(|name| name.strip_suffix('.'));
    let is_digit = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
    hash.is_some_and(|hash| hash.len() == 32 && hash.bytes().all(is_digit))
}

/// Returns whether the path is a regular file, not a link.
fn is_file_itself(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}

#[cfg(not(target_family = "wasm"))]
fn folder_of_user() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("bspwalk"))
}

/// Browsers have no cache folder.
#[cfg(target_family = "wasm")]
fn folder_of_user() -> Option<PathBuf> {
    None
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn keys_depend_on_code_and_content() {
        let of = ("room.obj", 7_u128);
        assert_eq!(key("a", &of), key("a", &of));
        assert_ne!(key("a", &of), key("b", &of));
        assert_ne!(key("a", &of), key("a", &("room.obj", 8_u128)));
    }
}
