//! Records the files that a level was read from and their hashes, so that a compiled level can detect changes.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    io,
    path::Path,
    sync::Mutex,
};

use crate::text;
use bspwalk_progress::Progress;
use xxhash_rust::xxh3::xxh3_128;

use super::{
    Directory, LevelError, LoadOptions, Resolver, Warning,
    files::{MAX_LEVEL_FILES, Outside},
    read_file,
};

/// The file that a level was read from and the files that it references, each with a hash of its content.
///
/// The hashes detect accidental changes; they are not cryptographic.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Source {
    /// File name without folders, or name of the built-in level.
    pub name: String,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// 128-bit XXH3 hash of the file's content.
    pub hash: u128,
    /// Hashes of the referenced files, by the names that the level uses. `None` for files that could not be read.
    pub files: BTreeMap<String, Option<u128>>,
    /// Names of the files found by extension, in search order, grouped by extension.
    pub listed: BTreeMap<String, Vec<String>>,
}

impl Source {
    /// Returns the hash of a file's content.
    #[must_use]
    pub fn hash_of(content: &[u8]) -> u128 {
        xxh3_128(content)
    }

    /// Returns whether reloading the level would read the same referenced files: their contents are unchanged, missing
    /// files are still missing, and no file has been added. `path` is the level's location, and `options` are the
    /// options it was loaded with.
    #[must_use]
    pub fn files_are_unchanged(&self, path: &Path, options: &LoadOptions) -> bool {
        let directory = Directory::for_level(path, options);
        let mut listed = self.listed.iter();
        listed.all(|(ending, names)| directory.list(ending) == *names)
            && self.files.iter().all(|(name, hash)| {
                let content = directory.read(name).ok();
                content.map(|content| Self::hash_of(&content)) == *hash
            })
    }
}

/// Returns the hash of the file at `path`, as stored in [`Source::hash`].
///
/// # Errors
/// Same as for [`load`](super::load), if the file cannot be read.
pub fn hash_file(path: &Path, progress: &Progress) -> Result<u128, LevelError> {
    let content = read_file(path, &path.display().to_string(), progress)?;
    Ok(Source::hash_of(&content))
}

/// A resolver that records the names and hashes of the files it reads. It also records the files it refused to open
/// because they are outside the level's folder.
pub(super) struct RecordingResolver<'a> {
    files: &'a dyn Resolver,
    record: Mutex<Record>,
}

#[derive(Default)]
struct Record {
    read: BTreeMap<String, Option<u128>>,
    listed: BTreeMap<String, Vec<String>>,
    outside: BTreeSet<(Outside, String)>,
    bytes: u64,
}

impl<'a> RecordingResolver<'a> {
    pub(super) fn new(files: &'a dyn Resolver) -> Self {
        Self {
            files,
            record: Mutex::default(),
        }
    }

    /// Returns warnings about files that were not opened because they are outside the level's folder: one warning for
    /// file names, and one for symbolic links.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        let Ok(record) = self.record.lock() else {
            return Vec::new();
        };
        let of = |kind: Outside| {
            let mut names = record.outside.iter().filter(|(other, _)| *other == kind);
            Some((&names.next()?.1, names.count()))
        };
        let names = of(Outside::Name).map(|(first, more)| match more {
            0 => text!("levels-outside-one", first),
            _ => text!("levels-outside-several", first, more),
        });
        let links = of(Outside::Link).map(|(first, more)| match more {
            0 => text!("levels-links-one", first),
            _ => text!("levels-links-several", first, more),
        });
        let messages = names.into_iter().chain(links);
        messages
            .map(|mut message| {
                message.escape();
                Warning::new(message)
            })
            .collect()
    }

    /// Returns the record of the level's own file and of the files read through this resolver.
    pub(super) fn source(self, name: &str, content: &[u8]) -> Source {
        let record = self.record.into_inner().unwrap_or_default();
        Source {
            name: name.to_owned(),
            bytes: content.len() as u64,
            hash: Source::hash_of(content),
            files: record.read,
            listed: record.listed,
        }
    }
}

impl Resolver for RecordingResolver<'_> {
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>> {
        let mut content = self.files.read(name);
        let mut hash = content.as_ref().ok().map(|content| Source::hash_of(content));
        let Ok(mut record) = self.record.lock() else {
            return content;
        };
        match &content {
            Ok(read) if record.bytes + read.len() as u64 <= MAX_LEVEL_FILES => {
                record.bytes += read.len() as u64;
            }
            Ok(_) => {
                hash = None;
                content = Err(io::Error::other(text!("levels-over-4-gib")));
            }
            Err(error) => {
                let outside = Outside::of(error).map(|outside| (outside, name.to_owned()));
                record.outside.extend(outside);
            }
        }
        record.read.insert(name.to_owned(), hash);
        content
    }

    fn list(&self, ending: &str) -> Vec<String> {
        let names = self.files.list(ending);
        if let Ok(mut record) = self.record.lock() {
            record.listed.insert(ending.to_owned(), names.clone());
        }
        names
    }
}
