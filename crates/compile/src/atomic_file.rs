//! Atomic file writes: if a write fails, the old file is unchanged.
//!
//! The new content is written to a temporary file in the same folder and flushed to disk. The temporary file is then
//! renamed over the old file. After a crash or on a full disk, the old file is unchanged. If the path is a symbolic
//! link, its target is replaced and the link is kept. The new file has the permissions of the old file. Devices, FIFOs
//! and standard streams have no content to preserve, so they are written directly.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use bspwalk_levels::text;
use tempfile::NamedTempFile;

/// Prefix and suffix of temporary file names, and the number of random characters between them. The suffix follows the
/// file's extension.
const TEMPORARY_START: &str = ".bspwalk-";
const TEMPORARY_END: &str = ".part";
const TEMPORARY_CHARACTERS: usize = 12;

/// Maximum number of symbolic links to follow, as on Linux.
const MOST_LINKS: usize = 40;

/// Writes a file atomically: its name always refers to either the complete old content or the complete new content.
/// The folder must exist.
///
/// # Errors
/// Returns the operating system's error, which does not include the file name.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(bytes))
}

/// Like [`write()`], but `content` writes the bytes incrementally, so that a large file need not fit in memory.
///
/// # Errors
/// Returns the error from `content`, or the operating system's error, which does not include the file name.
pub fn write_with(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let path = &behind_links(path)?;
    let old = match fs::metadata(path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    match &old {
        Some(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Some(old) if !old.is_file() || is_open_file(path) => return write_into(path, content),
        // Fail if the old file is write-protected.
        Some(_) => drop(File::options().write(true).open(path)?),
        None => {}
    }
    let temporary = written_beside(path, content, old.as_ref())?;
    temporary.persist(path).map_err(|error| error.error)?;
    synchronize_folder(path);
    Ok(())
}

/// Writes a file under the first available name and returns its path. All paths must be in the same folder.
///
/// # Errors
/// Returns the operating system's error, or an error if no name is available.
pub fn write_first_free(paths: impl IntoIterator<Item = PathBuf>, bytes: &[u8]) -> io::Result<PathBuf> {
    let mut temporary = None;
    for path in paths {
        let written = match temporary.take() {
            Some(written) => written,
            None => written_beside(&path, |file| file.write_all(bytes), None)?,
        };
        match written.persist_noclobber(&path) {
            Ok(_) => {
                synchronize_folder(&path);
                return Ok(path);
            }
            Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => temporary = Some(taken.file),
            Err(failed) => return Err(failed.error),
        }
    }
    Err(io::Error::new(
        io::ErrorKind::AlreadyExists,
        text!("compile-names-taken"),
    ))
}

/// Returns whether two paths refer to the same existing file, even through links or other names. If so, writing to one
/// path would replace the file at the other.
#[must_use]
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |path: &Path| fs::metadata(path).ok().map(|found| (found.dev(), found.ino()));
        if let (Some(a), Some(b)) = (place(a), place(b))
            && a == b
        {
            return true;
        }
    }
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

/// Returns whether a file name has the form of a temporary name with this extension.
pub(crate) fn is_temporary_name(name: &str, extension: &str) -> bool {
    let characters = name
        .strip_prefix(TEMPORARY_START)
        .and_then(|name| name.strip_suffix(TEMPORARY_END))
        .and_then(|name| name.strip_suffix(extension))
        .and_then(|name| name.strip_suffix('.'));
    characters.is_some_and(|characters| {
        characters.len() == TEMPORARY_CHARACTERS
            && characters.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Follows symbolic links in the last component of a path. The target need not exist.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        // Links that represent open files do not resolve to real paths.
        if is_open_file(&path) {
            return Ok(path);
        }
        match fs::read_link(&path) {
            Ok(target) => path = folder(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other(text!("compile-too-many-links")))
}

/// Returns whether the path refers to an open file of a process, such as `/dev/fd/3`.
fn is_open_file(path: &Path) -> bool {
    let folder = folder(path);
    folder == Path::new("/dev/fd")
        || folder
            .canonicalize()
            .is_ok_and(|folder| folder.starts_with("/proc"))
}

/// Returns the folder of a file.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes directly to a device, a FIFO or an open file.
fn write_into(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = folder(path);
    let is_own = folder == Path::new("/dev/fd")
        || folder.canonicalize().ok() == fs::canonicalize("/proc/self/fd").ok();
    // The program's own streams keep their position in the file they refer to.
    let stream: Box<dyn Write> = match path.file_name().and_then(OsStr::to_str).filter(|_| is_own) {
        Some("1") => Box::new(io::stdout().lock()),
        Some("2") => Box::new(io::stderr().lock()),
        _ => Box::new(File::options().append(true).open(path)?),
    };
    let mut stream = BufWriter::new(stream);
    content(&mut stream)?;
    stream.flush()
}

/// Writes `content` to a temporary file in the folder of `path`, flushes it to disk and gives it the permissions of
/// `old`. Dropping the returned handle removes the file.
fn written_beside(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    old: Option<&fs::Metadata>,
) -> io::Result<NamedTempFile> {
    let folder = folder(path);
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let end = match &*extension {
        "" => TEMPORARY_END.to_owned(),
        extension => format!(".{extension}{TEMPORARY_END}"),
    };
    let mut builder = tempfile::Builder::new();
    builder
        .prefix(TEMPORARY_START)
        .suffix(&end)
        .rand_bytes(TEMPORARY_CHARACTERS);
    #[cfg(unix)]
    if old.is_none() {
        use std::os::unix::fs::PermissionsExt;
        // The process's umask restricts these permissions, as for every new file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let temporary = builder.tempfile_in(folder).map_err(|error| {
        // The error message from `tempfile` contains the temporary name, which would only confuse the user.
        let kind = error.kind();
        io::Error::new(
            kind,
            text!(
                "compile-folder-takes-none",
                folder = folder.display(),
                kind = kind.to_string()
            ),
        )
    })?;
    let mut file = BufWriter::new(temporary.as_file());
    content(&mut file)?;
    file.flush()?;
    drop(file);
    if let Some(old) = old {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            let (file, group) = (temporary.as_file(), Some(old.gid()));
            // If the owner cannot be changed, try to keep at least the group, so that its members can still read the
            // file.
            let _ = fchown(file, Some(old.uid()), group).or_else(|_| fchown(file, None, group));
        }
        temporary.as_file().set_permissions(old.permissions())?;
    }
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

/// Flushes the directory entry of a file to disk, on systems that support it.
fn synchronize_folder(path: &Path) {
    if let Ok(folder) = File::open(folder(path)) {
        let _ = folder.sync_all();
    }
}
