//! Storage of settings, pictures, scripts and tables.
//!
//! A platform without a disk only has to provide a different [`Store`]. Levels are read by `bspwalk_levels`, which also
//! supports reading from memory.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::OnceLock,
};

use bspwalk_compile::atomic_file;

/// Folder that the browser preserves between visits.
pub const KEPT: &str = "/kept";

/// File storage, addressed by paths. Errors do not contain the file name.
pub trait Store: Send + Sync {
    /// Reads a file of at most `most` bytes.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::FileTooLarge`] if the file is larger. Returns other errors if the file does not exist
    /// or cannot be read.
    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>>;

    /// Writes a file atomically, creating its folder if necessary.
    ///
    /// # Errors
    /// Returns an error, and keeps the old file, if the file cannot be written.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Writes a file under the first unused path and returns this path. Creates the folder. All paths must be in the
    /// same folder.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written or all paths are in use.
    fn write_first_free(&self, paths: &mut dyn Iterator<Item = PathBuf>, bytes: &[u8])
    -> io::Result<PathBuf>;

    /// Renames a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be renamed.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Returns whether a file or folder with the given name exists.
    fn exists(&self, path: &Path) -> bool;
}

/// The operating system's file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Store for Disk {
    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        // Limit the read itself instead of checking the length first, because devices do not report a length.
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

/// Returns the program's store. It is [`Disk`] unless [`set`] was called first.
pub fn get() -> &'static dyn Store {
    &**STORE.get_or_init(|| Box::new(Disk))
}

/// Sets the program's store. Returns `false` if a store is already in use.
pub fn set(store: impl Store + 'static) -> bool {
    STORE.set(Box::new(store)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disk_reads_writes_and_renames() {
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
    fn store_cannot_be_set_after_use() {
        assert!(!get().exists(Path::new("")));
        assert!(!set(Disk), "it was asked for");
    }
}
