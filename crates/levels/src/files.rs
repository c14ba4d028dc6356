//! Finds a level's material libraries and images, even if their paths come from another machine.

use std::{
    borrow::Cow,
    collections::HashMap,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Mutex,
};

use crate::{Text, ToText, display_texts, text};

use super::{LoadOptions, disk, error::MAX_FILE_BYTES};

/// Finds the files that a level refers to.
pub trait Resolver: Sync {
    /// Reads the file that a level refers to as `name`.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::NotFound`] if there is no such file, and any other kind of error if it exists but
    /// cannot be read.
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>>;

    /// Returns the sorted names of the files with this extension that are directly in the search folders, ignoring
    /// case. Returns nothing if files cannot be listed.
    fn list(&self, _ending: &str) -> Vec<String> {
        Vec::new()
    }
}

/// In-memory files, by name.
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

fn is_same_but_case(a: &Path, b: &Path) -> bool {
    a.to_string_lossy().to_lowercase() == b.to_string_lossy().to_lowercase()
}

/// Returns whether a name has this extension, ignoring case.
fn ends_so(name: &str, ending: &str) -> bool {
    name.to_lowercase().ends_with(&ending.to_lowercase())
}

impl Resolver for () {
    fn read(&self, _: &str) -> io::Result<Cow<'_, [u8]>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// Maximum length of a name, in bytes. Operating systems do not support longer paths.
const LONGEST_NAME: usize = 4096;

/// Maximum number of folders that are stripped from a name. Names from other machines have only a few extra folders.
const DEEPEST: usize = 16;

/// Maximum total size of the additional files that a level may read: 4 GiB.
pub(super) const MAX_LEVEL_FILES: u64 = 4 << 30;

/// The reason why a file is outside the level's folder and the texture folder. A level may open files only inside these
/// folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outside {
    /// The name is absolute, includes a drive or a host, or refers to a parent folder. Such a file may exist on another
    /// machine, so it is not looked up here.
    Name,
    /// A link inside the folder has a target outside it.
    Link,
}

impl ToText for Outside {
    fn to_text(&self) -> Text {
        match self {
            Self::Name => text!("levels-outside-name"),
            Self::Link => text!("levels-outside-link"),
        }
    }
}

display_texts!(Outside);

impl std::error::Error for Outside {}

impl Outside {
    /// Extracts the reason from an error of a [`Resolver`], if it contains one.
    pub(super) fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

/// Errors of a [`Resolver`] may contain a text.
impl ToText for io::Error {
    fn to_text(&self) -> Text {
        if let Some(outside) = Outside::of(self) {
            return outside.to_text();
        }
        let own = self.get_ref().and_then(|error| error.downcast_ref::<Text>());
        own.cloned().unwrap_or_else(|| Text::plain(self.to_string()))
    }
}

pub(super) struct Name<'a> {
    /// Folders and file name, without `.` and `..`. If the name leads outside the folder, these are only the parts
    /// after the last step outside.
    pub(super) parts: Vec<&'a str>,
    /// Whether the name refers to a location outside the folder. If so, only its last parts can be inside.
    pub(super) is_outside: bool,
}

impl<'a> Name<'a> {
    /// Splits a file name from any operating system at the given separators.
    pub(super) fn new(name: &'a str, separators: &[char]) -> Self {
        let mut all = Self {
            parts: Vec::new(),
            is_outside: name.starts_with(separators),
        };
        for part in name.split(separators) {
            match part {
                "" | "." => {}
                ".." if all.parts.pop().is_some() => {}
                _ if part == ".." || is_drive(part) => {
                    all.parts.clear();
                    all.is_outside = true;
                }
                part => all.parts.push(part),
            }
        }
        all
    }
}

/// Returns whether a component of a name is a drive or, on Windows, a file stream.
fn is_drive(part: &str) -> bool {
    let is_letter = |part: &str| part.len() == 1 && part.starts_with(|c: char| c.is_ascii_alphabetic());
    match part.split_once(':') {
        Some((drive, rest)) => cfg!(windows) || rest.is_empty() && is_letter(drive),
        None => false,
    }
}

/// Files on disk. Searches the texture folder, if given, and then one other folder.
///
/// No file outside these folders is opened, whatever names a level contains. A name is tried unchanged, then with
/// slashes instead of backslashes, and then without its leading folders, which are removed one by one. Levels are often
/// moved together with their files, but without the parent folders. If no file has the exact name, case is ignored.
/// Links are followed if their targets are inside the two folders. The folders themselves may be links.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    textures: Option<Box<Directory>>,
    listings: Mutex<HashMap<PathBuf, HashMap<String, PathBuf>>>,
}

