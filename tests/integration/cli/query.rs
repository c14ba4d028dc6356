//! Tests for `query`, which reads and writes JSON Lines.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Output, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::cli::{ROOM, err, feed, has, json_lines, level, near, number, program, room, text, vector};

/// Maximum time that a test waits for the program's output.
const PATIENCE: Duration = Duration::from_secs(120);

/// Starts `query` with a level whose unit is the metre.
fn start_query(path: &Path) -> Child {
    let mut command = program();
    command
        .arg("query")
        .arg(path)
        .args(["--scale", "1"])
        .stdin(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Sends input to `query` while reading its answers.
fn query(path: &Path, input: impl Into<Vec<u8>>) -> (Vec<Value>, Output) {
    let output = feed(["query", text(path), "--scale", "1"], input.into());
    (json_lines(&output), output)
}

#[test]
fn every_request_is_answered_in_order() {
    let (_folder, path) = room();
    let (answers, output) = query(
        &path,
        r#"{"cast":{"from":[1,2,3],"to":[1,-2,3]}}
{"cast":{"from":[0,1,0],"to":[1,1,1]}}
{"contacts":{"center":[4.9,0.2,0],"radius":0.5}}
{"contacts":{"center":[0,2,0],"radius":0.5}}
{"push":{"center":[4.9,0.2,0],"radius":0.5}}
{"push_ati":{"center":[0.5,0.2,1],"radius":0.5}}
{"overlap":{"min":[-0.5,-1,-4],"max":[0.5,1,4]}}
{"overlap":{"min":[-1,1,-1],"max":[1,2,1]}}
{"locate":{"point":[0,1,0]}}
{"locate":{"point":[0,-1,0]}}
"#,
    );
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(answers.len(), 10);

    let hit = &answers[0]["cast"];
    assert_eq!(hit["hit"], true);
    assert!((number(&hit["t"]) - 0.5).abs() < 1e-6);
    assert!(near(vector(&hit["point"]), [1.0, 0.0, 3.0]));
    assert!(near(vector(&hit["normal"]), [0.0, 1.0, 0.0]));
    assert_eq!(hit["face"], 0);
    assert!(number(&hit["visited"]) >= 1.0);
    assert_eq!(hit.as_object().expect("an object").len(), 6);

    let miss = answers[1]["cast"].as_object().expect("an object");
    assert_eq!(miss.get("hit"), Some(&json!(false)));
    assert_eq!(miss.len(), 2);

    // The first contact is the wall at 0.1 m. The floor at 0.2 m follows.
    let contacts = answers[2]["contacts"].as_array().expect("a list");
    assert!(
        near(vector(&contacts[0]["point"]), [5.0, 0.2, 0.0]),
        "{contacts:?}"
    );
    assert!(near(vector(&contacts[0]["normal"]), [-1.0, 0.0, 0.0]));
    assert!((number(&contacts[0]["depth"]) - 0.4).abs() < 1e-4);
    let depths: Vec<f64> = contacts.iter().map(|contact| number(&contact["depth"])).collect();
    assert!(
        depths.len() >= 2 && depths.is_sorted_by(|a, b| a >= b),
        "{depths:?}"
    );
    assert_eq!(answers[3], json!({"contacts": []}));

    assert!(
        near(vector(&answers[4]["push"]["center"]), [4.5, 0.5, 0.0]),
        "{}",
        answers[4]
    );
    assert_eq!(answers[4]["push"]["clear"], true);
    assert!(
        !answers[4]["push"]["contacts"]
            .as_array()
            .expect("a list")
            .is_empty()
    );

    assert!(
        near(vector(&answers[5]["push_ati"]["center"]), [0.5, 0.5, 1.0]),
        "{}",
        answers[5]
    );
    assert_eq!(answers[5]["push_ati"]["pushed"], true);

    assert_eq!(answers[6], json!({"overlap": {"faces": [0, 1]}}));
    assert_eq!(answers[7], json!({"overlap": {"faces": []}}));

    for answer in &answers[8..] {
        let located = &answer["locate"];
        let method = located["node_path"].as_str().expect("letters");
        assert!(
            !method.is_empty() && method.chars().all(|letter| matches!(letter, 'F' | 'B')),
            "{method}"
        );
        assert!(located["leaf"].is_u64());
    }
    // Inside the room, every wall faces the point.
    assert_eq!(answers[8]["locate"]["node_path"], "FFFFFF");
    assert_eq!(answers[8]["locate"]["solid"], false);
    assert_eq!(answers[9]["locate"]["solid"], true);
    assert!(
        answers[9]["locate"]["node_path"]
            .as_str()
            .is_some_and(|method| method.contains('B'))
    );
}

#[test]
fn invalid_lines_get_errors_and_the_rest_run() {
    let (_folder, path) = room();
    let good = br#"{"overlap":{"min":[-1,-1,-2],"max":[1,1,2]}}"#;
    let long = vec![b' '; 100_000];
    let bad: [&[u8]; 13] = [
        b"",
        &long,
        b"hello",
        b"{",
        b"[1,2]",
        br#"{"teleport":{}}"#,
        br#"{"cast":{"from":[0,0,0]}}"#,
        br#"{"cast":{"from":[0,0,0],"to":[0,0,1],"via":[0,0,0]}}"#,
        br#"{"cast":{"from":[0,0,NaN],"to":[0,0,1]}}"#,
        br#"{"push":{"center":[0,1,0],"radius":-1}}"#,
        b"{\"push\":{\"center\":[0,1,0],\"radius\":\xff}}",
        br#"{"visible":{"from":[0,1,0]}}"#,
        br#"{"order":{"eye":[0,1,null]}}"#,
    ];
    let mut input = Vec::new();
    for line in bad {
        input.extend_from_slice(line);
        input.push(b'\n');
        input.extend_from_slice(good);
        input.extend_from_slice(b"\r\n");
    }
    let (answers, output) = query(&path, input);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(answers.len(), 2 * bad.len());
    for (index, pair) in answers.chunks(2).enumerate() {
        let line = 2 * index + 1;
        let error = pair[0]["error"]
            .as_str()
            .unwrap_or_else(|| panic!("line {line}: {}", pair[0]));
        assert!(error.starts_with(&format!("line {line}: ")), "{error}");
        assert_eq!(error.contains("longer than"), bad[index] == long, "{error}");
        assert_eq!(pair[1], json!({"overlap": {"faces": [0, 1]}}));
    }
    let said = err(&output);
    assert_eq!(said.lines().count(), 1, "{said}");
    has(&said, "13 of 26 requests");
}

#[test]
fn answer_comes_before_the_next_request() {
    let (_folder, path) = room();
    let mut child = start_query(&path);
    let mut stdin = child.stdin.take().expect("a pipe");
    let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let (sender, answers) = mpsc::channel();
    thread::spawn(move || {
        stdout
            .lines()
            .map_while(Result::ok)
            .try_for_each(|line| sender.send(line))
    });
    for _ in 0..3 {
        stdin
            .write_all(b"{\"locate\":{\"point\":[0,1,0]}}\n")
            .expect("it reads");
        stdin.flush().expect("it reads");
        assert!(
            answers
                .recv_timeout(PATIENCE)
                .expect("an answer")
                .contains("node_path")
        );
    }
    drop(stdin);
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn closed_output_ends_the_query_quietly() {
    let (_folder, path) = room();
    let mut child = start_query(&path);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let feed = thread::spawn(move || {
        // Writing fails, which ends the loop, once the program has closed the pipe.
        while stdin.write_all(b"{\"locate\":{\"point\":[0,1,0]}}\n").is_ok() {}
    });
    let output = child.wait_with_output().expect("the program ends");
    feed.join().expect("no panic");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(err(&output), "");
}

#[test]
fn level_of_only_liquid_has_no_hits() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = level(&folder, "pool.obj", &format!("g *water\n{ROOM}"));
    let (answers, output) = query(
        &path,
        "{\"cast\":{\"from\":[0,2,0],\"to\":[0,-2,0]}}\n{\"locate\":{\"point\":[0,1,0]}}\n\
         {\"push\":{\"center\":[0,0,0],\"radius\":1}}\n",
    );
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(answers[0], json!({"cast": {"hit": false, "visited": 0}}));
    assert_eq!(answers[1]["locate"]["node_path"], "");
    assert_eq!(answers[2]["push"]["clear"], true);
}

#[test]
fn sweep_stops_at_wall_and_slide_goes_along_it() {
    let (_folder, path) = room();
    let (answers, output) = query(
        &path,
        concat!(
            r#"{"sweep":{"from":[0,1,0],"to":[10,1,0],"radius":0.5}}"#,
            "\n",
            r#"{"sweep":{"from":[0,1,0],"to":[1,1,0],"radius":0.5}}"#,
            "\n",
            r#"{"slide":{"from":[0,1,0],"to":[10,1,2],"radius":0.5}}"#,
            "\n",
        ),
    );
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let hit = &answers[0]["sweep"];
    assert_eq!(hit["hit"], true);
    assert!((number(&hit["t"]) - 0.45).abs() < 1e-6);
    assert!(near(vector(&hit["point"]), [5.0, 1.0, 0.0]));
    assert!(near(vector(&hit["normal"]), [-1.0, 0.0, 0.0]));
    assert_eq!(answers[1]["sweep"]["hit"], false);
    let slide = &answers[2]["slide"];
    let [x, y, z] = vector(&slide["center"]);
    assert!((x - 4.5).abs() < 1e-3 && (y - 1.0).abs() < 1e-4 && (z - 2.0).abs() < 1e-3);
    assert_eq!(slide["clear"], true);
    assert!(!slide["contacts"].as_array().expect("a list").is_empty());
}
