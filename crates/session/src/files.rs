//! File names and folders for screenshots and scripts.

use std::{
    env, io,
    path::{Path, PathBuf, absolute},
};

use bspwalk_text::{Localize, text};
use image::{ImageFormat, RgbImage};

use crate::store;

/// Returns the user's pictures folder if it exists, otherwise the current folder.
pub fn pictures_folder() -> PathBuf {
    env::var_os("XDG_PICTURES_DIR")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join("Pictures")))
        .filter(|folder| folder.is_dir())
        .map(|folder| folder.join("bspwalk"))
        .or_else(|| env::current_dir().ok())
        .unwrap_or_default()
}

/// Returns the base name of a file that is saved without asking for a name. The caller appends a number and the
/// extension.
fn stem(level: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    format!("bspwalk-{}", level.replace(|c| !is_plain(c), "_"))
}

fn at(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", path.display(), error.localized())
}

/// Returns the suggested name for a file exported from a level.
pub fn offered_name(level: &str, extension: &str) -> String {
    format!("{}.{extension}", stem(level))
}

/// Writes a file to the path chosen by the user, overwriting an existing file.
///
/// A name without an extension gets `extension`.
///
/// # Errors
/// Returns one sentence that names the file.
pub fn save_at(path: &Path, extension: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let mut path = path.to_owned();
    if path.extension().is_none() {
        path.set_extension(extension);
    }
    store::get()
        .write(&path, bytes)
        .map_err(|error| at(&path, &error))?;
    Ok(absolute(&path).unwrap_or(path))
}

/// Writes a file whose name is the level's name with the first unused number. Returns its path.
///
/// # Errors
/// Returns one sentence that names the file.
pub fn save(folder: &Path, level: &str, extension: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let stem = stem(level);
    let mut tried = folder.to_owned();
    let names = (1..).map(|number| folder.join(format!("{stem}-{number:03}.{extension}")));
    let mut names = names.inspect(|path| tried.clone_from(path));
    let written = store::get().write_first_free(&mut names, bytes);
    let path = written.map_err(|error| at(&tried, &error))?;
    // Do not return the canonical path, which begins with `\\\\?\\` on Windows.
    Ok(absolute(&path).unwrap_or(path))
}

/// Encodes an image as a PNG file. `rgb` contains three bytes per pixel, row by row.
///
/// # Errors
/// Returns an error if `rgb` is too short, and the errors of the encoder.
pub fn encode(size: [u32; 2], rgb: Vec<u8>) -> io::Result<Vec<u8>> {
    let [width, height] = size;
    let image =
        RgbImage::from_raw(width, height, rgb).ok_or_else(|| io::Error::other(text!("walk-incomplete")))?;
    let mut png = io::Cursor::new(Vec::new());
    image
        .write_to(&mut png, ImageFormat::Png)
        .map_err(io::Error::other)?;
    Ok(png.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_gets_given_path_or_first_free_name() {
        let folder = tempfile::tempdir().unwrap();
        let read = |path: &Path| std::fs::read(path).unwrap();
        assert_eq!(offered_name("three rooms", "png"), "bspwalk-three_rooms.png");
        let wanted = folder.path().join("new").join("a.b");
        for bytes in [&b"one"[..], b"two"] {
            let path = save_at(&wanted, "png", bytes).unwrap();
            assert_eq!(
                (path.file_name(), read(&path).as_slice()),
                (wanted.file_name(), bytes)
            );
        }
        let bare = save_at(&folder.path().join("bare"), "png", b"three").unwrap();
        assert_eq!(bare.extension().and_then(|name| name.to_str()), Some("png"));
        let error = save_at(&wanted.join("below a file"), "png", b"").unwrap_err();
        assert!(error.contains("below a file.png"), "{error}");
        let [first, second] = [b"4", b"5"].map(|bytes| save(folder.path(), "l v", "txt", bytes).unwrap());
        assert!(first.ends_with("bspwalk-l_v-001.txt") && second.ends_with("bspwalk-l_v-002.txt"));
    }
}
