//! Tests for `duel`: comparisons of build rules, and tree statistics for each split cost.

use std::fs;

use serde_json::Value;

use crate::cli::{done, doom_wad, err, failed, has, json, number, out, refused, room, run, run_line};

/// Returns the rows of a duel.
fn rows(args: &[&str]) -> Vec<Value> {
    let document = json(&run([&["duel", "--json"], args].concat()));
    document.as_array().expect("an array").clone()
}

#[test]
fn document_has_agreed_keys_and_info_figures() {
    let rules = "sampled,fewest-cuts,leaf-sampled,none";
    let rows = rows(&["hall", "--samples", "50", "--rules", rules]);
    assert_eq!(rows.len(), 4);
    for row in &rows {
        for key in ["nodes", "fragments", "depth", "bytes", "build_ms"] {
            assert!(number(&row[key]) >= 0.0, "{key}: {row}");
        }
        for kind in ["casts", "contacts", "sweeps"] {
            assert!(number(&row[kind]["ns"]) > 0.0, "{row}");
            assert!(number(&row[kind]["visited"]) >= 0.0, "{row}");
            assert_eq!(row[kind]["samples"], 50);
            assert_eq!(row[kind]["differing"], 0);
        }
    }
    for (index, rule) in [(0, "sampled"), (1, "fewest-cuts")] {
        let info = json(&run(["info", "hall", "--json", "--pvs=false", "--rule", rule]));
        let (tree, row) = (&info["node_tree"], &rows[index]);
        assert_eq!(row["rule"], rule);
        assert_eq!(row["tree"], "node-storing");
        for key in [
            "triangles",
            "nodes",
            "fragments",
            "depth",
            "mean_depth",
            "balance",
            "bytes",
            "cut_weight",
        ] {
            assert_eq!(row[key], tree[key], "{rule}: {key}");
        }
        if index == 0 {
            let (leaves, row) = (&info["leaf_tree"], &rows[2]);
            assert_eq!(row["tree"], "solid-leaf");
            for key in ["nodes", "depth", "mean_depth", "bytes"] {
                assert_eq!(row[key], leaves[key], "{key}");
            }
            assert_eq!(row["fragments"], leaves["leaf_faces"]);
        }
    }
    assert_eq!(rows[3]["rule"], "none");
    assert_eq!(rows[3]["nodes"], 0);
}

