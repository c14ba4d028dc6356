//! Tests for help, wrong usage, options, levels and `info`.

use std::{ffi::OsStr, process::Output};

use serde_json::{Value, json};

use crate::cli::{
    ROOM, block, done, err, has, json, level, number, out, program, refused, room, run, run_line, text,
    vector,
};

#[test]
fn help_and_version_go_to_standard_output() {
    for args in [
        &["--help"][..],
        &["-h"],
        &["info", "--help"],
        &["query", "--help"],
        &["walk", "--help"],
        &["shot", "--help"],
        &["film", "--help"],
        &["sheet", "--help"],
        &["compile", "--help"],
        &["duel", "--help"],
        &["quiz", "--help"],
        &["tree", "--help"],
        &["brushes", "--help"],
        &["replay-queries", "--help"],
        &["keys", "--help"],
    ] {
        let output = done(run(args));
        assert!(out(&output).contains("Usage:"), "{args:?}");
        assert_eq!(err(&output), "", "{args:?}");
    }
    let help = out(&run(["--help"]));
    for word in [
        "info",
        "query",
        "walk",
        "shot",
        "film",
        "sheet",
        "--scale",
        "--up",
        "--rule",
        "--cut-weight",
        "--unbalance-weight",
        "--seed",
        "--renderer",
    ] {
        has(&help, word);
    }
    assert!(out(&run(["--version"])).contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_usage_exits_2_with_empty_stdout() {
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
        &["portals"],
        &["portals", "hall", "-o", "portals.txt"],
        &["portals", "hall", "--dialect", "prt3"],
        &["replay-queries", "hall"],
        &["replay-queries", "hall", "log.jsonl", "--heat", "heat.gif"],
        &["brushes"],
        &["brushes", "a.map", "-o", "b.map"],
        &["brushes", "a.map", "--as-detail", "1", "-o", "b.txt"],
        &["brushes", "a.map", "--as-detail", "one"],
        &["brushes", "a.map", "--by", "size"],
        &["diff", "hall"],
        &["diff", "hall", "hall", "hall"],
        &["keys", "hall"],
        &["keys", "--json", "--markdown"],
        &["hall", "info", "hall"],
        &["--size", "10x10", "info", "hall"],
        &["--renderer", "software", "info", "hall"],
        &["--renderer", "vulkan"],
        &["--renderer"],
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
        &["film", "hall", "-o", "x.gif"],
        &["film", "hall", "--of", "division"],
        &["film", "hall", "--of", "dance", "-o", "x.gif"],
        &["film", "hall", "--of", "cast", "-o", "x.webp"],
        &["film", "hall", "--of", "cast", "-o", "x.mp4"],
        &["film", "hall", "--of", "cast", "-o", "x.gif", "--seconds", "0"],
        &["film", "hall", "--of", "cast", "-o", "x.gif", "--steps", "3..1"],
        &["film", "hall", "--of", "cast", "-o", "x.gif", "--most", "0"],
        &[
            "film",
            "hall",
            "-o",
            "x.gif",
            "--query",
            "{\"order\":{\"eye\":[0,1,0]}}",
        ],
        &["film", "hall", "-o", "x.gif", "--query", "cast"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
        assert_eq!(out(&output), "", "{args:?}");
        assert!(err(&output).starts_with("error: "), "{args:?}: {}", err(&output));
    }
}

#[test]
fn unreadable_level_is_one_sentence_and_exits_1() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let absent = folder.path().join("absent.obj");
    let empty = level(&folder, "empty.obj", "");
    for command in ["info", "query"] {
        for path in [absent.as_path(), folder.path(), empty.as_path()] {
            let output = run([OsStr::new(command), path.as_os_str()]);
            refused(&output, text(path));
        }
    }
}

#[test]
fn info_json_has_the_agreed_keys() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // Add one degenerate face and one duplicate.
    let path = level(&folder, "room.obj", &format!("{ROOM}f 1 2 2\nf 1 4 3\n"));
    let line = "info {} --json --scale 1 --rule balanced --unbalance-weight 2.5 --seed 7";
    let output = run_line(line, &[&path]);
    assert_eq!(err(&output), "");
    let info = json(&output);
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
    // Each of the six walls has one node, and none is cut.
    assert_eq!([&tree["nodes"], &tree["fragments"], &tree["splits"]], [6, 12, 0]);
    // With so few nodes, queries test every plane.
    assert_eq!([&tree["queried_nodes"], &tree["queried_blocks"]], [6, 0]);
    for key in ["depth", "mean_depth", "bytes", "build_ms"] {
        assert!(number(&tree[key]) > 0.0, "{key}");
    }
    // The tree has two leaves: the room and the outside.
    let tree = &info["leaf_tree"];
    assert_eq!([&tree["leaves"], &tree["empty"], &tree["solid"]], [2, 1, 1]);
    assert_eq!([&tree["portals"], &tree["leaf_faces"]], [0, 6]);
    assert_eq!((&tree["pvs_mean"], &tree["leak"]), (&json!(1.0), &json!(false)));
    assert_eq!(tree["seal"], "sealed");
}

