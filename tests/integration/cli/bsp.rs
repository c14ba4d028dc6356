//! Tests for a compiled Quake level on the command line: queries of its own tree.

use std::fs;

use serde_json::json;

use crate::cli::{
    done, failed, has, json, json_lines, out,
    quake_rooms::{Version, room},
    run, run_with,
};

#[test]
fn bsp_works_in_info_query_and_walk() {
    let folder = tempfile::tempdir().expect("a folder");
    let level = folder.path().join("room.bsp");
    fs::write(&level, room(Version::Bsp29)).expect("it is written");
    let level = level.to_str().expect("UTF-8");

    let document = json(&run(["info", level, "--json", "--pvs"]));
    assert_eq!(document["level"]["format"], "bsp29");
    let own = &document["own_tree"];
    for (key, value) in [
        ("nodes", 6),
        ("leaves", 2),
        ("empty", 1),
        ("portals", 0),
        ("leaf_faces", 6),
        ("depth", 6),
    ] {
        assert_eq!(own[key], value, "{key}: {own}");
    }
    assert_eq!(own["pvs_mean"], 1.0);
    assert_eq!(own["hulls"].as_array().map(Vec::len), Some(2));
    assert_eq!(own["hiding"]["seen_hidden_by_own"], 0);
    assert_eq!(own["hiding"]["seen"], own["hiding"]["pairs"]);
    let table = out(&run(["info", level]));
    has(&table, "built here");
    has(&table, "clip hulls");

    let answers = json_lines(&run_with(
        ["query", level],
        "{\"locate\":{\"point\":[0,1,0]}}\n{\"locate\":{\"point\":[0,0.5,0]}}\n{\"locate\":{\"point\":[0,-1,0]}}\n\
         {\"visible\":{\"from\":[0,1,0],\"to\":[1,1,1]}}\n",
    ));
    assert_eq!(
        answers[0]["locate"]["own"],
        json!({"leaf": 1, "contents": "empty", "hull1": "empty", "hull2": "empty"})
    );
    assert_eq!(answers[1]["locate"]["own"]["hull1"], "solid");
    assert_eq!(
        answers[2]["locate"]["own"],
        json!({"leaf": 0, "contents": "solid", "hull1": "solid", "hull2": "solid"})
    );
    assert_eq!(answers[3]["visible"], json!({"pvs": true, "own": true}));

    let script = folder.path().join("script");
    fs::write(&script, "{\"ticks\":240,\"forward\":1}\n").expect("it is written");
    let script = script.to_str().expect("UTF-8");
    let poses = json_lines(&done(run([
        "walk",
        level,
        "--script",
        script,
        "--collision",
        "quake",
    ])));
    let last = poses.last().expect("a pose");
    // The 32-unit-wide hull stops before the wall at 64. The eye is 46 units above the feet.
    let z = last["center"][2].as_f64().expect("a number");
    assert!((z + 48.0 * 0.0254).abs() < 0.01, "{last}");
    let height = last["eye"][1].as_f64().expect("a number") - last["feet"][1].as_f64().expect("a number");
    assert!((height - 46.0 * 0.0254).abs() < 1.0e-3, "{last}");
    let refused = run(["walk", "three_rooms", "--script", script, "--collision", "quake"]);
    failed(&refused, 1, "no clip hulls");
}