#[test]
fn seeds_rules_and_weights_determine_the_counts() {
    let counted = |seed: &str| -> Vec<String> {
        let line = "three_rooms --rules random,sampled:4 --leaf-rule first --samples 60 --seed";
        let args: Vec<&str> = line.split(' ').chain([seed]).collect();
        let rows = rows(&args);
        assert_eq!(rows.len(), 3, "{rows:?}");
        assert_eq!(rows[1]["rule"], "sampled:4:0");
        assert_eq!(rows[1]["cut_weight"], 4.0);
        assert_eq!(rows[2]["rule"], "leaf-first");
        let kinds = ["casts", "contacts", "sweeps"];
        rows.iter()
            .flat_map(|row| kinds.map(|kind| format!("{} {}", row["nodes"], row[kind]["visited"])))
            .collect()
    };
    let first = counted("5");
    assert_eq!(first, counted("5"));
    assert_ne!(first, counted("6"));
    let line = "three_rooms --rules ati,leaf-sampled --cut-weight 7 --samples 5";
    let rows = rows(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(rows[0]["cut_weight"], 7.0, "it is that of the node-storing tree");
    assert_eq!(rows[1]["cut_weight"], 5.0);
}

#[test]
fn table_lists_all_rules_and_the_winner() {
    let (folder, level) = room();
    let csv = folder.path().join("room.csv");
    let output = done(run_line("duel {} --samples 30 --csv {}", &[&level, &csv]));
    assert_eq!(err(&output), "");
    let text = out(&output);
    let lines: Vec<&str> = text.lines().collect();
    let names: Vec<&str> =
        "sampled ati first fewest-cuts balanced random leaf-sampled leaf-surface-area leaf-first \
                            leaf-fewest-cuts leaf-balanced leaf-random none"
            .split(' ')
            .collect();
    // The statistics of the trees come first, then the costs of queries.
    assert!(
        lines[0].starts_with("rule") && lines[0].contains("balance"),
        "{text}"
    );
    let queries = lines
        .iter()
        .position(|line| line.contains("casts"))
        .expect("there are casts");
    assert!(
        lines[queries].contains("contacts") && lines[queries].contains("sweeps"),
        "{text}"
    );
    for first in [1, queries + 2] {
        for (name, line) in names.iter().zip(&lines[first..]) {
            assert!(line.starts_with(&format!("{name} ")), "{text}");
        }
        let width = lines[first..first + names.len()]
            .iter()
            .map(|line| line.chars().count());
        assert_eq!(
            width.clone().min(),
            width.max(),
            "the columns stand below each other: {text}"
        );
    }
    has(
        &text,
        "Each kind of query runs from 30 positions with enough space for a sphere of radius 0.3 m",
    );
    let last = lines.last().expect("there are lines");
    assert!(
        last.starts_with("In this level, `") && last.contains("fastest") && last.contains("a tree"),
        "{text}"
    );
    let csv = fs::read_to_string(csv).expect("it is written");
    assert_eq!(csv.lines().count(), 14);
    assert!(csv.starts_with("rule,tree,"), "{csv}");
}

#[test]
fn other_trees_join_the_rules() {
    let rows = rows(&[
        "three_rooms",
        "--samples",
        "20",
        "--rules",
        "sampled,none",
        "--with",
        "kd,octree,bvh",
    ]);
    let of = |key: &str| -> Vec<String> {
        rows.iter()
            .map(|row| row[key].to_string().replace('"', ""))
            .collect()
    };
    assert_eq!(of("rule"), ["sampled", "none", "kd", "octree", "bvh"]);
    assert_eq!(of("tree")[2..], ["kd-tree", "octree", "bvh"]);
    for row in &rows {
        for kind in ["casts", "contacts", "sweeps"] {
            assert_eq!(row[kind]["differing"], 0, "{row}");
        }
    }
    assert_eq!(rows[3]["balance"], Value::Null);
    let table = out(&done(run(
        "duel three_rooms --rules kd,octree,bvh --samples 20".split(' ')
    )));
    for name in ["\nk-d tree ", "\noctree ", "\nBVH "] {
        has(&table, name);
    }
    has(&table, "–");
    has(&table, "nodes at depth");
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("levels.svg");
    let line = "duel three_rooms --rules kd,octree,bvh --samples 5 --levels {}";
    done(run_line(line, &[&picture]));
    let svg = fs::read_to_string(picture).expect("it is written");
    for words in ["<svg ", ">k-d tree<", ">octree<", ">BVH<", "Depth 3 has "] {
        has(&svg, words);
    }
    // The drawing of each tree consists of the walls and four levels.
    assert_eq!(svg.matches("<path ").count(), 3 * 5);
    let line = "duel three_rooms --rules sampled --levels {}";
    refused(&run_line(line, &[&folder.path().join("none.svg")]), "--with kd");
    // An added contestant does not replace the default ones.
    let added = done(run("duel three_rooms --with octree --samples 5".split(' ')));
    has(&out(&added), "\nsampled ");
    has(&out(&added), "\noctree ");
}

#[test]
fn errors_name_the_invalid_argument() {
    let (_folder, level) = room();
    let level = level.to_str().expect("UTF-8");
    for (args, said) in [
        (&["--rules", "best"][..], "`best` is not a rule"),
        (&["--rules", "none:1"], "`none` has no weights"),
        (&["--with", "kd:2"], "`kd` has no weights"),
        (&["--with", "best"], "`best` is not a rule"),
        (&["--rules", "sampled:-1"], "`-1` is not a weight"),
        (&["--samples", "0"], "0"),
    ] {
        let output = run([&["duel", level], args].concat());
        failed(&output, 2, said);
        assert_eq!(out(&output), "");
    }
    // The other contestants are reported first, followed by the missing one.
    let output = run_line("duel {} --rules own,sampled --samples 5 --json", &[&level]);
    assert_eq!(output.status.code(), Some(1));
    let document: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(document.as_array().map(Vec::len), Some(1));
    has(&err(&output), "own: the level file contains no tree");
    failed(
        &run(["duel", level, "--rules", "none", "--csv", "/nowhere/at/all.csv"]),
        1,
        "could not write /nowhere/at/all.csv",
    );
    let output = run(["duel", "missing.obj"]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn doom_map_has_the_columns_of_elfbsp() {
    let folder = tempfile::tempdir().expect("a folder");
    let wad = folder.path().join("cut.wad");
    fs::write(&wad, doom_wad::wad(b"PWAD", &doom_wad::cut_map("E1M1"))).expect("it is written");
    let wad = wad.to_str().expect("UTF-8");
    let csv = folder.path().join("costs.csv");
    let output = done(run_line("duel {} --split-costs --csv {}", &[&wad, &csv]));
    let table = out(&output);
    has(&table, "planar tree of the linedefs");
    has(&table, "At 11");
    let figures = fs::read_to_string(&csv).expect("it is written");
    let lines: Vec<&str> = figures.lines().collect();
    assert!(
        lines[0].starts_with("map_name,rule,split_cost,num_segs,num_subsecs,num_nodes,size_left,size_right,"),
        "{}",
        lines[0]
    );
    assert_eq!(lines.len(), 33);
    assert!(
        lines[1].contains(",planar,1,") && lines[32].contains(",planar,32,"),
        "{figures}"
    );
}

#[test]
fn every_split_cost_has_a_row() {
    let points = json(&run(
        "duel three_rooms --split-costs 0-3 --rule ati --json".split(' ')
    ));
    let points = points.as_array().expect("a list");
    assert_eq!(points.len(), 4);
    for (cost, point) in points.iter().enumerate() {
        let number = |key: &str| point[key].as_u64().unwrap_or_else(|| panic!("{key}: {point}"));
        assert_eq!(number("split_cost"), cost as u64);
        assert_eq!(number("subsectors"), number("nodes") + 1);
        assert_eq!(number("axial_nodes") + number("diagonal_nodes"), number("nodes"));
        assert!(number("size_left") < number("nodes") && number("segs") >= number("axial_splits"));
    }
    let cuts =
        |point: &Value| point["axial_splits"].as_u64().unwrap() + point["diagonal_splits"].as_u64().unwrap();
    assert!(cuts(&points[0]) >= cuts(&points[3]), "{points:?}");
    for wrong in ["5-3", "x", "1-2000"] {
        let output = run(["duel", "three_rooms", "--split-costs", wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
    let output = run(["duel", "three_rooms", "--split-costs", "--rules", "ati"]);
    assert_eq!(output.status.code(), Some(2));
}
