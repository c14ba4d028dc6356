//! Command-line tests for compiled levels and the solid-leaf tree, using the real program.

use std::fs;

use serde_json::{Value, json};

use crate::cli::{
    done, err, failed, has, json, json_lines, level, number, out, refused, run, run_line, run_with, text,
};

/// Two sealed 4 m × 3 m × 4 m rooms, with a doorway in the wall between them and a crate in the first room.
const ROOMS: &str = "\
o rooms
v 0 0 0
v 4 0 0
v 4 0 4
v 0 0 4
v 0 3 0
v 4 3 0
v 4 3 4
v 0 3 4
v 5 0 0
v 9 0 0
v 9 0 4
v 5 0 4
v 5 3 0
v 9 3 0
v 9 3 4
v 5 3 4
v 4 0 1
v 4 0 2
v 4 2 2
v 4 2 1
v 5 0 1
v 5 0 2
v 5 2 2
v 5 2 1
f 1 4 3 18 17 2
f 5 6 7 8
f 1 2 6 5
f 3 4 8 7
f 4 1 5 8
f 2 17 20 6
f 20 19 7 6
f 18 3 7 19
f 9 21 22 12 11 10
f 13 14 15 16
f 9 10 14 13
f 11 12 16 15
f 10 11 15 14
f 21 9 13 24
f 24 13 16 23
f 23 16 12 22
f 17 18 22 21
f 18 19 23 22
f 19 20 24 23
f 20 17 21 24
o crate
v 2.2 0 2.4
v 2.7 0 2.4
v 2.7 0.5 2.4
v 2.2 0.5 2.4
v 2.2 0 2.9
v 2.7 0 2.9
v 2.7 0.5 2.9
v 2.2 0.5 2.9
f 25 28 27 26
f 29 30 31 32
f 25 29 32 28
f 26 27 31 30
f 28 32 31 27
f 25 26 30 29
";

/// Writes the rooms as a source file, and compiles them with `args`.
fn rooms(args: &[&str]) -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (source, compiled) = (path("rooms.obj"), path("rooms.bspw"));
    fs::write(&source, ROOMS).expect("a temporary file");
    let common = ["compile", &source, "-o", &compiled, "--scale", "1"];
    let output = done(run([&common, args].concat()));
    assert_eq!(err(&output), "");
    (folder, source, compiled)
}

/// Removes the values that differ between runs.
fn timeless(mut info: Value) -> Value {
    for tree in ["node_tree", "leaf_tree"] {
        for (key, value) in info[tree].as_object_mut().expect("a tree") {
            if key.ends_with("_ms") {
                assert!(value.as_f64().is_some_and(|time| time >= 0.0), "{key}: {value}");
                value.take();
            }
        }
    }
    info
}

#[test]
fn info_reports_the_leaf_tree() {
    let (_folder, source, _) = rooms(&[]);
    let info = json(&run(["info", &source, "--json", "--pvs", "--scale", "1"]));
    let tree = &info["leaf_tree"];
    let count = |key: &str| tree[key].as_u64().expect(key);
    assert_eq!(count("leaves"), count("empty") + count("solid"));
    assert_eq!((count("structural"), count("detail")), (44, 12));
    assert_eq!(tree["structure"]["small"], 12);
    assert_eq!(tree["leak"], false);
    assert!(
        count("portals") > 0 && count("nodes") > 6 && count("leaf_faces") >= 26,
        "{tree}"
    );
    let volume = tree["empty_volume"].as_f64().expect("a volume");
    assert!((volume - (2.0 * 48.0 + 2.0)).abs() < 1e-6, "{volume}");
    let mean = tree["pvs_mean"].as_f64().expect("a share");
    assert!(0.0 < mean && mean <= 1.0, "{mean}");
    assert_eq!(tree["contradicted_faces"], 0);
    for key in "build_ms portal_ms pvs_ms bytes depth mean_depth planes splits".split(' ') {
        assert!(tree[key].is_number(), "{key}");
    }
    let table = run(["info", &source, "--scale", "1"]);
    for row in [
        "tree         solid-leaf",
        "detail       12 triangles (12 small)",
        "leak         none",
        "portals",
        "visible",
    ] {
        has(&out(&table), row);
    }
}

