//! Tests that commands write complete files, and that they write to devices without replacing the devices.

use std::{
    fs,
    os::unix::fs::{FileTypeExt, symlink},
    path::Path,
    process::{Command, Output},
    thread,
};

use crate::cli::{ROOM, err, level, program};

/// Arguments of each command that writes a file, up to the file name.
const WRITERS: [&[&str]; 8] = [
    &["compile", "room.obj", "-o"],
    &["shot", "room.obj", "--size", "64x48", "-o"],
    &["duel", "room.obj", "--rules", "sampled", "--csv"],
    &["info", "room.obj", "--pts"],
    &["tree", "room.obj", "-o"],
    &["info", "room.obj", "--csv"],
    &["film", "room.obj", "--of", "division", "--size", "64x48", "-o"],
    &["sheet", "room.obj", "--size", "64x48", "--samples", "0", "-o"],
];

/// Returns a folder with a room that leaks.
fn leaking_room() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    level(&folder, "room.obj", &ROOM.replace("f 5 6 7 8\n", ""));
    folder
}

fn write(folder: &Path, args: &[&str], file: &Path) -> Output {
    let mut command = program();
    command.current_dir(folder).args(args).arg(file);
    command.output().expect("the program starts")
}

/// Returns `name` with the file extension that the command expects.
fn named(args: &[&str], name: &str) -> String {
    let ending = match args[0] {
        "compile" => ".bspw",
        "shot" | "film" => ".png",
        "tree" => ".json",
        "sheet" => ".html",
        _ => "",
    };
    format!("{name}{ending}")
}

#[test]
fn full_device_is_an_error_and_stays_a_device() {
    let full = Path::new("/dev/full");
    let is_device = || fs::metadata(full).is_ok_and(|found| found.file_type().is_char_device());
    if !is_device() {
        return;
    }
    let folder = leaking_room();
    for args in WRITERS {
        let link = named(args, "full");
        let _ = fs::remove_file(folder.path().join(&link));
        symlink(full, folder.path().join(&link)).expect("a link");
        let output = write(folder.path(), args, Path::new(&link));
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let error = err(&output);
        assert!(error.contains("could not write"), "{args:?}: {error}");
        assert!(is_device(), "{args:?}");
    }
}

#[test]
fn fifo_and_standard_output_get_the_file_bytes() {
    let folder = leaking_room();
    let at = |name: &str| folder.path().join(name);
    // One command is sufficient, because all commands write through `atomic_file`, which has its own tests.
    let args = WRITERS[4];
    let [file, pipe, standard] = ["file", "pipe", "standard"].map(|name| named(args, name));
    write(folder.path(), args, Path::new(&file));
    let expected = fs::read(at(&file)).expect("the file");
    assert!(!expected.is_empty(), "{args:?}");

    let made = Command::new("mkfifo").arg(at(&pipe)).status();
    assert!(made.expect("mkfifo starts").success());
    symlink("/dev/stdout", at(&standard)).expect("a link");
    let fifo = at(&pipe);
    let reader = thread::spawn(move || fs::read(fifo).expect("the fifo is read"));
    let output = write(folder.path(), args, Path::new(&pipe));
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", err(&output));
    assert_eq!(reader.join().expect("it is read"), expected, "{args:?}");
    let kind = fs::metadata(at(&pipe)).expect("the fifo").file_type();
    assert!(kind.is_fifo(), "{args:?}");

    let output = write(folder.path(), args, Path::new(&standard));
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", err(&output));
    assert!(output.stdout.starts_with(&expected), "{args:?}");

    // Output can be appended to an existing file.
    fs::write(at("log"), "before\n").expect("a file");
    let log = fs::File::options()
        .append(true)
        .open(at("log"))
        .expect("the file");
    let mut command = program();
    command
        .current_dir(folder.path())
        .args(args)
        .arg(&standard)
        .stdout(log);
    assert!(command.status().expect("the program starts").success());
    let both = fs::read(at("log")).expect("the file");
    let rest = both
        .strip_prefix(b"before\n")
        .expect("what was there is there still");
    assert!(rest.starts_with(&expected), "{args:?}");
}
