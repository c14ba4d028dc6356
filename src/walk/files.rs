//! Where screenshots and scripts are saved.

use std::{
    env,
    fmt::Display,
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    path::{Path, PathBuf, absolute},
};

/// The user's folder of pictures if there is one, or the current folder.
#[must_use]
pub fn folder() -> PathBuf {
    env::var_os("XDG_PICTURES_DIR")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join("Pictures")))
        .filter(|folder| folder.is_dir())
        .map(|folder| folder.join("bspwalk"))
        .or_else(|| env::current_dir().ok())
        .unwrap_or_default()
}

/// Writes a file that is named after the level and the first free number, and returns its path.
///
/// # Errors
/// One sentence that names the file.
pub fn save(folder: &Path, level: &str, extension: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let at = |path: &Path, error: &dyn Display| format!("{}: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
    let is_plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let level = level.replace(|c| !is_plain(c), "_");
    let (path, mut file) = (1..)
        .find_map(|number| {
            let path = folder.join(format!("bspwalk-{level}-{number:03}.{extension}"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => Some(Ok((path, file))),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => None,
                Err(error) => Some(Err(at(&path, &error))),
            }
        })
        .unwrap_or_else(|| Err("every number is taken".into()))?;
    file.write_all(bytes).map_err(|error| at(&path, &error))?;
    // Not the canonical path, which begins with `\\\\?\\` on Windows.
    Ok(absolute(&path).unwrap_or(path))
}
