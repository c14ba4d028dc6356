//! The cache of compiled levels, so that a large level is compiled only once.
//!
//! An entry is a compiled level in a file. Its name is a hash of the source's content, the options, the parameters, the
//! format and the program's code, as another version of it makes other trees of the same source. Hashes of the files that the
//! source refers to are in the entry, and are compared when it is found, with the names of those that it would find if they
//! were there. Entries are written whole and never changed, so that any number of programs can use one cache at a time. When
//! there is no room left, the least recently used ones are removed.
//!
//! The user may keep other files in the folder. So only files are removed whose name and first bytes are those of an entry.
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
    CompileParams, CompiledLevel,
    file::{self, EXTENSION, FORMAT_VERSION},
};
use crate::atomic_file::is_temporary_name;

/// The environment variable with the folder of the cache; if it is empty, there is no cache.
pub const FOLDER_VARIABLE: &str = "BSPWALK_CACHE_DIR";

/// What tells the code of one build from that of another: a hash of the sources that decide what is compiled, made by
/// `build.rs`.
pub const CODE: &str = env!("BSPWALK_CODE");

/// Bytes that the cache of a user may take.
const USER_BYTES: u64 = 2 << 30;

/// Levels with fewer triangles compile too fast for the cache to pay off.
const LEAST_TRIANGLES: usize = 20_000;

/// After this time an unfinished file counts as abandoned.
const ABANDONED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// A folder of compiled levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    folder: PathBuf,
    most_bytes: u64,
    least_triangles: usize,
}

impl Cache {
    /// The cache of the user, in the folder of [`FOLDER_VARIABLE`] or in the system's folder of caches. `None` where there
    /// is neither.
    #[must_use]
    pub fn for_user() -> Option<Self> {
        let folder = match env::var_os(FOLDER_VARIABLE) {
            Some(folder) if folder.is_empty() => return None,
            Some(folder) => PathBuf::from(folder),
            None => folder_of_user()?,
        };
        Some(Self::new(folder, USER_BYTES, LEAST_TRIANGLES))
    }

    /// A cache of at most `most_bytes` for levels of at least `least_triangles`. The folder is created when it is needed.
    #[must_use]
    pub fn new(folder: PathBuf, most_bytes: u64, least_triangles: usize) -> Self {
        Self {
            folder,
            most_bytes,
            least_triangles,
        }
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The compiled level of a source file, if there is one and all files of the source are unchanged. An entry that cannot
    /// be read counts as missing, and is replaced once the level is compiled.
    ///
    /// # Errors
    /// [`Cancelled`]; nothing else is an error.
    pub fn find(
        &self,
        path: &Path,
        options: &LoadOptions,
        params: &CompileParams,
        progress: &Progress,
    ) -> Result<Option<CompiledLevel>, Cancelled> {
        // Without entries nothing needs to be hashed.
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
        let Ok(compiled) = compiled else {
            return Ok(None);
        };
        // Equal hashes in the names only make it likely.
        let is_it = compiled.source.hash == hash
            && compiled.options == *options
            && compiled.params == *params
            && compiled.source.files_are_unchanged(path, options);
        if is_it {
            // The time of a file is that of its last use. Where it cannot be set, the entry is removed sooner.
            let _ = fs::File::options()
                .append(true)
                .open(&entry)
                .and_then(|file| file.set_modified(SystemTime::now()));
        }
        Ok(is_it.then_some(compiled))
    }

    /// Adds a compiled level, if it is large enough, and makes room for it. Returns whether it was added.
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
        // Anything else with this name, such as a link, stays as it is.
        let is_free = fs::symlink_metadata(&entry).map_or(true, |metadata| metadata.is_file());
        let is_kept =
            is_free && fs::create_dir_all(&self.folder).is_ok() && file::write(compiled, &entry).is_ok();
        self.make_room();
        is_kept && entry.is_file()
    }

    /// Removes every entry.
    pub fn clear(&self) {
        for (path, _) in self.entries() {
            let _ = fs::remove_file(path);
        }
    }

    /// The path of the entry for a source: a hash of all that the entry depends on. `name` is the file name of the source,
    /// which names the level.
    fn entry(&self, name: &str, content: u128, options: &LoadOptions, params: &CompileParams) -> PathBuf {
        // The notes and warnings of a level are in it, in the language of the program.
        let language = bspwalk_text::language().tag();
        let hash = key(CODE, &(name, content, options, params, language));
        self.folder.join(format!("{hash:032x}.{EXTENSION}"))
    }

    /// The files of its entries.
    fn entries(&self) -> Vec<(PathBuf, fs::Metadata)> {
        self.own_files(is_name_of_entry)
    }

    /// The files with such a name that begin like compiled levels.
    fn own_files(&self, is_meant: impl Fn(&str) -> bool) -> Vec<(PathBuf, fs::Metadata)> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files
            .filter(|file| file.file_name().to_str().is_some_and(&is_meant))
            // For a link these are its own metadata, not its target's.
            .filter_map(|file| Some((file.path(), file.metadata().ok()?)))
            .filter(|(path, metadata)| metadata.is_file() && file::begins_as_compiled(path))
            .collect()
    }

    /// Removes the least recently used entries until the rest fits, and abandoned files.
    fn make_room(&self) {
        let used = |metadata: &fs::Metadata| metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let mut entries = self.entries();
        entries.sort_by_key(|(_, metadata)| used(metadata));
        let mut bytes: u64 = entries.iter().map(|(_, metadata)| metadata.len()).sum();
        for (path, metadata) in entries {
            if bytes <= self.most_bytes {
                break;
            }
            // This fails where another program has removed the file or is reading it, and does no harm.
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

/// The hash of what an entry depends on, and of the code that makes it.
fn key(code: &str, of: &impl Serialize) -> u128 {
    let program = env!("CARGO_PKG_VERSION");
    let key = postcard::to_stdvec(&(FORMAT_VERSION, program, code, of));
    Source::hash_of(&key.unwrap_or_default())
}

/// Whether a file has the name of an entry: a hash of 128 bits, as [`Cache::entry`] writes it.
fn is_name_of_entry(name: &str) -> bool {
    let hash = name
        .strip_suffix(EXTENSION)
        .and_then(|name| name.strip_suffix('.'));
    let is_digit = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
    hash.is_some_and(|hash| hash.len() == 32 && hash.bytes().all(is_digit))
}

/// Whether the path leads to a file without a link at its end.
fn is_file_itself(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}

#[cfg(not(target_family = "wasm"))]
fn folder_of_user() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("bspwalk"))
}

/// A browser keeps no files for the program.
#[cfg(target_family = "wasm")]
fn folder_of_user() -> Option<PathBuf> {
    None
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn another_build_of_the_program_has_other_entries() {
        let of = ("room.obj", 7_u128);
        assert_eq!(key("a", &of), key("a", &of));
        assert_ne!(key("a", &of), key("b", &of));
        assert_ne!(key("a", &of), key("a", &("room.obj", 8_u128)));
    }
}