#[test]
fn fill_makes_unreachable_space_solid() {
    // Wall up the doorway on both sides.
    let apart = ROOMS.replace(
        "f 17 18 22 21\nf 18 19 23 22\nf 19 20 24 23\nf 20 17 21 24\n",
        "f 17 18 19 20\nf 22 21 24 23\n",
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = level(&folder, "apart.obj", &apart);
    let path = text(&path);
    let tree = |args: &[&str]| {
        let info = json(&run([&["info", path, "--json", "--scale", "1"], args].concat()));
        info["leaf_tree"].clone()
    };
    let (open, filled) = (tree(&[]), tree(&["--fill"]));
    assert!(open["filled"].is_null());
    assert_eq!(open["leak"], false, "{open}");
    let volumes =
        |tree: &Value| ["empty_volume", "solid_volume"].map(|key| tree[key].as_f64().expect("a volume"));
    assert!((volumes(&open)[0] - 96.0).abs() < 1e-6, "{open}");
    assert!((volumes(&filled)[0] - 48.0).abs() < 1e-6, "{filled}");
    assert!((volumes(&open).iter().sum::<f64>() - volumes(&filled).iter().sum::<f64>()).abs() < 1e-6);
    let [before, after] = [&open, &filled].map(|tree| number(&tree["solid"]));
    assert_eq!(number(&filled["filled"]), after - before);
    let table = run(["info", path, "--scale", "1", "--fill"]);
    has(&out(&table), "1 unreachable leaf");
}

#[test]
fn contradicted_faces_are_listed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // A one-sided 2 m × 2 m screen in the second room. In the file, it comes after 56 triangles.
    let screen = "o screen\nv 7 0.5 1\nv 7 0.5 3\nv 7 2.5 3\nv 7 2.5 1\nf 33 34 35 36\n";
    let path = level(&folder, "screen.obj", &(ROOMS.to_owned() + screen));
    let path = text(&path);
    let tree = json(&run(["info", path, "--json", "--scale", "1"]))["leaf_tree"].clone();
    let found = tree["contradicted"].as_array().expect("a list");
    assert_eq!(
        Some(found.len() as u64),
        tree["contradicted_faces"].as_u64(),
        "{tree}"
    );
    let area = |face: &Value| face["area"].as_f64().expect("an area");
    assert!((found.iter().map(area).sum::<f64>() - 4.0).abs() < 1e-6, "{tree}");
    assert!(
        found.iter().all(|face| face["face"].as_u64() >= Some(56)),
        "{tree}"
    );
    assert!(found.windows(2).all(|pair| area(&pair[0]) >= area(&pair[1])));
    let table = run(["info", path, "--scale", "1"]);
    let line = "1 face (4.00 m²) has the same solidity on both sides: face 56";
    has(&out(&table), line);
}

#[test]
fn hole_is_a_leak() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // A level whose second room has no floor.
    let path = level(&folder, "open.obj", &ROOMS.replace("f 9 21 22 12 11 10\n", ""));
    let info = json(&run_line("info {} --json --scale 1", &[&path]));
    assert_eq!(info["leaf_tree"]["leak"], true, "{}", info["leaf_tree"]);
    assert!(
        info["leaf_tree"]["leak_length"]
            .as_f64()
            .is_some_and(|length| length > 1.0)
    );
}

