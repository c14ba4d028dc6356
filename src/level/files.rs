//! Finds the material libraries and images that a level names, even by paths of another machine.

use std::{
    borrow::Cow,
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Mutex,
};

use super::{LoadOptions, error::MAX_FILE_BYTES};

/// Finds the files that a level names.
pub trait Resolver: Sync {
    /// The bytes of the file that a level calls `name`.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] where there is no such file; any other kind where it is there but cannot be read.
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>>;

    /// The names of the files that lie directly where it searches and end so, whatever the case, sorted; none where it cannot
    /// tell.
    fn list(&self, _ending: &str) -> Vec<String> {
        Vec::new()
    }
}

/// Files in memory, by name.
impl<S: std::hash::BuildHasher + Sync> Resolver for HashMap<&str, &[u8], S> {
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>> {
        self.get(name)
            .map(|&bytes| Cow::Borrowed(bytes))
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn list(&self, ending: &str) -> Vec<String> {
        let names = self.keys().filter(|name| ends_so(name, ending));
        let mut names: Vec<String> = names.map(|&name| name.to_owned()).collect();
        names.sort();
        names
    }
}

/// Whether two paths differ in nothing but upper and lower case.
fn is_same_but_case(a: &Path, b: &Path) -> bool {
    a.to_string_lossy().to_lowercase() == b.to_string_lossy().to_lowercase()
}

/// Whether a name has this ending, whatever the case.
fn ends_so(name: &str, ending: &str) -> bool {
    name.to_lowercase().ends_with(&ending.to_lowercase())
}

/// No files at all.
impl Resolver for () {
    fn read(&self, _: &str) -> io::Result<Cow<'_, [u8]>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// Files on disk, searched for from one directory, and before that from a folder of textures where there is one.
///
/// A name is tried as it stands, then with backslashes as slashes, then without its leading directories, one after the
/// other, since levels are often moved with their files but without the directories above. Where no file has the exact
/// name, upper and lower case count as the same.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    /// Searched first.
    textures: Option<Box<Directory>>,
    listings: Mutex<HashMap<PathBuf, HashMap<String, PathBuf>>>,
}

impl Directory {
    /// Searches from the directory `path`.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self {
            // An empty path can be joined to, not listed.
            path: if path.as_os_str().is_empty() {
                PathBuf::from(".")
            } else {
                path
            },
            textures: None,
            listings: Mutex::default(),
        }
    }

    /// Searches beside the level at `path`, and before that in the folder of textures of `options`.
    #[must_use]
    pub fn of_level(path: &Path, options: &LoadOptions) -> Self {
        let textures = options.textures.clone();
        Self {
            textures: textures.map(|path| Box::new(Self::new(path))),
            ..Self::new(path.parent().map(Path::to_owned).unwrap_or_default())
        }
    }

    /// The folders that are searched, in order.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        let textures = self.textures.iter().map(|textures| &*textures.path);
        textures.chain([&*self.path])
    }

    /// Where the file that a level calls `name` is looked for, up to where it is found; where it is missing, wherever it would
    /// be found if it were there.
    #[must_use]
    pub fn candidates(&self, name: &str) -> Vec<PathBuf> {
        let slashed = name.replace('\\', "/");
        let parts: Vec<&str> = slashed
            .split('/')
            .filter(|part| !part.is_empty() && *part != ".")
            .collect();
        let mut all: Vec<PathBuf> = Vec::new();
        for folder in self.folders() {
            all.extend((0..parts.len()).map(|skipped| folder.join(parts[skipped..].join("/"))));
        }
        if let Some(found) = self.find(name) {
            // A file of another case is found where it would be looked for by its exact name.
            let is_found = |path: &PathBuf| *path == found || is_same_but_case(path, &found);
            all.truncate(all.iter().position(is_found).unwrap_or(all.len()));
            all.push(found);
        }
        all
    }

    /// The path of the file that a level calls `name`.
    fn find(&self, name: &str) -> Option<PathBuf> {
        if let Some(found) = self.textures.as_ref().and_then(|textures| textures.find(name)) {
            return Some(found);
        }
        let as_it_stands = self.path.join(name);
        if as_it_stands.is_file() {
            return Some(as_it_stands);
        }
        let slashed = name.replace('\\', "/");
        let parts: Vec<&str> = slashed
            .split('/')
            .filter(|part| !part.is_empty() && *part != ".")
            .collect();
        (0..parts.len()).find_map(|skipped| self.find_parts(&parts[skipped..]))
    }

    fn find_parts(&self, parts: &[&str]) -> Option<PathBuf> {
        let mut path = self.path.clone();
        for part in parts {
            let next = path.join(part);
            path = if next.exists() {
                next
            } else {
                self.other_case(&path, part)?
            };
        }
        path.is_file().then_some(path)
    }

    fn other_case(&self, directory: &Path, name: &str) -> Option<PathBuf> {
        let mut listings = self.listings.lock().ok()?;
        let listing = listings.entry(directory.to_owned()).or_insert_with(|| {
            let entries = fs::read_dir(directory).into_iter().flatten().flatten();
            let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            paths.sort();
            let lower = |path: &Path| path.file_name().map(|name| name.to_string_lossy().to_lowercase());
            paths
                .into_iter()
                .filter_map(|path| Some((lower(&path)?, path)))
                .collect()
        });
        listing.get(&name.to_lowercase()).cloned()
    }
}

impl Resolver for Directory {
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>> {
        let path = self.find(name).ok_or(io::ErrorKind::NotFound)?;
        if fs::metadata(&path)?.len() >= MAX_FILE_BYTES {
            return Err(io::Error::other("it has 2 GiB or more"));
        }
        fs::read(path).map(Cow::Owned)
    }

    fn list(&self, ending: &str) -> Vec<String> {
        let mut names = self
            .textures
            .as_ref()
            .map_or_else(Vec::new, |textures| textures.list(ending));
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let beside = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let first = names.len();
        names.extend(beside.filter(|name| ends_so(name, ending)));
        names[first..].sort();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_machines_are_found() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("Textures")).unwrap();
        fs::write(folder.path().join("Textures/Stone Wall.PNG"), b"1").unwrap();
        fs::write(folder.path().join("tile.png"), b"2").unwrap();
        let files = Directory::new(folder.path().to_owned());
        for name in [
            "Textures/Stone Wall.PNG",
            "textures\\stone wall.png",
            "C:\\art\\Textures\\Stone Wall.png",
        ] {
            assert_eq!(files.read(name).unwrap().as_ref(), b"1", "{name}");
        }
        for name in [
            "tile.png",
            "./tile.png",
            "/home/someone/TILE.png",
            "..\\..\\x\\tile.png",
        ] {
            assert_eq!(files.read(name).unwrap().as_ref(), b"2", "{name}");
        }
        for name in ["", "none.png", "Textures", "/", ".."] {
            assert_eq!(
                files.read(name).unwrap_err().kind(),
                io::ErrorKind::NotFound,
                "{name}"
            );
        }
    }
}
