//! The command line, by the real program: what scripts depend on.

mod brushes;
mod bsp;
mod bsp_light;
mod chinese;
mod copied;
mod diff;
mod doom;
mod duel;
mod far;
mod figures;
mod film;
mod film_walk;
mod images;
mod keys;
mod leak;
mod notebook;
mod portal_flow;
mod portals;
mod query;
mod quiz;
mod sheet;
mod shot;
mod shot_overlays;
mod split_costs;
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
};

use bspwalk_testing::{doom_wad, quake_rooms, view};
use serde_json::Value;

/// A room of 10 by 4 by 10 metres, floor at 0, seen from the inside; the floor is triangles 0 and 1.
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

/// A block of a `.map` file of 128 by 128 by 32 units, so far along X.
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
    // In English, whatever the machine speaks.
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

/// As [`run`], with something to read on standard input.
fn run_with<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &str) -> Output {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may end without reading; then its answer says why.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The document that a command which is done prints.
pub(crate) fn json(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", err(output));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A path as an argument.
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
