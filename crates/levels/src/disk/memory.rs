//! In-memory file system.

use std::{
    collections::BTreeMap,
    io::{self, Cursor, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{Kind, Metadata};

/// Files by path. A folder exists as long as it contains a file.
#[derive(Debug, Default)]
pub struct Memory(BTreeMap<PathBuf, Arc<[u8]>>);

impl Memory {
    /// Returns an empty file system.
    #[must_use]
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Adds a file, replacing any file with the same path.
    pub fn put(&mut self, path: PathBuf, content: impl Into<Arc<[u8]>>) {
        self.0.insert(path, content.into());
    }

    /// Removes a folder with all its contents.
    pub fn remove(&mut self, folder: &Path) {
        self.0.retain(|path, _| !path.starts_with(folder));
    }

    /// Returns the total size of all files in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.0.values().map(|content| content.len() as u64).sum()
    }

    /// Iterates over all files in path order.
    pub fn files(&self) -> impl Iterator<Item = (&Path, &Arc<[u8]>)> {
        self.0.iter().map(|(path, content)| (&**path, content))
    }

    fn below<'a>(&'a self, folder: &'a Path) -> impl Iterator<Item = &'a Path> {
        let paths = self.0.keys().map(PathBuf::as_path);
        paths.filter(move |path| path.starts_with(folder) && *path != folder)
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        if let Some(content) = self.0.get(path) {
            return Ok(Metadata {
                kind: Kind::File,
                bytes: content.len() as u64,
            });
        }
        let kind = Kind::Folder;
        let found = self.below(path).next().map(|_| Metadata { kind, bytes: 0 });
        found.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn open(&self, path: &Path) -> io::Result<impl Read + use<>> {
        let content = self.0.get(path).ok_or(io::ErrorKind::NotFound)?;
        Ok(Cursor::new(Arc::clone(content)))
    }

    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        let first = self.below(folder).filter_map(|path| {
            let within = path.strip_prefix(folder).ok()?;
            Some(folder.join(within.components().next()?))
        });
        let mut entries: Vec<PathBuf> = first.collect();
        entries.dedup();
        entries
    }
}

/// Files that the web page passed to the program.
#[cfg(target_family = "wasm")]
pub mod handed {
    use std::{
        io::{self, Read},
        path::{Path, PathBuf},
        sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
    };

    use super::{Kind, Memory, Metadata};

    static HANDED: RwLock<Memory> = RwLock::new(Memory::new());

    /// Locks the files for reading.
    #[must_use]
    pub fn files() -> RwLockReadGuard<'static, Memory> {
        HANDED.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the files for writing.
    #[must_use]
    pub fn files_mut() -> RwLockWriteGuard<'static, Memory> {
        HANDED.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the kind and size of a file or folder.
    ///
    /// # Errors
    /// Returns an error if the path does not exist.
    pub fn metadata(path: &Path) -> io::Result<Metadata> {
        files().metadata(path)
    }

    /// Opens a file for reading.
    ///
    /// # Errors
    /// Returns an error if the file does not exist.
    pub fn open(path: &Path) -> io::Result<impl Read> {
        files().open(path)
    }

    /// Returns whether a path is a file.
    #[must_use]
    pub fn is_file(path: &Path) -> bool {
        metadata(path).is_ok_and(|found| found.kind == Kind::File)
    }

    /// Returns the paths of a folder's entries; empty if the folder does not exist.
    #[must_use]
    pub fn list(folder: &Path) -> Vec<PathBuf> {
        files().list(folder)
    }

    /// Returns the path unchanged. There are no links, and callers never pass paths that contain `..`.
    ///
    /// # Errors
    /// Returns an error if the path does not exist.
    pub fn canonical(path: &Path) -> io::Result<PathBuf> {
        metadata(path).map(|_| path.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_follow_from_file_paths() {
        let mut memory = Memory::new();
        let content = b"v 0 0 0".to_vec();
        memory.put("/1/room.obj".into(), content.clone());
        memory.put("/1/art/wall.png".into(), vec![7]);
        memory.put("/1/art/floor.png".into(), vec![7, 8]);
        memory.put("/10/other.obj".into(), vec![]);
        let kind = |path: &str| {
            memory
                .metadata(path.as_ref())
                .map(|found| (found.kind, found.bytes))
        };
        assert_eq!(kind("/1/room.obj").unwrap(), (Kind::File, 7));
        assert_eq!(kind("/1/art").unwrap(), (Kind::Folder, 0));
        assert_eq!(kind("/2").unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(kind("/1/art/wall").unwrap_err().kind(), io::ErrorKind::NotFound);
        let listed = |folder: &str| memory.list(folder.as_ref());
        assert_eq!(listed("/1"), ["/1/art", "/1/room.obj"].map(PathBuf::from));
        assert_eq!(
            listed("/1/art"),
            ["/1/art/floor.png", "/1/art/wall.png"].map(PathBuf::from)
        );
        assert_eq!(listed("/"), ["/1", "/10"].map(PathBuf::from));
        assert!(listed("/3").is_empty());
        let mut read = Vec::new();
        memory
            .open("/1/room.obj".as_ref())
            .unwrap()
            .read_to_end(&mut read)
            .unwrap();
        assert_eq!(read, content);
        assert_eq!(memory.bytes(), 10);
        memory.remove("/1".as_ref());
        assert_eq!(
            memory.files().count(),
            1,
            "a folder whose name begins the same stays"
        );
    }
}
