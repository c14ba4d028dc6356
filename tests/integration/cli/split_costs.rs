//! Tests of `duel --split-costs`: tree statistics for each cost of a cut.

use std::fs;

use serde_json::Value;

use crate::cli::{done, doom_wad, has, json, out, run, run_line};

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