impl Directory {
    /// Creates a resolver for the folder `path`.
    #[must_use]
    pub fn new(path: PathBuf) -> Self {
        Self {
            // An empty path can be joined but not listed.
            path: if path.as_os_str().is_empty() {
                PathBuf::from(".")
            } else {
                path
            },
            textures: None,
            listings: Mutex::default(),
        }
    }

    /// Creates a resolver for the level at `path`. It searches the texture folder in `options`, then the level's
    /// folder.
    #[must_use]
    pub fn for_level(path: &Path, options: &LoadOptions) -> Self {
        let textures = options.textures.clone();
        Self {
            textures: textures.map(|path| Box::new(Self::new(path))),
            ..Self::new(path.parent().map(Path::to_owned).unwrap_or_default())
        }
    }

    /// Iterates over the search folders, in order.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        let textures = self.textures.iter().map(|textures| &*textures.path);
        textures.chain([&*self.path])
    }

    /// Returns the paths that are tried for the file that a level refers to as `name`, ending with the existing file.
    /// If the file is missing, returns every path that was tried.
    #[must_use]
    pub fn candidates(&self, name: &str) -> Vec<PathBuf> {
        let Some(usable) = usable(name) else {
            return Vec::new();
        };
        let parts = Name::new(usable, &SEPARATORS).parts;
        let parts = &parts[parts.len().saturating_sub(DEEPEST)..];
        let mut all: Vec<PathBuf> = Vec::new();
        for folder in self.folders() {
            all.extend((0..parts.len()).map(|skipped| folder.join(parts[skipped..].join("/"))));
        }
        if let Ok(Some(found)) = self.find(name) {
            // A file whose name differs only in case is found when its exact name is tried.
            let is_found = |path: &PathBuf| *path == found || is_same_but_case(path, &found);
            all.truncate(all.iter().position(is_found).unwrap_or(all.len()));
            all.push(found);
        }
        all
    }

    /// Iterates over the texture folder, if any, and this folder, in search order.
    fn searched(&self) -> impl Iterator<Item = &Self> {
        self.textures.as_deref().into_iter().chain([self])
    }

    fn find(&self, name: &str) -> Result<Option<PathBuf>, Outside> {
        let Some(name) = usable(name) else {
            return Ok(None);
        };
        let mut outside = None;
        for folder in self.searched() {
            // On this system, a file name may contain a backslash.
            let plain = Name::new(name, &SEPARATORS[..1]);
            let slashed = Name::new(name, &SEPARATORS);
            let whole = [&plain.parts[..], &slashed.parts[..]];
            let whole = whole.into_iter().skip(usize::from(plain.is_outside));
            let from = slashed.parts.len().saturating_sub(DEEPEST).max(1);
            let ends = (from..slashed.parts.len()).map(|skipped| &slashed.parts[skipped..]);
            for parts in whole.chain(ends) {
                let Some(found) = folder.find_parts(parts) else {
                    continue;
                };
                match self.inside(&found) {
                    Ok(()) => return Ok(Some(found)),
                    Err(problem) => outside = Some(problem),
                }
            }
            if slashed.is_outside {
                outside = outside.or(Some(Outside::Name));
            }
        }
        outside.map_or(Ok(None), Err)
    }

    /// Checks that, after following all links, a file is inside one of the folders.
    fn inside(&self, file: &Path) -> Result<(), Outside> {
        let Ok(file) = disk::canonical(file) else {
            return Err(Outside::Link);
        };
        let mut folders = self
            .searched()
            .filter_map(|folder| disk::canonical(&folder.path).ok());
        let is_inside = folders.any(|folder| file.starts_with(folder));
        if is_inside { Ok(()) } else { Err(Outside::Link) }
    }

    fn find_parts(&self, parts: &[&str]) -> Option<PathBuf> {
        let mut path = self.path.clone();
        for part in parts {
            let next = path.join(part);
            path = if disk::metadata(&next).is_ok() {
                next
            } else {
                self.other_case(&path, part)?
            };
        }
        disk::is_file(&path).then_some(path)
    }

    fn other_case(&self, directory: &Path, name: &str) -> Option<PathBuf> {
        let mut listings = self.listings.lock().ok()?;
        let listing = listings.entry(directory.to_owned()).or_insert_with(|| {
            let mut paths = disk::list(directory);
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

/// Path separators of all supported operating systems.
pub(super) const SEPARATORS: [char; 2] = ['/', '\\'];

/// Returns the name if it is a valid file name.
fn usable(name: &str) -> Option<&str> {
    Some(name).filter(|name| name.len() <= LONGEST_NAME && !name.contains('\0'))
}

impl Resolver for Directory {
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>> {
        let found = self
            .find(name)
            .map_err(|outside| io::Error::new(io::ErrorKind::NotFound, outside))?;
        let path = found.ok_or(io::ErrorKind::NotFound)?;
        let bytes = disk::metadata(&path)?.bytes;
        if bytes >= MAX_FILE_BYTES {
            return Err(io::Error::other(text!("levels-file-too-large")));
        }
        let mut content = Vec::with_capacity(bytes as usize);
        disk::open(&path)?.read_to_end(&mut content)?;
        Ok(Cow::Owned(content))
    }

    fn list(&self, ending: &str) -> Vec<String> {
        let mut names = self
            .textures
            .as_ref()
            .map_or_else(Vec::new, |textures| textures.list(ending));
        let entries = disk::list(&self.path);
        let names_beside = entries.iter().filter_map(|path| path.file_name());
        let beside = names_beside.map(|name| name.to_string_lossy().into_owned());
        let first = names.len();
        names.extend(beside.filter(|name| ends_so(name, ending)));
        names[first..].sort();
        names
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn path_splitting_is_platform_independent() {
        for (name, parts, is_outside) in [
            ("a/b.png", &["a", "b.png"][..], false),
            (r".\a\\b.png", &["a", "b.png"], false),
            ("a/../b.png", &["b.png"], false),
            ("a/../../b.png", &["b.png"], true),
            (r"..\..\x\b.png", &["x", "b.png"], true),
            ("/etc/passwd", &["etc", "passwd"], true),
            (r"\\host\share\b.png", &["host", "share", "b.png"], true),
            (r"C:\art\b.png", &["art", "b.png"], true),
            ("x/d:/b.png", &["b.png"], true),
            ("..", &[], true),
            ("", &[], false),
        ] {
            let found = Name::new(name, &SEPARATORS);
            assert_eq!(
                (&found.parts[..], found.is_outside),
                (parts, is_outside),
                "{name}"
            );
        }
    }

    #[test]
    fn paths_outside_are_not_opened() {
        let all = tempfile::tempdir().unwrap();
        let at = |name: &str| all.path().join(name);
        fs::create_dir(at("level")).unwrap();
        fs::create_dir(at("textures")).unwrap();
        fs::write(at("secret.png"), b"1").unwrap();
        fs::write(at("textures/wall.png"), b"2").unwrap();
        let options = LoadOptions {
            textures: Some(at("textures")),
            ..LoadOptions::default()
        };
        let files = Directory::for_level(&at("level/a.obj"), &options);
        let absolute = at("secret.png").display().to_string();
        for name in ["../secret.png", "x/../../secret.png", &absolute, r"..\secret.png"] {
            let error = files.read(name).unwrap_err();
            assert_eq!(
                (error.kind(), Outside::of(&error)),
                (io::ErrorKind::NotFound, Some(Outside::Name)),
                "{name}"
            );
            let places = files.candidates(name);
            assert!(!places.is_empty() && places.iter().all(|place| *place != at("secret.png")));
        }
        // The texture folder may be anywhere on the system.
        assert_eq!(files.read("wall.png").unwrap().as_ref(), b"2");
        assert_eq!(files.read("../textures/wall.png").unwrap().as_ref(), b"2");
        // Empty and overlong names are rejected.
        let long = format!("{}tile.png", "x/".repeat(LONGEST_NAME));
        for name in [long.as_str(), "a\0b", "./."] {
            assert_eq!(Outside::of(&files.read(name).unwrap_err()), None);
        }
    }

    #[cfg(unix)]
    #[test]
    fn symlinks_cannot_leave_the_folders() {
        use std::os::unix::fs::symlink;
        let all = tempfile::tempdir().unwrap();
        let at = |name: &str| all.path().join(name);
        fs::create_dir_all(at("level/sub")).unwrap();
        fs::write(at("level/sub/tile.png"), b"1").unwrap();
        fs::create_dir(at("elsewhere")).unwrap();
        fs::write(at("elsewhere/wall.png"), b"2").unwrap();
        symlink("sub/tile.png", at("level/inside.png")).unwrap();
        symlink("../elsewhere/wall.png", at("level/out.png")).unwrap();
        symlink(at("elsewhere"), at("level/folder")).unwrap();
        symlink(at("level"), at("linked")).unwrap();
        for folder in ["level", "linked"] {
            let files = Directory::for_level(&at(folder).join("a.obj"), &LoadOptions::default());
            assert_eq!(files.read("inside.png").unwrap().as_ref(), b"1");
            for name in ["out.png", "OUT.png", "folder/wall.png"] {
                let error = files.read(name).unwrap_err();
                assert_eq!(Outside::of(&error), Some(Outside::Link), "{folder}/{name}");
            }
        }
        let options = LoadOptions {
            textures: Some(at("elsewhere")),
            ..LoadOptions::default()
        };
        let files = Directory::for_level(&at("level/a.obj"), &options);
        assert_eq!(files.read("out.png").unwrap().as_ref(), b"2");
    }

    #[test]
    fn foreign_paths_resolve() {
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
