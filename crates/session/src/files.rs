//! Where screenshots and scripts are saved.

use std::{
    env,
    fmt::Display,
    io,
    path::{Path, PathBuf, absolute},
};

use image::{ImageFormat, RgbImage};

use crate::store;

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
    let is_plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let level = level.replace(|c| !is_plain(c), "_");
    let mut tried = folder.to_owned();
    let names = (1..).map(|number| folder.join(format!("bspwalk-{level}-{number:03}.{extension}")));
    let mut names = names.inspect(|path| tried.clone_from(path));
    let written = store::get().write_first_free(&mut names, bytes);
    let path = written.map_err(|error| at(&tried, &error))?;
    // Not the canonical path, which begins with `\\\\?\\` on Windows.
    Ok(absolute(&path).unwrap_or(path))
}

/// An image as the bytes of a PNG file.
///
/// # Errors
/// As the encoder has them.
pub fn encode(image: &RgbImage) -> io::Result<Vec<u8>> {
    let mut png = io::Cursor::new(Vec::new());
    image
        .write_to(&mut png, ImageFormat::Png)
        .map_err(io::Error::other)?;
    Ok(png.into_inner())
}
