//! Tests that `info --watch` prints a new report after each save.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    process::{Child, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

use serde_json::Value;

use crate::cli::{ROOM, block, failed, has, level, program, run};

/// Maximum time to wait for a report, even on a busy machine. The tests do not measure time.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process that is killed at the end of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Receives the documents and the error lines of the process as it writes them.
fn follow(child: &mut Child) -> (Receiver<Value>, Receiver<String>) {
    let (documents, reports) = channel();
    let output: Box<dyn Read + Send> = Box::new(child.stdout.take().expect("it is piped"));
    thread::spawn(move || {
        let stream = serde_json::Deserializer::from_reader(output).into_iter::<Value>();
        stream
            .map_while(Result::ok)
            .try_for_each(|document| documents.send(document))
    });
    let (lines, errors) = channel();
    let output = BufReader::new(child.stderr.take().expect("it is piped"));
    thread::spawn(move || {
        output
            .lines()
            .map_while(Result::ok)
            .try_for_each(|line| lines.send(line))
    });
    (reports, errors)
}

#[test]
fn saves_are_reported_and_broken_ones_are_errors() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = level(&folder, "room.obj", ROOM);
    let mut command = program();
    command.args(["info", "--json", "--watch"]).arg(&path);
    let mut child = Running(
        command
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts"),
    );
    let (reports, errors) = follow(&mut child.0);
    let report = reports.recv_timeout(PATIENCE).expect("the first report");
    assert_eq!(report["level"]["triangles"], 12);
    assert_eq!(report["leaf_tree"]["leak"], false);

    // Without the ceiling, the level leaks.
    let open = ROOM.replace("f 5 6 7 8\n", "");
    fs::write(&path, &open).expect("it is written");
    let report = reports.recv_timeout(PATIENCE).expect("a report of the leak");
    assert_eq!(report["level"]["triangles"], 10);
    assert_eq!(report["leaf_tree"]["leak"], true);

    fs::write(&path, open.replace("f 1 4 3", "f 1 4 99")).expect("it is written");
    let error = errors.recv_timeout(PATIENCE).expect("the reason");
    assert!(error.contains("room.obj") && error.contains("99"), "{error}");

    // Some editors save by replacing the file.
    let new = level(&folder, "new.obj", ROOM);
    fs::rename(new, &path).expect("it moves");
    let report = reports
        .recv_timeout(PATIENCE)
        .expect("the report of the mended level");
    assert_eq!(report["level"]["triangles"], 12);
}

#[test]
fn new_files_next_to_the_level_are_noticed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = level(&folder, "block.map", &block(0.0));
    let mut command = program();
    command
        .args(["info", "--json", "--watch", "--pvs=false"])
        .arg(&path);
    let mut child = Running(command.spawn().expect("the program starts"));
    let (reports, _errors) = follow(&mut child.0);
    let next = |what: &str| {
        let report = reports
            .recv_timeout(PATIENCE)
            .unwrap_or_else(|_| panic!("no report of {what}"));
        report["level"]["warnings"].to_string()
    };
    let warnings = next("the level");
    has(&warnings, "put WAD files or images next to the map");
    // Add the files that the warning suggests. The level itself refers to neither file.
    let at = |name: &str| folder.path().join(name);
    fs::write(at("any.WAD"), "no WAD file").expect("it is written");
    let warnings = next("the WAD file");
    has(&warnings, "any.WAD");
    // Add an image in a new folder. Creating the folder may cause an additional report.
    fs::create_dir(at("textures")).expect("it is made");
    fs::write(at("textures/brick.png"), "no PNG").expect("it is written");
    while !next("the image").contains("brick.png") {}
}

#[test]
fn built_in_or_missing_level_is_not_watched() {
    for (level, word) in [("hall", "is built in"), ("missing.obj", "no such file")] {
        failed(&run(["info", "--watch", level]), 1, word);
    }
}
