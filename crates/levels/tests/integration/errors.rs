//! Every kind of invalid file must be rejected with one sentence that names the file and the line or face, and that
//! states what to do.

use std::{fs, path::Path, sync::Arc};

use bspwalk_levels::{Level, LevelError, LoadOptions, MAX_FILE_BYTES};
use bspwalk_progress::Progress;
use bspwalk_testing::loading::{from_memory, scaled};

const SQUARE: &str = "v 0 0 0\nv 4 0 0\nv 4 0 -4\nv 0 0 -4\n";

fn parse(text: impl AsRef<[u8]>) -> Result<Level, LevelError> {
    from_memory("room.obj", text.as_ref())
}

fn load(path: &Path) -> Result<Level, LevelError> {
    bspwalk_levels::load(path, &LoadOptions::default(), &Progress::default())
}

/// Asserts that the error message is a single line that contains the file name and every word in `words`.
#[track_caller]
fn check(result: Result<Level, LevelError>, file: &str, words: &[&str]) {
    let message = result.map(|level| level.name).expect_err("it loaded").to_string();
    assert!(!message.contains('\n'), "{message}");
    for word in words.iter().chain([&file]) {
        assert!(message.contains(word), "no `{word}` in: {message}");
    }
}

#[test]
fn unreadable_files() {
    let folder = tempfile::tempdir().unwrap();
    let none = folder.path().join("none.obj");
    check(load(&none), "none.obj", &["no such file", "check the path"]);
    check(load(&none.join("below.obj")), "below.obj", &["no such file"]);
    check(
        load(folder.path()),
        &folder.path().display().to_string(),
        &["is a folder", "specify a level file"],
    );
    check(load(Path::new("")), "", &["no such file"]);
}

#[cfg(unix)]
#[test]
fn devices_are_rejected() {
    check(load(Path::new("/dev/zero")), "/dev/zero", &["not a regular file"]);
}

#[test]
fn file_of_two_gibibytes_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.obj");
    // The file is sparse and takes no disk space.
    fs::File::create(&path).unwrap().set_len(MAX_FILE_BYTES).unwrap();
    check(
        load(&path),
        "huge.obj",
        &["2147483648 bytes", "2 GiB", "split the level"],
    );
}

#[test]
fn files_of_other_formats() {
    for text in ["", "\n\n \n", "# only a comment\n# and another", "\u{feff}"] {
        check(parse(text), "room.obj", &["is empty", "export"]);
    }
    check(
        parse("hello\nworld\n"),
        "room.obj",
        &["not an OBJ file", "OBJ statement"],
    );
    check(parse("{\"asset\": {}}"), "room.obj", &["glTF version", "export"]);
    check(
        parse(b"\x1d\0\0\0\x7c\0\0\0"),
        "room.obj",
        &["truncated within its header", "copy the file again"],
    );
    check(parse(b"glTF\x02\0\0\0"), "room.obj", &["truncated"]);
    check(parse("{\n\"classname\" "), "room.obj", &["line"]);
    check(parse(b"VBSP\x14\0\0\0"), "room.obj", &["compiled Source level"]);
    check(parse(b"v 0 0 0\nf 1 \0\0\x01\x02"), "room.obj", &["binary file"]);
    for encode in [u16::to_le_bytes, u16::to_be_bytes] {
        let wide = |text: &str| text.encode_utf16().flat_map(encode).collect::<Vec<u8>>();
        check(
            parse(wide("\u{feff}v 0 0 0\nf 1 1 1\n")),
            "room.obj",
            &["UTF-16", "save it as UTF-8"],
        );
        check(
            parse(wide("v 0 0 0\nv 1 0 0\nf 1 2 3\n")),
            "room.obj",
            &["UTF-16", "save it as UTF-8"],
        );
    }
    check(parse(b"\xff\xfe\0\0v\0\0\0"), "room.obj", &["UTF-32"]);
}

#[test]
fn no_faces() {
    check(
        parse(SQUARE),
        "room.obj",
        &["no faces", "4 vertices", "export the level as a polygon mesh"],
    );
    check(
        parse(format!("{SQUARE}l 1 2 3\np 1")),
        "room.obj",
        &["no faces", "2 line or point statements"],
    );
    check(
        parse(format!("{SQUARE}f 1 2\nf 3")),
        "room.obj",
        &["no faces", "fewer than three corners", "line 5"],
    );
}

