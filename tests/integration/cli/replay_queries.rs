//! Tests for `replay-queries`, and for `walk --log-queries`.

use std::{fs, path::Path};

use serde_json::Value;

use crate::cli::{done, err, failed, feed, has, json, json_lines, number, out, run, run_line, text};

const SCRIPT: &str = r#"{"ticks":60}
{"ticks":180,"forward":1,"yaw":20}
{"ticks":60,"jump":true,"right":1}
"#;

/// Logs a walk in a built-in level. Returns the path of the log.
fn log(folder: &Path) -> String {
    let (script, log) = (folder.join("walk.jsonl"), folder.join("log.jsonl"));
    fs::write(&script, SCRIPT).expect("a temporary file");
    let walk = |more: &[&str]| {
        let common = ["walk", "three_rooms", "--script", text(&script)];
        done(run([&common, more].concat()))
    };
    let logged = walk(&["--log-queries", text(&log)]);
    assert_eq!(logged.stdout, walk(&[]).stdout, "the log changes no pose");
    text(&log).to_owned()
}

#[test]
fn walk_is_logged_and_replayed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = log(folder.path());
    let lines = fs::read(&log).expect("it is written");
    let report = json(&run([
        "replay-queries",
        "three_rooms",
        &log,
        "--json",
        "--top",
        "3",
    ]));
    let count = lines.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(report["lines"], count);
    assert_eq!(report["all"]["queries"], count);
    let kinds = report["kinds"].as_array().expect("a list");
    let sum = |key: &str| kinds.iter().map(|kind| number(&kind[key])).sum::<f64>();
    assert_eq!(sum("visited"), number(&report["all"]["visited"]));
    for kind in kinds {
        let [mean, p95, most] = ["mean", "p95", "most"].map(|key| number(&kind[key]));
        assert!(mean <= most && p95 <= most && most > 0.0, "{kind}");
    }
    // The same log is the input of `query`, which counts the same nodes for casts and sweeps.
    let answers = json_lines(&done(feed(["query", "three_rooms"], lines)));
    assert_eq!(answers.len(), count);
    for kind in ["cast", "sweep"] {
        let visited: f64 = answers
            .iter()
            .filter_map(|answer| answer[kind]["visited"].as_f64())
            .sum();
        let reported = kinds.iter().find(|one| one["kind"] == kind);
        assert_eq!(
            reported.map_or(0.0, |one| number(&one["visited"])),
            visited,
            "{kind}"
        );
    }
    let most = report["most_expensive"].as_array().expect("a list");
    assert_eq!(most.len(), 3);
    assert_eq!(number(&most[0]["visited"]), number(&report["all"]["most"]));
    assert!(most.is_sorted_by(|a, b| number(&a["visited"]) >= number(&b["visited"])));
    let lines = fs::read_to_string(&log).expect("it is written");
    let line = lines
        .lines()
        .nth(number(&most[0]["line"]) as usize - 1)
        .expect("the line exists");
    let parsed = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert_eq!(
        parsed(line).to_string().len(),
        most[0]["request"].to_string().len()
    );
    has(
        most[0]["film"].as_str().expect("a command"),
        "bspwalk film three_rooms --query=",
    );
}

#[test]
fn rules_are_compared_under_the_load() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = log(folder.path());
    let rules = ["--rules", "sampled,random,leaf-sampled,bvh"];
    let args = [&["replay-queries", "three_rooms", &log], &rules[..]].concat();
    let report = json(&run([&args[..], &["--json"]].concat()));
    let rules = report["rules"].as_array().expect("a list");
    assert_eq!(
        rules[0]["rule"], report["rule"],
        "the tree of the level is the first rule"
    );
    assert_eq!(rules[0]["visited"].as_f64(), report["all"]["visited"].as_f64());
    assert_eq!(
        (&rules[0]["visited_ratio"], &rules[0]["time_ratio"]),
        (&1.0.into(), &1.0.into())
    );
    for rule in rules {
        assert_eq!(rule["differing"], 0, "{rule}");
        let ratio = number(&rule["visited"]) / number(&rules[0]["visited"]);
        assert!((number(&rule["visited_ratio"]) - ratio).abs() < 1.0e-9);
    }
    let table = out(&done(run(args)));
    has(&table, "×1.00");
    has(&table, "bspwalk film three_rooms --query=");
    let refused = run(["replay-queries", "three_rooms", &log, "--rules", "none"]);
    failed(&refused, 1, "without a tree");
}

#[test]
fn invalid_lines_are_named_and_others_count() {
    let input = r#"{"cast":{"from":[0,1,0],"to":[0,1,9]}}
{"cast":{"from":[0,1,0]}}
{"order":{"eye":[0,1,0]}}
{"sweep":{"from":[0,1,0],"to":[0,1,9],"radius":0.3}}
"#;
    let output = feed(["replay-queries", "three_rooms", "-", "--json"], input.into());
    failed(&output, 1, "invalid lines: 1 of 4");
    has(&err(&output), "line 2: ");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let counts = ["lines", "invalid", "others"].map(|key| report[key].as_u64());
    assert_eq!(counts, [Some(4), Some(1), Some(1)]);
    assert_eq!(report["all"]["queries"], 2);
    failed(
        &run(["replay-queries", "three_rooms", "nothing.jsonl"]),
        1,
        "nothing.jsonl",
    );
}

#[test]
fn heat_plan_colours_the_places_of_queries() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (log, empty) = (log(folder.path()), folder.path().join("empty.jsonl"));
    fs::write(&empty, "").expect("a temporary file");
    let picture = |log: &dyn AsRef<std::ffi::OsStr>, name: &str| {
        let file = folder.path().join(name);
        done(run_line("replay-queries three_rooms {} --heat {}", &[log, &file]));
        image::open(file).expect("a picture").to_rgb8()
    };
    let (hot, plain) = (picture(&log, "hot.png"), picture(&empty, "plain.png"));
    let changed = hot
        .pixels()
        .zip(plain.pixels())
        .filter(|(hot, plain)| hot != plain)
        .count();
    assert!(
        (64..hot.pixels().len() / 4).contains(&changed),
        "{changed} pixels differ"
    );
}
