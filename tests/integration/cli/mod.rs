//! Tests for the command line of the real program, on which scripts depend.

mod brushes;
mod bsp;
mod bsp_light;
mod chinese;
mod compiled;
mod copied;
mod diff;
mod doom;
mod duel;
mod far;
mod figures;
mod film;
mod images;
mod keys;
mod leak;
mod notebook;
mod portals;
mod query;
mod quiz;
mod replay_queries;
mod sheet;
mod shot;
mod shot_overlays;
mod tree;
mod usage;
mod views;
mod walk;
mod watch;
#[cfg(unix)]
mod written;

use std::{
    ffi::OsStr,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};

use bspwalk_testing::{doom_wad, quake_rooms, view};
use serde_json::Value;

/// A 10 m × 4 m × 10 m room with inward-facing faces and its floor at height 0. Triangles 0 and 1 form the floor.
const ROOM: &str = "\
v -5 0 -5
v 5 0 -5
v 5 0 5
v -5 0 5
v -5 4 -5
v 5 4 -5
v 5 4 5
v -5 4 5
f 1 4 3
f 1 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
";

/// Returns a 128 × 128 × 32-unit block for a `.map` file, at the given X coordinate.
fn block(along: f64) -> String {
    let (low, high) = (along - 64.0, along + 64.0);
    let corners = [
        [[low, -64.0, -16.0], [low, -63.0, -16.0], [low, -64.0, -15.0]],
        [
            [low, -64.0, -16.0],
            [low, -64.0, -15.0],
            [low + 1.0, -64.0, -16.0],
        ],
        [
            [low, -64.0, -16.0],
            [low + 1.0, -64.0, -16.0],
            [low, -63.0, -16.0],
        ],
        [[high, 64.0, 16.0], [high, 65.0, 16.0], [high + 1.0, 64.0, 16.0]],
        [[high, 64.0, 16.0], [high + 1.0, 64.0, 16.0], [high, 64.0, 17.0]],
        [[high, 64.0, 16.0], [high, 64.0, 17.0], [high, 65.0, 16.0]],
    ];
    let mut text = "{\n\"classname\" \"worldspawn\"\n{\n".to_owned();
    for side in corners {
        for [x, y, z] in side {
            text += &format!("( {x} {y} {z} ) ");
        }
        text += "brick 0 0 0 1 1\n";
    }
    text + "}\n}\n"
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bspwalk"));
    // Use English, regardless of the system's language.
    command
        .env("LC_ALL", "C")
        .env_remove("LANGUAGE")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

pub(crate) fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Output {
    program().args(args).output().expect("the program starts")
}

/// Like [`run`], but passes `input` to the program on standard input.
fn run_with<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &str) -> Output {
    feed(args, input.into())
}

/// Like [`run`], but sends these bytes to the program while reading its output.
fn feed<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: Vec<u8>) -> Output {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let feed = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    // The program may end without reading its input. In that case, its output shows the reason.
    let _ = feed.join().expect("no panic");
    output
}

/// Runs a command line. Replaces each `{}` by the next of `words`, which may contain spaces.
pub(crate) fn run_line(line: &str, words: &[&dyn AsRef<OsStr>]) -> Output {
    let mut words = words.iter();
    let mut command = program();
    for word in line.split(' ') {
        match word {
            "{}" => command.arg(words.next().expect("a word for each gap")),
            word => command.arg(word),
        };
    }
    command.output().expect("the program starts")
}

/// Checks that a command succeeded, and returns its output.
#[track_caller]
fn done(output: Output) -> Output {
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    output
}

/// Checks that a command failed with the given exit status, and that its standard error contains the given words.
#[track_caller]
fn failed(output: &Output, status: i32, words: &str) {
    assert_eq!(output.status.code(), Some(status), "{}", err(output));
    has(&err(output), words);
}

/// Checks that a command failed with one sentence that contains these words, and wrote nothing to standard output.
#[track_caller]
fn refused(output: &Output, words: &str) {
    failed(output, 1, words);
    let said = err(output);
    assert!(
        said.starts_with("bspwalk: ") && said.lines().count() == 1,
        "{said}"
    );
    assert_eq!(out(output), "", "{said}");
}

/// Checks that a text contains these words.
#[track_caller]
fn has(text: &str, words: &str) {
    assert!(text.contains(words), "`{words}` is not in:\n{text}");
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Returns the JSON document that a successful command prints.
#[track_caller]
pub(crate) fn json(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", err(output));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Returns the JSON documents that a command prints, one per line.
fn json_lines(output: &Output) -> Vec<Value> {
    let lines = out(output);
    let documents = lines.lines().map(serde_json::from_str);
    documents.collect::<Result<_, _>>().expect("JSON on each line")
}

/// Returns a path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn level(folder: &tempfile::TempDir, name: impl AsRef<Path>, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a temporary file");
    path
}

fn room() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = level(&folder, "room.obj", ROOM);
    (folder, path)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn vector(value: &Value) -> [f64; 3] {
    let numbers: Vec<f64> = value.as_array().expect("a vector").iter().map(number).collect();
    numbers.try_into().expect("three numbers")
}

fn near(a: [f64; 3], b: [f64; 3]) -> bool {
    a.into_iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4)
}