#[test]
fn info_calls_a_level_without_an_inside_open() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = level(&folder, "brush.map", &block(0.0));
    let path = text(&path);
    let info = json(&run(["info", path, "--json"]));
    let tree = &info["leaf_tree"];
    assert_eq!(
        (&tree["seal"], &tree["leak"]),
        (&json!("open"), &Value::Null),
        "{tree}"
    );
    let table = out(&run(["info", path]));
    let row = table.lines().find(|line| line.trim_start().starts_with("leak"));
    has(row.expect(&table), "no inside that could be sealed");
}

#[test]
fn info_computes_the_pvs_on_request() {
    let (_folder, path) = room();
    let path = text(&path);
    let info = json(&run(["info", path, "--json", "--pvs"]));
    let tree = &info["leaf_tree"];
    assert_eq!(tree["pvs_mean"], 1.0);
    assert!(
        tree["pvs_ms"].is_number() && tree["pvs"]["clusters"].is_number(),
        "{tree}"
    );
    let output = run(["info", path, "--json", "--pvs=false"]);
    assert_eq!(err(&output), "");
    let info = json(&output);
    for key in ["pvs_mean", "pvs_final", "pvs", "pvs_ms"] {
        let tree = &info["leaf_tree"];
        assert!(tree[key].is_null(), "{key} is computed without being asked for");
    }
    let said = err(&run(["info", "hall", "--json", "--pvs-steps", "1000"]));
    has(&said, "use --pvs=false to skip this step");
    let (without, with) = (run(["info", path]), run(["info", path, "--pvs"]));
    has(&out(&without), "not computed; add --pvs to compute it");
    has(&out(&with), "100.0 % of the empty leaves");
}

#[test]
fn info_prints_a_table_without_json() {
    let (_folder, path) = room();
    let output = done(run([OsStr::new("info"), path.as_os_str()]));
    let table = out(&output);
    for row in [
        "triangles    12",
        "nodes        6",
        "fragments    12",
        "spawn",
        "units",
        "build time",
    ] {
        has(&table, row);
    }
}

#[test]
fn up_and_scale_turn_and_stretch_the_level() {
    let (_folder, path) = room();
    let info = json(&run_line("info {} --json --up z --scale 0.5", &[&path]));
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
    let path = text(&path);
    let before = run(["--rule", "first", "--scale", "1", "info", path, "--json"]);
    let after = run(["info", path, "--json", "--scale", "1", "--rule", "first"]);
    let read = |output: &Output| {
        let mut info = json(output);
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
fn built_in_level_wins_over_file_of_its_name() {
    let help = out(&run(["--help"]));
    for built_in in bspwalk_levels::builtin::all() {
        has(&help, built_in.name);
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    level(&folder, "three_rooms", ROOM);
    let output = program()
        .current_dir(folder.path())
        .args(["info", "--json", "--pvs=false", "three_rooms"])
        .output()
        .expect("the program starts");
    let info = json(&output);
    assert!(number(&info["level"]["triangles"]) > 12.0, "{info}");
}

#[cfg(unix)]
#[test]
fn level_path_need_not_be_utf8() {
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = level(&folder, OsStr::from_bytes(b"r\xff\xfem.obj"), ROOM);
    done(run([OsStr::new("info"), path.as_os_str()]));
}

#[cfg(not(feature = "app"))]
#[test]
fn missing_engine_names_the_build_command() {
    for args in [&[][..], &["hall"], &["shot", "hall", "-o", "hall.png"]] {
        let output = nowhere_to_draw().args(args).output().expect("the program starts");
        refused(&output, "with `cargo build --release`");
    }
}

/// Returns a command that runs the program without a display or a terminal.
fn nowhere_to_draw() -> std::process::Command {
    let mut program = program();
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        program.env_remove(name);
    }
    program.stdin(std::process::Stdio::null());
    program
}

#[cfg(target_os = "linux")]
#[test]
fn undrawable_walk_is_one_sentence_and_exits_1() {
    for renderer in [
        &[][..],
        &["--renderer", "gpu"],
        &["--renderer", "software"],
        &["--renderer", "terminal"],
    ] {
        let output = nowhere_to_draw()
            .arg("hall")
            .args(renderer)
            .output()
            .expect("the program starts");
        refused(&output, "");
        let said = err(&output);
        assert!(
            said.contains("shot") || said.contains("cargo build"),
            "{renderer:?}: {said}"
        );
    }
}
