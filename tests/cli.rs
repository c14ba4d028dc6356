//! The command line, by the real program: what scripts depend on.

use std::{
    ffi::OsStr,
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use serde_json::{Value, json};

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

/// How long the program may be silent before a test gives up waiting for it.
const PATIENCE: Duration = Duration::from_secs(120);

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bspwalk"));
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Output {
    program().args(args).output().expect("the program starts")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
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

/// Starts `query` on a level in metres.
fn start_query(path: &Path) -> Child {
    let mut command = program();
    command
        .arg("query")
        .arg(path)
        .args(["--scale", "1"])
        .stdin(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Sends the input to `query` while its answers are read.
fn query(path: &Path, input: impl Into<Vec<u8>>) -> (Vec<Value>, Output) {
    let mut child = start_query(path);
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.into();
    let feed = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    feed.join().expect("no panic").expect("everything is read");
    let answers = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect();
    (answers, output)
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

#[test]
fn help_and_version_are_done_and_go_to_standard_output() {
    for args in [
        &["--help"][..],
        &["-h"],
        &["info", "--help"],
        &["query", "--help"],
        &["walk", "--help"],
        &["shot", "--help"],
        &["compile", "--help"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(out(&output).contains("Usage:"), "{args:?}");
        assert_eq!(err(&output), "", "{args:?}");
    }
    let help = out(&run(["--help"]));
    for word in [
        "info",
        "query",
        "walk",
        "shot",
        "--scale",
        "--up",
        "--rule",
        "--cut-weight",
        "--unbalance-weight",
        "--seed",
    ] {
        assert!(help.contains(word), "{word}");
    }
    assert!(out(&run(["--version"])).contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_usage_is_status_two_and_leaves_standard_output_empty() {
    for args in [
        &["info"][..],
        &["query"],
        &["walk", "hall"],
        &["walk", "hall", "--script", "x", "--collision", "wings"],
        &["walk", "hall", "--script", "x", "--rate", "0"],
        &["walk", "hall", "--script", "x", "--rate", "NaN"],
        &["walk", "hall", "--script", "x", "--rate", "-60"],
        &["shot", "hall"],
        &["info", "hall", "extra"],
        &["hall", "info", "hall"],
        &["--size", "10x10", "info", "hall"],
        &["--no-such-option"],
        &["info", "hall", "--rule", "best"],
        &["info", "hall", "--up", "x"],
        &["info", "hall", "--scale", "0"],
        &["info", "hall", "--scale", "-1"],
        &["info", "hall", "--scale", "NaN"],
        &["info", "hall", "--scale", "inf"],
        &["info", "hall", "--cut-weight", "NaN"],
        &["info", "hall", "--cut-weight", "-1"],
        &["info", "hall", "--unbalance-weight", "inf"],
        &["info", "hall", "--seed", "-1"],
        &["info", "hall", "--seed", "1.5"],
        &["shot", "hall", "-o", "x.png", "--size", "0x10"],
        &["shot", "hall", "-o", "x.png", "--size", "big"],
        &["shot", "hall", "-o", "x.png", "--eye", "1,2"],
        &["shot", "hall", "-o", "x.png", "--look", "0,91"],
        &["shot", "hall", "-o", "x.png", "--show", "auras"],
        &["shot", "hall", "-o", "x.png", "--select", "-1"],
        &["shot", "hall", "-o", "x.jpg"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
        assert_eq!(out(&output), "", "{args:?}");
        assert!(err(&output).starts_with("error: "), "{args:?}: {}", err(&output));
    }
}

#[test]
fn a_level_that_cannot_be_loaded_is_one_sentence_and_status_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let absent = folder.path().join("absent.obj");
    let empty = level(&folder, "empty.obj", "");
    for command in ["info", "query"] {
        for path in [absent.as_path(), folder.path(), empty.as_path()] {
            let output = run([OsStr::new(command), path.as_os_str()]);
            assert_eq!(output.status.code(), Some(1), "{command} {path:?}");
            assert_eq!(out(&output), "", "{command} {path:?}");
            let said = err(&output);
            assert_eq!(said.lines().count(), 1, "{said}");
            assert!(said.starts_with("bspwalk: "), "{said}");
            assert!(said.contains(path.to_str().expect("UTF-8")), "{said}");
        }
    }
}

#[test]
fn info_is_one_json_document_with_the_agreed_keys() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // One face without area, one repeated.
    let path = level(&folder, "room.obj", &format!("{ROOM}f 1 2 2\nf 1 4 3\n"));
    let args = [
        "--json",
        "--scale",
        "1",
        "--rule",
        "balanced",
        "--unbalance-weight",
        "2.5",
        "--seed",
        "7",
    ];
    let output = program()
        .arg("info")
        .arg(&path)
        .args(args)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(err(&output), "");
    let info: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    let level = &info["level"];
    assert_eq!(level["triangles"], 14);
    assert_eq!(level["degenerate"], 2);
    assert_eq!(
        level["dropped"],
        json!({"zero_area": 1, "not_finite": 0, "repeated": 1})
    );
    assert!(number(&level["materials"]) >= 1.0);
    assert_eq!(
        level["bounds"],
        json!({"min": [-5.0, 0.0, -5.0], "max": [5.0, 4.0, 5.0]})
    );
    let eye = vector(&level["spawn"]["eye"]);
    assert!(
        eye[0].abs() < 5.0 && eye[1] > 0.0 && eye[1] < 4.0 && eye[2].abs() < 5.0,
        "{eye:?}"
    );
    assert!(
        level["warnings"]
            .as_array()
            .expect("a list")
            .iter()
            .all(Value::is_string)
    );
    let tree = &info["node_tree"];
    assert_eq!(tree["rule"], "balanced");
    assert_eq!(tree["unbalance_weight"], 2.5);
    assert_eq!(tree["seed"], 7);
    // Six walls, none cut, each a node.
    assert_eq!([&tree["nodes"], &tree["fragments"], &tree["splits"]], [6, 12, 0]);
    for key in ["depth", "mean_depth", "bytes", "build_ms"] {
        assert!(number(&tree[key]) > 0.0, "{key}");
    }
    // The room and what is around it.
    let tree = &info["leaf_tree"];
    assert_eq!([&tree["leaves"], &tree["empty"], &tree["solid"]], [2, 1, 1]);
    assert_eq!([&tree["portals"], &tree["leaf_faces"]], [0, 6]);
    assert_eq!((&tree["pvs_mean"], &tree["leak"]), (&json!(1.0), &json!(false)));
}

#[test]
fn info_is_a_table_for_a_person() {
    let (_folder, path) = room();
    let output = run([OsStr::new("info"), path.as_os_str()]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let table = out(&output);
    for row in [
        "triangles    12",
        "nodes        6",
        "fragments    12",
        "spawn",
        "units",
        "built in",
    ] {
        assert!(table.contains(row), "{row} is missing from\n{table}");
    }
}

#[test]
fn up_and_scale_turn_and_stretch_the_level() {
    let (_folder, path) = room();
    let args = ["--json", "--up", "z", "--scale", "0.5"];
    let output = program()
        .arg("info")
        .arg(&path)
        .args(args)
        .output()
        .expect("the program starts");
    let info: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    assert_eq!(
        info["level"]["bounds"],
        json!({"min": [-2.5, -2.5, -2.0], "max": [2.5, 2.5, 0.0]})
    );
    assert_eq!(info["level"]["units"]["up"], "z");
    assert_eq!(info["level"]["units"]["guessed"], false);
}

#[test]
fn options_may_stand_before_or_after_the_command() {
    let (_folder, path) = room();
    let path = path.to_str().expect("UTF-8");
    let before = run(["--rule", "first", "--scale", "1", "info", path, "--json"]);
    let after = run(["info", path, "--json", "--scale", "1", "--rule", "first"]);
    let read = |output: &Output| {
        let mut info: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
        info["node_tree"]["build_ms"].take();
        for key in ["structure_ms", "build_ms", "portal_ms", "pvs_ms"] {
            info["leaf_tree"][key].take();
        }
        info
    };
    assert_eq!(read(&before), read(&after));
    assert_eq!(read(&before)["node_tree"]["rule"], "first");
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

    // The wall at 0.1 m, then the floor at 0.2 m.
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
        let way = located["node_path"].as_str().expect("letters");
        assert!(
            !way.is_empty() && way.chars().all(|letter| matches!(letter, 'F' | 'B')),
            "{way}"
        );
        assert!(located["leaf"].is_u64());
    }
    // Inside, every wall faces the point.
    assert_eq!(answers[8]["locate"]["node_path"], "FFFFFF");
    assert_eq!(answers[8]["locate"]["solid"], false);
    assert_eq!(answers[9]["locate"]["solid"], true);
    assert!(
        answers[9]["locate"]["node_path"]
            .as_str()
            .is_some_and(|way| way.contains('B'))
    );
}

#[test]
fn a_line_that_is_no_request_is_answered_by_an_error_and_the_rest_go_on() {
    let (_folder, path) = room();
    let good = br#"{"overlap":{"min":[-1,-1,-2],"max":[1,1,2]}}"#;
    let bad: [&[u8]; 12] = [
        b"",
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
        assert_eq!(pair[1], json!({"overlap": {"faces": [0, 1]}}));
    }
    let said = err(&output);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("12 of 24 lines"), "{said}");
}

#[test]
fn a_line_of_a_hundred_megabytes_is_an_error_and_the_next_is_read() {
    let (_folder, path) = room();
    let mut input = vec![b' '; 100_000_000];
    input.extend_from_slice(b"\n{\"locate\":{\"point\":[0,1,0]}}");
    let (answers, output) = query(&path, input);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(answers.len(), 2);
    assert!(
        answers[0]["error"]
            .as_str()
            .is_some_and(|error| error.contains("longer than")),
        "{}",
        answers[0]
    );
    assert_eq!(answers[1]["locate"]["node_path"], "FFFFFF");
}

#[test]
fn an_answer_comes_before_the_next_request() {
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
fn a_reader_that_leaves_ends_it_quietly() {
    let (_folder, path) = room();
    let mut child = start_query(&path);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let feed = thread::spawn(move || {
        // Ends when the program has left.
        while stdin.write_all(b"{\"locate\":{\"point\":[0,1,0]}}\n").is_ok() {}
    });
    let output = child.wait_with_output().expect("the program ends");
    feed.join().expect("no panic");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(err(&output), "");
}

#[test]
fn a_level_of_liquid_alone_is_answered_without_a_hit() {
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
fn every_built_in_level_is_there_and_wins_over_a_file_of_its_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for built_in in bspwalk::level::builtin::all() {
        let name = built_in.name;
        level(&folder, name, ROOM);
        let args = ["info", "--json", name];
        let output = program()
            .current_dir(folder.path())
            .args(args)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{name}: {}", err(&output));
        let info: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
        assert!(number(&info["level"]["triangles"]) > 12.0, "{name}");
        assert_eq!(info["level"]["degenerate"], 0, "{name}");
        assert!(
            out(&run(["--help"])).contains(name),
            "{name} is missing from the help"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_path_need_not_be_utf8() {
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = level(&folder, OsStr::from_bytes(b"r\xff\xfem.obj"), ROOM);
    let output = run([OsStr::new("info"), path.as_os_str()]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

#[cfg(not(feature = "app"))]
#[test]
fn without_the_window_it_says_how_to_build_it() {
    for args in [&[][..], &["hall"], &["shot", "hall", "-o", "hall.png"]] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(
            err(&output).contains("cargo build --release --features app"),
            "{}",
            err(&output)
        );
        assert_eq!(err(&output).lines().count(), 1);
    }
}

#[test]
fn a_picture_is_drawn_in_software() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.png");
    let name = path.to_str().expect("UTF-8");
    let mut sizes = Vec::new();
    for show in ["materials", "nodes,wireframe", "depth"] {
        let output = run([
            "shot",
            "hall",
            "--software",
            "-o",
            name,
            "--size",
            "320x180",
            "--show",
            show,
        ]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert!(output.stdout.is_empty() && output.stderr.is_empty());
        let picture = image::open(&path).expect("a picture").into_rgb8();
        assert_eq!(picture.dimensions(), (320, 180));
        let colors: std::collections::HashSet<[u8; 3]> = picture.pixels().map(|pixel| pixel.0).collect();
        assert!(colors.len() > 50, "{show}: {} colours", colors.len());
        sizes.push(fs::metadata(&path).expect("a file").len());
    }
    assert!(sizes[0] != sizes[1] && sizes[1] != sizes[2], "{sizes:?}");
}

#[test]
fn what_cannot_be_drawn_in_software_is_said_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.png");
    let name = path.to_str().expect("UTF-8");
    let output = run(["shot", "hall", "--software", "-o", name, "--show", "nodes,planes"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("`planes`"), "{}", err(&output));
    let output = run(["shot", "hall", "--software", "-o", name, "--select", "9999999"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("no node 9999999"), "{}", err(&output));
    let nowhere = folder.path().join("nowhere/x.png");
    let nowhere = nowhere.to_str().expect("UTF-8");
    let output = run(["shot", "hall", "--software", "-o", nowhere]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(err(&output).lines().count(), 1);
    assert!(!path.exists());
}

#[test]
fn liquids_are_drawn_in_software_too() {
    let (folder, path) = room();
    let text = format!("{ROOM}g *water\nv -5 1 -5\nv -5 1 5\nv 5 1 5\nv 5 1 -5\nf 9 10 11 12\n");
    let wet = level(&folder, "wet.obj", &text);
    let mut pictures = Vec::new();
    for path in [&path, &wet] {
        let picture = folder.path().join("x.png");
        let output = program()
            .args([
                "shot",
                "--software",
                "--size",
                "64x48",
                "--eye",
                "0,2,0",
                "--look",
                "0,-40",
                "-o",
            ])
            .arg(&picture)
            .arg(path)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        pictures.push(fs::read(&picture).expect("a picture"));
    }
    assert!(pictures[0] != pictures[1], "the water is not seen");
}

#[test]
fn a_swept_sphere_stops_at_the_wall_and_a_slid_one_goes_along_it() {
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

/// Runs `walk` in the room by a script on standard input.
fn walk(path: &Path, args: &[&str], script: &str) -> (Vec<Value>, Output) {
    let mut command = program();
    command
        .arg("walk")
        .arg(path)
        .args(["--scale", "1", "--script", "-"])
        .args(args)
        .stdin(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let script = script.to_owned();
    let feed = thread::spawn(move || stdin.write_all(script.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    feed.join().expect("no panic").expect("everything is read");
    let ticks = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a tick is JSON"))
        .collect();
    (ticks, output)
}

#[test]
fn a_script_is_walked_tick_for_tick() {
    let (folder, path) = room();
    let script = r#"{"start":{"eye":[0,1.7,4],"yaw":0,"mode":"walk"}}
{"ticks":60}

{"ticks":120,"forward":1,"yaw":0}
{"ticks":60,"yaw":90,"right":-1}
{"ticks":60,"jump":true}
{"mode":"fly"}
{"ticks":30,"up":1}
{"set":{"gravity":1.62}}
{"mode":"walk"}
{"ticks":30}
"#;
    for way in ["sweep", "push", "planes", "ati"] {
        let (ticks, output) = walk(&path, &["--collision", way, "--rate", "60"], script);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert_eq!(ticks.len(), 360);
        for (tick, number_of) in ticks.iter().zip(0..) {
            assert_eq!(tick["tick"], json!(number_of));
        }
        assert_eq!(ticks[59]["grounded"], true, "{way}");
        let [x, y, z] = vector(&ticks[179]["feet"]);
        // Two seconds at 4 m/s, less what the first took.
        assert!(
            x.abs() < 1e-3 && y.abs() < 1e-3 && (-3.72..-3.70).contains(&z),
            "{way}: {x} {y} {z}"
        );
        assert!((vector(&ticks[179]["eye"])[1] - 1.68).abs() < 2e-3);
        assert_eq!(ticks[179]["yaw"], json!(0.0));
        assert_eq!(ticks[180]["yaw"], json!(90.0));
        // To the left of −X is +Z.
        assert!(vector(&ticks[239]["velocity"])[2] > 3.9, "{way}: {}", ticks[239]);
        assert_eq!(ticks[240]["events"][0], json!("jumped"), "{way}");
        assert!(vector(&ticks[329]["velocity"])[1] > 3.0, "{way}: {}", ticks[329]);
        let fallen = number(&ticks[359]["velocity"][1]);
        assert!(
            (fallen + 1.62 * 0.5).abs() < 0.01 || fallen > -0.81,
            "{way}: {fallen}"
        );
        if way != "ati" {
            let contact = &ticks[100]["contacts"][0];
            assert!(
                near(vector(&contact["normal"]), [0.0, 1.0, 0.0]),
                "{way}: {contact}"
            );
            assert!(number(&contact["face"]) < 2.0);
            assert!(contact["material"].is_string());
        }
        let (again, _) = walk(&path, &["--collision", way, "--rate", "60"], script);
        assert_eq!(ticks, again, "{way}");
    }
    let file = level(&folder, "script.jsonl", script);
    let output = run([
        OsStr::new("walk"),
        path.as_os_str(),
        OsStr::new("--scale"),
        OsStr::new("1"),
        OsStr::new("--script"),
        file.as_os_str(),
    ]);
    assert_eq!(out(&output).lines().count(), 360);
}

#[test]
fn a_bad_line_of_a_script_is_one_error_and_nothing_moves() {
    let (_folder, path) = room();
    for bad in [
        "hello",
        r#"{"ticks":-1}"#,
        r#"{"ticks":100000000}"#,
        r#"{"ticks":1,"forward":1e999}"#,
        r#"{"ticks":1,"sideways":1}"#,
        r#"{"mode":"swim"}"#,
        r#"{"set":{"radius":-1}}"#,
        r#"{"start":{"eye":[0,1]}}"#,
    ] {
        let (ticks, output) = walk(&path, &[], &format!("{{\"ticks\":5}}\n\n{bad}\n"));
        assert_eq!(output.status.code(), Some(1), "{bad}");
        assert!(ticks.is_empty(), "{bad}");
        let said = err(&output);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with("bspwalk: standard input: line 3: "), "{said}");
    }
    let output = run(["walk", "hall", "--script", "/no/such/file"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("/no/such/file"));
}

#[test]
fn a_course_is_scored_for_every_way_or_for_one() {
    let table = run(["walk", "torture", "--course"]);
    assert_eq!(table.status.code(), Some(0), "{}", err(&table));
    let text = out(&table);
    let first: Vec<&str> = text
        .lines()
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    assert_eq!(first, ["station", "ati", "push", "sweep", "planes"]);
    assert!(text.contains("ati    crosses_nothing: "), "{text}");

    let json = run(["walk", "torture", "--course", "--json", "--collision", "sweep"]);
    assert_eq!(json.status.code(), Some(0), "{}", err(&json));
    let document: serde_json::Value = serde_json::from_str(&out(&json)).expect("one JSON document");
    let totals = &document["totals"];
    assert_eq!(totals["sweep"]["points"], totals["sweep"]["of"]);
    assert_eq!(totals["ati"], serde_json::Value::Null);
    let stations = document["stations"].as_array().expect("stations");
    assert!(stations.len() > 20 && stations[0]["scores"]["sweep"]["checks"][0]["check"] == "clear");

    let none = run(["walk", "hall", "--course"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(
        err(&none).starts_with("bspwalk: hall has no course"),
        "{}",
        err(&none)
    );
    for wrong in [
        &["walk", "torture"][..],
        &["walk", "torture", "--json", "--script", "-"],
        &["walk", "torture", "--course", "--script", "-"],
        &["walk", "torture", "--course", "--rate", "60"],
        &["walk", "torture", "--course", "--collision", "wings"],
    ] {
        assert_eq!(run(wrong).status.code(), Some(2), "{wrong:?}");
    }
}