#[test]
fn leaf_queries_agree_with_the_source() {
    let (_folder, source, compiled) = rooms(&[]);
    let requests = "\
{\"locate\":{\"point\":[1,1,1]}}
{\"locate\":{\"point\":[4.5,1,3]}}
{\"locate\":{\"point\":[8,1,1]}}
{\"locate\":{\"point\":[100,1,1]}}
{\"visible\":{\"from\":[1,1,1.5],\"to\":[8,1,1.5]}}
{\"visible\":{\"from\":[1,1,1],\"to\":[4.5,2.5,3]}}
{\"order\":{\"eye\":[1,1,1]}}
{\"order\":{\"eye\":[8,1,1]}}
";
    let answers = |level: &str, args: &[&str]| -> Vec<Value> {
        json_lines(&done(run_with([&["query", level], args].concat(), requests)))
    };
    let found = answers(&source, &["--scale", "1"]);
    assert_eq!(found, answers(&compiled, &[]));
    let solid: Vec<&Value> = found[..4]
        .iter()
        .map(|answer| &answer["locate"]["solid"])
        .collect();
    assert_eq!(solid, [false, true, false, true]);
    assert_eq!(found[4], json!({"visible": {"pvs": true}}));
    assert_eq!(found[5], json!({"visible": {"pvs": false}}));
    let order = |answer: &Value| -> Vec<u64> {
        let leaves = answer["order"]["leaves"].as_array().expect("leaves");
        leaves
            .iter()
            .map(|leaf| leaf.as_u64().expect("a number"))
            .collect()
    };
    let (near_first, near_second) = (order(&found[6]), order(&found[7]));
    let leaf = |answer: &Value| answer["locate"]["leaf"].as_u64().expect("a number");
    let (first, second) = (leaf(&found[0]), leaf(&found[2]));
    assert_eq!((near_first[0], near_second[0]), (first, second));
    let place = |order: &[u64], leaf: u64| order.iter().position(|&other| other == leaf);
    assert!(place(&near_first, first) < place(&near_first, second));
    assert!(place(&near_second, second) < place(&near_second, first));
    let mut sorted = [near_first, near_second];
    sorted.iter_mut().for_each(|order| order.sort_unstable());
    assert_eq!(sorted[0], sorted[1]);
}

#[test]
fn compiled_level_works_like_its_source() {
    let (folder, source, compiled) = rooms(&[]);
    let info = |args: &[&str]| timeless(json(&run([&["info", "--json"], args].concat())));
    assert_eq!(
        info(&[&compiled, "--pvs-steps", "1000"]),
        info(&[&source, "--scale", "1", "--pvs", "--pvs-steps", "1000"])
    );
    let script = level(&folder, "script", "{\"ticks\":50,\"forward\":1}\n");
    let script = text(&script);
    let walked = done(run(["walk", &compiled, "--script", script]));
    assert_eq!(
        out(&walked),
        out(&run(["walk", &source, "--script", script, "--scale", "1"]))
    );
    // The file is recognised by its content, regardless of its name.
    let renamed = folder.path().join("renamed");
    fs::copy(&compiled, &renamed).expect("a copy");
    let renamed = renamed.to_str().expect("UTF-8");
    assert_eq!(info(&[renamed]), info(&[&compiled]));
}

#[test]
fn compile_reports_the_written_file() {
    let (folder, source, compiled) = rooms(&[]);
    let written = json(&run([
        "compile", &source, "-o", &compiled, "--json", "--scale", "1",
    ]));
    assert_eq!(written["file"], compiled);
    assert_eq!(
        written["bytes"],
        fs::metadata(&compiled).expect("it is there").len()
    );
    assert_eq!(written["source"], "rooms.obj");
    assert_eq!(written["triangles"], 56);
    assert_eq!(written["leaf_tree"]["detail"], 12);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);

    let table = done(run(["compile", &compiled, "-o", &compiled, "--rule", "first"]));
    has(&out(&table), "rooms.bspw");
    has(&out(&table), "solid-leaf");
    assert_eq!(
        json(&run(["info", &compiled, "--json"]))["node_tree"]["rule"],
        "first"
    );

    for wrong in ["rooms.txt", "rooms", "rooms.obj"] {
        failed(&run(["compile", &source, "-o", wrong]), 2, ".bspw");
    }
    let output = run(["compile", &source, "-o", "no/such/folder/rooms.bspw"]);
    failed(&output, 1, "could not write");
}

#[test]
fn options_rebuild_only_the_affected_tree() {
    let (_folder, _, compiled) = rooms(&["--rule", "balanced", "--seed", "5"]);
    let info = |args: &[&str]| {
        let output = run([&["info", "--json", &compiled], args].concat());
        (json(&output), err(&output))
    };
    let (kept, said) = info(&[]);
    assert_eq!(kept["node_tree"]["rule"], "balanced");
    assert_eq!((&kept["node_tree"]["seed"], said.as_str()), (&json!(5), ""));
    let (same, said) = info(&["--rule", "balanced", "--seed", "5", "--scale", "1", "--up", "y"]);
    assert_eq!((timeless(same), said.as_str()), (timeless(kept.clone()), ""));

    let (other, said) = info(&["--rule", "first"]);
    assert_eq!(other["node_tree"]["rule"], "first");
    assert_eq!(other["node_tree"]["seed"], 1);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("the node-storing tree") && !said.contains("solid-leaf"),
        "{said}"
    );
    let (other, said) = info(&["--structure", "all"]);
    assert_eq!(other["leaf_tree"]["detail"], 0);
    assert!(
        said.contains("solid-leaf") && !said.contains("node-storing"),
        "{said}"
    );
    assert_eq!(other["node_tree"]["nodes"], kept["node_tree"]["nodes"]);

    for args in [["--scale", "2"], ["--up", "z"]] {
        let output = run(["info", &compiled, args[0], args[1]]);
        failed(&output, 1, args[0]);
        has(&err(&output), "compile its source again");
    }
}

#[test]
fn structure_is_chosen_on_the_command_line() {
    let (_folder, source, _) = rooms(&[]);
    for (args, structural, reason) in [
        (&["--structure", "names"][..], 56, None),
        (&["--detail", "rooms"], 12, Some("detail_by_hand")),
        (&["--detail", "crate"], 44, Some("detail_by_hand")),
        (&["--structural", "crate"], 56, Some("structural_by_hand")),
        (&["--structural-budget", "3"], 0, Some("over_budget")),
    ] {
        let args = [&["info", &source, "--json", "--scale", "1"], args].concat();
        let tree = &json(&run(&args))["leaf_tree"];
        if structural > 0 {
            assert_eq!(tree["structural"], structural, "{args:?}");
        }
        assert!(
            reason.is_none_or(|reason| number(&tree["structure"][reason]) > 0.0),
            "{tree}"
        );
    }
}

#[test]
fn damaged_file_is_refused_with_a_reason() {
    let (folder, _, compiled) = rooms(&[]);
    let bytes = fs::read(&compiled).expect("it is there");
    let reason = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a temporary file");
        let path = text(&path).to_owned();
        for args in [
            &["info", &path, "--json"][..],
            &["query", &path],
            &["walk", &path, "--script", "-"],
        ] {
            let output = run(args);
            refused(&output, &path);
        }
        err(&run(["info", &path]))
    };
    let half = reason("half.bspw", &bytes[..bytes.len() / 2]);
    for words in ["damaged", "header", "compile the level again"] {
        has(&half, words);
    }
    let mut flipped = bytes.clone();
    *flipped.last_mut().expect("bytes") ^= 1;
    let flipped = reason("flipped.bspw", &flipped);
    has(&flipped, "checksum does not match");
    has(&flipped, "byte");
    let mut newer = bytes;
    newer[8] += 1;
    has(&reason("newer.bspw", &newer), "format");
    has(&reason("text.bspw", ROOMS.as_bytes()), "not a compiled level");
}
