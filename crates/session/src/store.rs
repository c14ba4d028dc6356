//! The store: where the program keeps what it writes, and finds it again. Settings, pictures, scripts and tables go through it, so
//! that a program without a disk needs another [`Store`] and nothing else. Levels are read by `bspwalk_levels`, which also takes
//! them from memory.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::OnceLock,
};

use bspwalk_compile::atomic_file;

/// The folder of what a browser keeps for the next visit.
pub const KEPT: &str = "/kept";

/// Keeps files by their paths. Each function has the errors of what keeps them, which do not name the file.
pub trait Store: Send + Sync {
    /// The content of a file. One of more than `most` bytes is an error, [`io::ErrorKind::FileTooLarge`].
    ///
    /// # Errors
    /// There is none, it is too large, or it cannot be read.
    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>>;

    /// Writes a file, whole or not at all, and its folder.
    ///
    /// # Errors
    /// It cannot be written; then the old one is there as it was.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Writes a file with the first of these names that is free, all of one folder, and that folder. Returns its path.
    ///
    /// # Errors
    /// It cannot be written, or no name is free.
    fn write_first_free(&self, paths: &mut dyn Iterator<Item = PathBuf>, bytes: &[u8])
    -> io::Result<PathBuf>;

    /// Gives a file another name.
    ///
    /// # Errors
    /// It cannot be renamed.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Whether there is anything of this name.
    fn exists(&self, path: &Path) -> bool;
}

/// The files of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Store for Disk {
    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        // A device has no length that could be asked for first.
        let file = fs::File::open(path)?;
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(bytes)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        atomic_file::write(path, bytes)
    }

    fn write_first_free(
        &self,
        paths: &mut dyn Iterator<Item = PathBuf>,
        bytes: &[u8],
    ) -> io::Result<PathBuf> {
        let mut paths = paths.peekable();
        if let Some(folder) = paths.peek().and_then(|path| path.parent()) {
            fs::create_dir_all(folder)?;
        }
        atomic_file::write_first_free(paths, bytes)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }
}

static STORE: OnceLock<Box<dyn Store>> = OnceLock::new();

/// The store of the program: [`Disk`], unless [`set`] was called first.
#[must_use]
pub fn get() -> &'static dyn Store {
    &**STORE.get_or_init(|| Box::new(Disk))
}

/// Sets the store of the program. Returns whether that was in time: a store that was asked for stays.
pub fn set(store: impl Store + 'static) -> bool {
    STORE.set(Box::new(store)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_kept_and_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/in/it.txt");
        assert!(!Disk.exists(&path));
        assert_eq!(Disk.read(&path, 9).unwrap_err().kind(), io::ErrorKind::NotFound);
        Disk.write(&path, b"content").unwrap();
        assert_eq!(Disk.read(&path, 7).unwrap(), b"content");
        let too_large = Disk.read(&path, 6).unwrap_err();
        assert_eq!(too_large.kind(), io::ErrorKind::FileTooLarge);
        let other = path.with_extension("bak");
        Disk.rename(&path, &other).unwrap();
        assert!(Disk.exists(&other) && !Disk.exists(&path));
        let mut names = [other, path.clone()].into_iter();
        assert_eq!(Disk.write_first_free(&mut names, b"new").unwrap(), path);
    }

    #[test]
    fn a_store_that_was_asked_for_stays() {
        assert!(!get().exists(Path::new("")));
        assert!(!set(Disk), "it was asked for");
    }
}
