//! How the program writes its files: whole or not at all.
//!
//! The new content is written to a file in the same folder, brought to the disk, and takes the name of the old one in one
//! step. So a full disk or a crash leaves the old file as it was. A link stays, and what it leads to is replaced. The
//! permissions of a file that is replaced are kept. Devices, FIFOs and the standard streams have no content to keep: they are
//! written to.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use bspwalk_text::text;
use tempfile::NamedTempFile;

/// The first and the last part of a file's name until the file is written whole, and the number of characters between. The
/// extension of the file follows the characters.
const TEMPORARY_START: &str = ".bspwalk-";
const TEMPORARY_END: &str = ".part";
const TEMPORARY_CHARACTERS: usize = 12;

/// How many links, one to the next, are followed: as many as Linux follows.
const MOST_LINKS: usize = 40;

/// Writes a file so that at any time its name leads to all of the old content or to all of the new. Its folder must exist.
///
/// # Errors
/// Those of the operating system. They do not name the file.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_by(path, |file| file.write_all(bytes))
}

/// As [`write()`], where `content` writes the bytes one after the other: a large file need not be in memory as a whole.
///
/// # Errors
/// Those of the operating system, which do not name the file, and those of `content`.
pub fn write_by(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let path = &behind_links(path)?;
    let old = match fs::metadata(path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    match &old {
        Some(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Some(old) if !old.is_file() || is_open_file(path) => return write_into(path, content),
        // A file that must not be changed must not be replaced, either.
        Some(_) => drop(File::options().write(true).open(path)?),
        None => {}
    }
    let temporary = written_beside(path, content, old.as_ref())?;
    temporary.persist(path).map_err(|error| error.error)?;
    synchronize_folder(path);
    Ok(())
}

/// Writes a file with the first of these names that is free, all of one folder, and returns its path.
///
/// # Errors
/// Those of the operating system, and that no name is free.
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

/// Whether two paths lead to one file that exists, by whatever names and links: what is written to one would replace the other.
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

/// Whether this is the name of a file with this extension that is not written whole.
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

/// The path without links at its end: where the last one leads, whether or not there is a file.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        // The links of open files name no path that could be followed.
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

/// Whether the path is that of a file that a process has open, as `/dev/fd/3` is.
fn is_open_file(path: &Path) -> bool {
    let folder = folder(path);
    folder == Path::new("/dev/fd")
        || folder
            .canonicalize()
            .is_ok_and(|folder| folder.starts_with("/proc"))
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes to a device, a FIFO or an open file: after what is there already.
fn write_into(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = folder(path);
    let is_own = folder == Path::new("/dev/fd")
        || folder.canonicalize().ok() == fs::canonicalize("/proc/self/fd").ok();
    // The program's own streams know where they are in a file that they lead to.
    let stream: Box<dyn Write> = match path.file_name().and_then(OsStr::to_str).filter(|_| is_own) {
        Some("1") => Box::new(io::stdout().lock()),
        Some("2") => Box::new(io::stderr().lock()),
        _ => Box::new(File::options().append(true).open(path)?),
    };
    let mut stream = BufWriter::new(stream);
    content(&mut stream)?;
    stream.flush()
}

/// A file in the folder of `path` with this content, which is on the disk, and with the permissions of `old`. Dropped, it is
/// removed.
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
        // As for any new file, the mask of the process restricts this.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let temporary = builder.tempfile_in(folder).map_err(|error| {
        // The crate's own text names the temporary file, which means nothing to the user.
        let kind = error.kind();
        io::Error::new(
            kind,
            text!("compile-folder-takes-none", folder = folder.display(), kind),
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
            // A user who may not give files away keeps it; those of the old group may often still read it.
            let _ = fchown(file, Some(old.uid()), group).or_else(|_| fchown(file, None, group));
        }
        temporary.as_file().set_permissions(old.permissions())?;
    }
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

/// Makes the name of a file as durable as its content. Where folders cannot be synchronised, nothing can be done.
fn synchronize_folder(path: &Path) {
    if let Ok(folder) = File::open(folder(path)) {
        let _ = folder.sync_all();
    }
}
