//! Compiled levels that the program keeps by itself, so that a large level is compiled once.
//!
//! An entry is a compiled level in a file named by a hash of what it was made from: the content of the source, how it
//! was read, by which parameters it was compiled, in which format. The files that the source names are hashed in the
//! entry, and compared when it is found. Entries are written whole and never changed, so that any number of programs can
//! use one cache at a time. What was not used for longest goes when there is no room left.
//!
//! The folder may be one in which a person keeps files too. What is removed has therefore a name that only this program
//! gives and begins as it writes its files, and is a file itself: links are neither followed nor removed.

use std::{
    env, fs,
    io::Read,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use etcetera::BaseStrategy;
use serde::Serialize;

use super::{
    CompileParams, CompiledLevel,
    file::{self, EXTENSION, FORMAT_VERSION},
};
use crate::{
    level::{LoadOptions, Source, source::hash_file},
    progress::{Cancelled, Progress},
};

/// The environment variable that names the folder of the cache; where it is empty, there is none.
pub const FOLDER_VARIABLE: &str = "BSPWALK_CACHE_DIR";

/// Bytes that the cache of a user may take.
const USER_BYTES: u64 = 2 << 30;

/// Levels with fewer triangles are compiled too fast for the cache to pay.
const LEAST_TRIANGLES: usize = 20_000;

/// A file that was begun this long ago is being written by nobody any more.
const ABANDONED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// A folder of compiled levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    folder: PathBuf,
    most_bytes: u64,
    least_triangles: usize,
}

/// What an entry is named by.
#[derive(Serialize)]
struct Key<'a> {
    format: u32,
    program: &'static str,
    /// The level takes its own name from it.
    name: &'a str,
    content: u128,
    options: &'a LoadOptions,
    params: &'a CompileParams,
}

impl Cache {
    /// The cache of the user: in the folder that [`FOLDER_VARIABLE`] names, else where the system keeps caches. `None`
    /// where there is no such place.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        let folder = match env::var_os(FOLDER_VARIABLE) {
            Some(folder) if folder.is_empty() => return None,
            Some(folder) => PathBuf::from(folder),
            None => etcetera::choose_base_strategy()
                .ok()?
                .cache_dir()
                .join(env!("CARGO_PKG_NAME")),
        };
        Some(Self::new(folder, USER_BYTES, LEAST_TRIANGLES))
    }

    /// A cache of at most `most_bytes` in a folder, which is made when it is needed, for levels of at least
    /// `least_triangles`.
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

    /// The compiled level of a source file, if it is there and the files are unchanged. An entry that cannot be read is
    /// passed over; the level is compiled, and kept in its place.
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
        // The name is a hash, which says only that it should be.
        let is_it = compiled.source.hash == hash
            && compiled.options == *options
            && compiled.params == *params
            && compiled.source.files_are_unchanged(path);
        if is_it {
            // Its time tells when it was last used. Where that cannot be set, it goes sooner.
            let _ = fs::File::options()
                .append(true)
                .open(&entry)
                .and_then(|file| file.set_modified(SystemTime::now()));
        }
        Ok(is_it.then_some(compiled))
    }

    /// Keeps a compiled level, if it is large enough, and makes room for it; whether it is kept.
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
        // Where something else than a file has the name, a link above all, it stays as it is.
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

    /// Where the compiled level of a source is kept.
    fn entry(&self, name: &str, content: u128, options: &LoadOptions, params: &CompileParams) -> PathBuf {
        let key = Key {
            format: FORMAT_VERSION,
            program: env!("CARGO_PKG_VERSION"),
            name,
            content,
            options,
            params,
        };
        let key = postcard::to_stdvec(&key).unwrap_or_default();
        let hash = Source::hash_of(&key);
        self.folder.join(format!("{hash:032x}.{EXTENSION}"))
    }

    /// The files of its entries.
    fn entries(&self) -> Vec<(PathBuf, fs::Metadata)> {
        self.own_files(is_name_of_entry)
    }

    /// The files with such a name that this program wrote.
    fn own_files(&self, is_meant: impl Fn(&str) -> bool) -> Vec<(PathBuf, fs::Metadata)> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        files
            .filter(|file| file.file_name().to_str().is_some_and(&is_meant))
            // Of a link, this is what the link is.
            .filter_map(|file| Some((file.path(), file.metadata().ok()?)))
            .filter(|(path, metadata)| metadata.is_file() && begins_as_compiled(path))
            .collect()
    }

    /// Removes what was not used for longest until the rest has room, and what was begun and never finished.
    fn make_room(&self) {
        let used = |metadata: &fs::Metadata| metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let mut entries = self.entries();
        entries.sort_by_key(|(_, metadata)| used(metadata));
        let mut bytes: u64 = entries.iter().map(|(_, metadata)| metadata.len()).sum();
        for (path, metadata) in entries {
            if bytes <= self.most_bytes {
                break;
            }
            // Another program may have removed it, or may be reading it: it is gone or goes later.
            let _ = fs::remove_file(path);
            bytes -= metadata.len();
        }
        let begun = self.own_files(file::is_temporary_name);
        for (path, metadata) in begun {
            if used(&metadata).elapsed().is_ok_and(|age| age > ABANDONED_AFTER) {
                let _ = fs::remove_file(path);
            }
        }
    }
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

/// Whether a file begins as every compiled level does, whatever its format.
fn begins_as_compiled(path: &Path) -> bool {
    let mut start = [0; 8];
    let is_read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
    is_read.is_ok() && file::is_compiled(&start)
}