#[test]
fn malformed_lines() {
    check(
        parse("v 0 0\nf 1 1 1"),
        "room.obj",
        &["line 1", "2 coordinates instead of three"],
    );
    check(
        parse("# c\nv 0 0 1,5\nf 1 1 1"),
        "room.obj",
        &["line 2", "`1,5`", "not a number"],
    );
    for corner in [
        "x",
        "1/x",
        "1/1/1/1",
        "/1",
        "1.5",
        "--1",
        "1/-",
        "//",
        "\u{1f600}",
    ] {
        let result = parse(format!("{SQUARE}\n\nf 1 2 {corner}"));
        check(result, "room.obj", &["line 7", "is not a valid corner", corner]);
    }
    let deep = format!("{SQUARE}f 1 2 {}", "9".repeat(100_000) + "x");
    assert!(
        parse(deep).unwrap_err().to_string().len() < 300,
        "a long word is cut short"
    );
}

#[test]
fn vertex_indices_out_of_range() {
    let ahead = "f 1 2 3 4\nf 1 2 3\n";
    check(
        parse(format!("{SQUARE}{ahead}f 1 2 5")),
        "room.obj",
        &["line 7", "face 3", "vertex 5", "only 4 vertices"],
    );
    check(
        parse(format!("{SQUARE}f 1 2 0")),
        "room.obj",
        &["line 5", "face 0", "vertex 0", "numbers start at 1"],
    );
    check(
        parse("v 0 0 0\nv 1 0 0\nf -1 -2 -3\nv 0 1 0"),
        "room.obj",
        &["line 3", "vertex -3", "only 2 vertices precede it"],
    );
    check(parse("f 1 2 3"), "room.obj", &["line 1", "no vertices"]);
    for huge in [
        "99999999999999999999999999",
        "-99999999999999999999999999",
        "9223372036854775807",
        "18446744073709551616",
    ] {
        check(parse(format!("{SQUARE}f 1 2 {huge}")), "room.obj", &["line 5"]);
    }
}

#[test]
fn no_usable_triangles() {
    check(
        parse("v 0 0 0\nv 1 0 0\nv nan 0 0\nf 1 2 3"),
        "room.obj",
        &["the only triangle is unusable", "NaN", "line 4"],
    );
    check(
        parse("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 1e999 0 0\nf 1 2 3\nf 1 2 4"),
        "room.obj",
        &["zero area: 1", "too large: 1"],
    );
    check(
        parse(format!("{SQUARE}o spawn\nf 1 2 3")),
        "room.obj",
        &["mark the spawn"],
    );
}

#[test]
fn invalid_scales() {
    let square = format!("{SQUARE}f 1 2 3 4");
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let options = scaled(scale);
        let (bytes, progress) = (square.as_bytes(), Progress::default());
        let result = bspwalk_levels::load_from_memory("room.obj", bytes, &(), &options, &progress);
        assert!(matches!(result, Err(LevelError::BadScale { .. })), "{scale}");
    }
}

#[test]
fn a_cancelled_load_ends() {
    let mut text = SQUARE.to_owned();
    for _ in 0..200_000 {
        text += "f 1 2 3 4\n";
    }
    let progress = Progress::default();
    progress.cancel();
    let load = |progress: &Progress| {
        let options = LoadOptions::default();
        bspwalk_levels::load_from_memory("room.obj", text.as_bytes(), &(), &options, progress)
    };
    assert_eq!(
        load(&progress).map(|level| level.name),
        Err(LevelError::Cancelled)
    );

    // In every phase, cancellation ends the load, which then reports the cancellation unless it has already completed.
    for phase in ["Reading", "Parsing", "Triangulating", "Checking", "Finding"] {
        let progress = Arc::new(Progress::default());
        let watcher = Arc::clone(&progress);
        let watch = std::thread::spawn(move || {
            while !watcher.phase().starts_with(phase) && Arc::strong_count(&watcher) > 1 {
                std::thread::yield_now();
            }
            watcher.cancel();
        });
        let result = load(&progress);
        drop(progress);
        assert!(
            matches!(result, Ok(_) | Err(LevelError::Cancelled)),
            "{phase}: {result:?}"
        );
        assert!(watch.join().is_ok());
    }
}
