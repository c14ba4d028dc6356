//! Tests for `walk`: scripts and the course.

use std::{path::Path, process::Output};

use bspwalk_testing::effort;
use serde_json::{Value, json};

use crate::cli::{
    done, err, failed, has, json, json_lines, level, near, number, out, refused, room, run, run_line,
    run_with, text, vector,
};

/// Runs `walk` in the room with a script on standard input.
fn walk(path: &Path, args: &[&str], script: &str) -> (Vec<Value>, Output) {
    let common = ["walk", text(path), "--scale", "1", "--script", "-"];
    let output = run_with([&common, args].concat(), script);
    (json_lines(&output), output)
}

#[test]
fn script_is_walked_tick_for_tick() {
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
    for method in ["sweep", "push", "planes", "ati"] {
        let (ticks, output) = walk(&path, &["--collision", method, "--rate", "60"], script);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert_eq!(ticks.len(), 360);
        for (tick, number_of) in ticks.iter().zip(0..) {
            assert_eq!(tick["tick"], json!(number_of));
        }
        assert_eq!(ticks[59]["grounded"], true, "{method}");
        let [x, y, z] = vector(&ticks[179]["feet"]);
        // The distance is two seconds at 4 m/s, minus the loss during acceleration.
        assert!(
            x.abs() < 1e-3 && y.abs() < 1e-3 && (-3.72..-3.70).contains(&z),
            "{method}: {x} {y} {z}"
        );
        assert!((vector(&ticks[179]["eye"])[1] - 1.68).abs() < 2e-3);
        assert_eq!(ticks[179]["yaw"], json!(0.0));
        assert_eq!(ticks[180]["yaw"], json!(90.0));
        // When looking along −X, +Z is to the left.
        assert!(
            vector(&ticks[239]["velocity"])[2] > 3.9,
            "{method}: {}",
            ticks[239]
        );
        assert_eq!(ticks[240]["events"][0], json!("jumped"), "{method}");
        assert!(
            vector(&ticks[329]["velocity"])[1] > 3.0,
            "{method}: {}",
            ticks[329]
        );
        let fallen = number(&ticks[359]["velocity"][1]);
        assert!(
            (fallen + 1.62 * 0.5).abs() < 0.01 || fallen > -0.81,
            "{method}: {fallen}"
        );
        if method != "ati" {
            let contact = &ticks[100]["contacts"][0];
            assert!(
                near(vector(&contact["normal"]), [0.0, 1.0, 0.0]),
                "{method}: {contact}"
            );
            assert!(number(&contact["face"]) < 2.0);
            assert!(contact["material"].is_string());
        }
    }
    let file = level(&folder, "script.jsonl", script);
    let output = run_line("walk {} --scale 1 --script {}", &[&path, &file]);
    assert_eq!(out(&output).lines().count(), 360);
}

#[test]
fn invalid_script_line_is_an_error_and_no_ticks() {
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
        assert!(ticks.is_empty(), "{bad}");
        refused(&output, "bspwalk: standard input: line 3: ");
    }
    failed(
        &run(["walk", "hall", "--script", "/no/such/file"]),
        1,
        "/no/such/file",
    );
}

#[test]
fn course_is_scored_for_all_methods_or_one() {
    let (chosen, methods): (&[&str], &[&str]) = if effort::is_full() {
        (&[], &["ati", "push", "sweep", "planes"])
    } else {
        (&["--collision", "sweep"], &["sweep"])
    };
    let text = out(&done(run([&["walk", "torture", "--course"], chosen].concat())));
    let first: Vec<&str> = text.lines().take(1).flat_map(str::split_whitespace).collect();
    assert_eq!(first, [&["station"], methods].concat());
    if effort::is_full() {
        has(&text, "ati    crosses_nothing: ");
    }

    let document = json(&run("walk torture --course --json --collision sweep".split(' ')));
    let totals = &document["totals"];
    assert_eq!(totals["sweep"]["points"], totals["sweep"]["of"]);
    assert_eq!(totals["ati"], Value::Null);
    let stations = document["stations"].as_array().expect("stations");
    assert!(stations.len() > 20 && stations[0]["scores"]["sweep"]["checks"][0]["check"] == "clear");

    failed(
        &run(["walk", "hall", "--course"]),
        1,
        "bspwalk: hall has no course",
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
