//! Tests that files are written atomically and keep their type; see `bspwalk_compile::atomic_file`.

use std::{
    ffi::OsString,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use bspwalk_compile::atomic_file;
use bspwalk_session::files;

/// Returns the names of the files in a folder, sorted alphabetically.
fn names(folder: &Path) -> Vec<OsString> {
    let mut names: Vec<OsString> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    names
}

#[test]
fn replacement_leaves_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["plain", "with.png", ".hidden", "two.dots.csv"] {
        let path = folder.path().join(name);
        atomic_file::write(&path, b"first").unwrap();
        atomic_file::write(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(names(folder.path()), [name]);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn failed_write_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let error = |path: &Path| atomic_file::write(path, b"x").unwrap_err();
    assert_eq!(error(&inner).kind(), ErrorKind::IsADirectory);
    assert_eq!(
        error(&folder.path().join("none/file")).kind(),
        ErrorKind::NotFound
    );
    error(Path::new(""));
    let text = error(&folder.path().join("none/file")).to_string();
    assert!(!text.contains(".part") && text.contains("none"), "{text}");
    assert_eq!(names(folder.path()), ["inner"]);
    assert!(names(&inner).is_empty());
}

/// If writing a file in pieces fails, the old file remains and no temporary file is left behind.
#[test]
fn failed_content_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let write = |is_whole: bool| {
        atomic_file::write_with(&path, |file| {
            for _ in 0..10_000 {
                file.write_all(b"a piece\n")?;
            }
            if is_whole {
                Ok(())
            } else {
                Err(ErrorKind::Interrupted.into())
            }
        })
    };
    fs::write(&path, "old").unwrap();
    assert_eq!(write(false).unwrap_err().kind(), ErrorKind::Interrupted);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    write(true).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"a piece\n".repeat(10_000));
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn first_free_name_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let save = |text: &str| files::save(folder.path(), "a level", "jsonl", text.as_bytes()).unwrap();
    let name = |path: PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(name(save("one")), "bspwalk-a_level-001.jsonl");
    fs::write(folder.path().join("bspwalk-a_level-002.jsonl"), "of the user").unwrap();
    assert_eq!(name(save("two")), "bspwalk-a_level-003.jsonl");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("bspwalk-a_level-002.jsonl"), "of the user");
    assert_eq!(read("bspwalk-a_level-003.jsonl"), "two");
    assert_eq!(names(folder.path()).len(), 3);
    // The error names a folder that cannot be created.
    let error = files::save(
        &folder.path().join("bspwalk-a_level-001.jsonl/x"),
        "a",
        "png",
        b"",
    )
    .unwrap_err();
    assert!(error.contains("bspwalk-a_level-001.jsonl"), "{error}");
}

#[cfg(unix)]
mod unix {
    use std::{
        os::unix::fs::{FileTypeExt, PermissionsExt, symlink},
        process::Command,
        thread,
    };

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn permissions_are_kept_or_default() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for wanted in [0o600, 0o640, 0o666, 0o755, 0o604] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
            atomic_file::write(&path, b"new").unwrap();
            assert_eq!((mode(&path), fs::read(&path).unwrap()), (wanted, b"new".to_vec()));
        }
        let [usual, ours, numbered] = ["usual", "ours", "numbered"].map(|name| folder.path().join(name));
        fs::write(&usual, "").unwrap();
        atomic_file::write(&ours, b"").unwrap();
        atomic_file::write_first_free([numbered.clone()], b"").unwrap();
        assert_eq!([mode(&ours), mode(&numbered)], [mode(&usual); 2]);
    }

    #[test]
    fn read_only_file_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        // A superuser can write to any file, so skip this check.
        if fs::File::options().write(true).open(&path).is_err() {
            let error = atomic_file::write(&path, b"new").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::PermissionDenied);
            assert_eq!(fs::read(&path).unwrap(), b"old");
        }
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn symbolic_links_stay_and_targets_change() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("far")).unwrap();
        fs::write(at("far/real"), "old").unwrap();
        fs::set_permissions(at("far/real"), fs::Permissions::from_mode(0o600)).unwrap();
        symlink("far/real", at("near")).unwrap();
        symlink("near", at("twice")).unwrap();
        atomic_file::write(&at("twice"), b"new").unwrap();
        assert_eq!(
            (fs::read(at("far/real")).unwrap(), mode(&at("far/real"))),
            (b"new".to_vec(), 0o600)
        );
        // Writing through a dangling link creates its target.
        symlink("far/fresh", at("to fresh")).unwrap();
        atomic_file::write(&at("to fresh"), b"fresh").unwrap();
        assert_eq!(fs::read(at("far/fresh")).unwrap(), b"fresh");
        for link in ["near", "twice", "to fresh"] {
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link}");
        }
        symlink("round", at("round")).unwrap();
        atomic_file::write(&at("round"), b"x").unwrap_err();
        assert_eq!(names(&at("far")), ["fresh", "real"]);
        assert_eq!(names(folder.path()).len(), 5);
    }

    #[test]
    fn fifos_and_devices_are_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let reader = thread::spawn({
            let fifo = fifo.clone();
            move || fs::read(fifo).unwrap()
        });
        // Use more data than a pipe can buffer.
        let bytes = vec![7; 1 << 20];
        atomic_file::write(&fifo, &bytes).unwrap();
        assert_eq!(reader.join().unwrap(), bytes);
        assert!(fs::metadata(&fifo).unwrap().file_type().is_fifo());
        assert_eq!(names(folder.path()), ["fifo"]);

        let is_device = |path: &str| fs::metadata(path).is_ok_and(|found| found.file_type().is_char_device());
        if is_device("/dev/null") {
            atomic_file::write(Path::new("/dev/null"), &bytes).unwrap();
            assert!(is_device("/dev/null"));
        }
        if is_device("/dev/full") {
            let error = atomic_file::write(Path::new("/dev/full"), &bytes).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::StorageFull);
            assert!(is_device("/dev/full"));
        }
    }
}

/// Functions of `std` that write a file in place.
const IN_PLACE: [&str; 4] = ["fs::write(", "File::create", "fs::copy(", ".create(true)"];

/// Files that may write in place: the implementation of atomic writing, and traces, which append lines.
const MAY_WRITE: [&str; 2] = ["atomic_file.rs", "walk/trace.rs"];

#[test]
fn only_atomic_file_writes_files() {
    fn search(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                search(&path, found);
                continue;
            }
            let name = path.to_string_lossy().replace('\\', "/");
            let is_test = name.contains("/tests/") || name.ends_with("/tests.rs");
            if is_test || MAY_WRITE.iter().any(|own| name.ends_with(own)) {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            found.extend(
                IN_PLACE
                    .iter()
                    .filter(|call| code.contains(*call))
                    .map(|call| format!("{name}: {call}")),
            );
        }
    }
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    search(&root.join("src"), &mut found);
    for library in fs::read_dir(root.join("crates")).unwrap() {
        let library = library.unwrap();
        if !["testing", "xtask"]
            .map(Into::into)
            .contains(&library.file_name())
        {
            search(&library.path().join("src"), &mut found);
        }
    }
    assert!(found.is_empty(), "use atomic_file: {found:?}");
}
