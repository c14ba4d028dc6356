//! A cache of compiled levels, so that a large level is compiled only once.
//!
//! Each entry is a file with a compiled level. Its name is a hash of the source's content, the options, the
//! parameters, the format and the version of the code, because another version may build other trees. The
//! entry also contains hashes of all files that the source refers to, and the names of missing ones. Both are
//! compared when an entry is found. Entries are written atomically and never modified, so any number of
//! programs can use the same cache. When the cache is full, the least recently used entries are removed.
//!
//! The folder may also contain other files of the user. Only files whose name and first bytes match an entry
//! are removed. Links are neither followed nor removed.

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

/// Environment variable that contains the folder of the cache. An empty value disables the cache.
const FOLDER_VARIABLE: &str = "BSPWALK_CACHE_DIR";

/// Version of the code: a hash of the sources that affect compilation, computed by `build.rs`.
pub const CODE: &str = env!("BSPWALK_CODE");

/// Maximum size of a user's cache, in bytes.
const USER_BYTES: u64 = 2 << 30;

/// Minimum number of triangles of a cached level. Smaller levels compile so fast that caching does not pay
/// off.
const LEAST_TRIANGLES: usize = 20_000;

/// Age after which an unfinished file is considered abandoned.
const ABANDONED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// A folder of compiled levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    folder: PathBuf,
    most_bytes: u64,
    least_triangles: usize,
}

impl Cache {
    /// Returns the user's cache, in the folder of the environment variable `BSPWALK_CACHE_DIR` or in the system's
    /// cache folder. Returns `None` if the variable is empty or if there is no such folder.
    #[must_use]
    pub fn for_user() -> Option<Self> {
        let folder = match env::var_os(FOLDER_VARIABLE) {
            Some(folder) if folder.is_empty() => return None,
            Some(folder) => PathBuf::from(folder),
            None => folder_of_user()?,
        };
        Some(Self::new(folder, USER_BYTES, LEAST_TRIANGLES))
    }

    /// Creates a cache of at most `most_bytes` for levels with at least `least_triangles`. The folder is created on
    /// first use.
    #[must_use]
    pub fn new(folder: PathBuf, most_bytes: u64, least_triangles: usize) -> Self {
        Self {
            folder,
            most_bytes,
            least_triangles,
        }
    }

    /// Returns the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the compiled level of a source file, if there is an entry and all files of the source are
    /// unchanged.
    ///
    /// An unreadable entry counts as missing, and is replaced when the level is compiled.
    ///
    /// # Errors
    /// Returns [`Cancelled`]. All other problems count as a missing entry.
    pub fn find(
        &self,
        path: &Path,
        options: &LoadOptions,
        params: &CompileParams,
        progress: &Progress,
    ) -> Result<Option<CompiledLevel>, Cancelled> {
        // An empty cache needs no hash.
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
        // Equal hashes in the names make a match likely, but not certain.
        let is_it = compiled.source.hash == hash
            && compiled.options == *options
            && compiled.params == *params
            && compiled.source.files_are_unchanged(path, options);
        if is_it {
            // The modification time records the last use. If it cannot be set, the entry is only evicted sooner.
            let _ = fs::File::options()
                .append(true)
                .open(&entry)
                .and_then(|file| file.set_modified(SystemTime::now()));
        }
        Ok(is_it.then_some(compiled))
    }

    /// Adds a compiled level if it is large enough, and evicts old entries. Returns whether it was added.
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
        // Other objects with this name, such as links, are not modified.
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

    /// Returns the path of the entry for a source. The file name is a hash of everything that the entry
    /// depends on. `name` is the file name of the source, which becomes the name of the level.
    fn entry(&self, name: &str, content: u128, options: &LoadOptions, params: &CompileParams) -> PathBuf {
        // The notes and warnings of a level are stored in the current language.
        let language = bspwalk_text::language().tag();
        let hash = key(CODE, &(name, content, options, params, language));
        self.folder.join(format!("{hash:032x}.{EXTENSION}"))
    }

    /// Returns the files of all entries.
    fn entries(&self) -> Vec<(PathBuf, fs::Metadata)> {
        self.own_files(is_name_of_entry)
    }

    /// Returns the files with a matching name that begin like compiled levels.
    fn own_files(&self, is_meant: impl Fn(&str) -> bool) -> Vec<(PathBuf, fs::Metadata)> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files
            .filter(|file| file.file_name().to_str().is_some_and(&is_meant))
            // This returns the metadata of a link itself, not of its target.
            .filter_map(|file| Some((file.path(), file.metadata().ok()?)))
            .filter(|(path, metadata)| metadata.is_file() && file::begins_as_compiled(path))
            .collect()
    }

    /// Evicts the least recently used entries until the rest fits, and removes abandoned files.
    fn make_room(&self) {
        let used = |metadata: &fs::Metadata| metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let mut entries = self.entries();
        entries.sort_by_key(|(_, metadata)| used(metadata));
        let mut bytes: u64 = entries.iter().map(|(_, metadata)| metadata.len()).sum();
        for (path, metadata) in entries {
            if bytes <= self.most_bytes {
                break;
            }
            // A failure is harmless: another program may have removed the file or may be reading it.
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

/// Hashes everything that an entry depends on, including the code version.
fn key(code: &str, of: &impl Serialize) -> u128 {
    let program = env!("CARGO_PKG_VERSION");
    let key = postcard::to_stdvec(&(FORMAT_VERSION, program, code, of));
    Source::hash_of(&key.unwrap_or_default())
}

/// Returns whether a file name matches an entry: a hash of 128 bits, as written by [`Cache::entry`].
fn is_name_of_entry(name: &str) -> bool {
    let hash = name
        .strip_suffix(EXTENSION)
        .and_then(|name| name.strip_suffix('.'));
    let is_digit = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
    hash.is_some_and(|hash| hash.len() == 32 && hash.bytes().all(is_digit))
}

/// Returns whether the path is a regular file and not a link.
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
