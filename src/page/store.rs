//! Storage in a browser: files in the settings folder are kept for the next visit; all other files become downloads.

use std::{
    io,
    path::{Path, PathBuf},
};

use bspwalk_session::store::{KEPT, Store};

use super::script;

/// Stores files of the settings folder, and downloads all other files.
#[derive(Debug)]
pub struct Browser;

/// Returns the storage key of a file, or `None` if the file is not stored.
fn key(path: &Path) -> Option<String> {
    let name = path.strip_prefix(KEPT).ok()?;
    Some(format!("bspwalk/{}", name.display()))
}

/// Returns the name of a downloaded file.
fn name(path: &Path) -> String {
    path.file_name()
        .map_or_else(|| "bspwalk".into(), |name| name.to_string_lossy())
        .into_owned()
}

impl Store for Browser {
    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let text = key(path)
            .and_then(|key| script::kept(&key))
            .ok_or(io::ErrorKind::NotFound)?;
        if text.len() as u64 > most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(text.into_bytes())
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let Some(key) = key(path) else {
            script::download(&name(path), bytes);
            return Ok(());
        };
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        script::keep(&key, text).map_or(Ok(()), |reason| Err(io::Error::other(reason)))
    }

    fn write_first_free(
        &self,
        paths: &mut dyn Iterator<Item = PathBuf>,
        bytes: &[u8],
    ) -> io::Result<PathBuf> {
        let mut free = paths.filter(|path| !self.exists(path));
        let free = free.next().ok_or(io::ErrorKind::AlreadyExists)?;
        self.write(&free, bytes)?;
        // The browser numbers downloads with the same name automatically.
        Ok(PathBuf::from(name(&free)))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let text = self.read(from, u64::MAX)?;
        self.write(to, &text)?;
        if let Some(key) = key(from) {
            script::forget(&key);
        }
        Ok(())
    }

    fn exists(&self, path: &Path) -> bool {
        key(path).is_some_and(|key| script::kept(&key).is_some())
    }
}
