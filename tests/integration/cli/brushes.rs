//! Tests for `brushes`: the costs of a map's brushes, the savings from making them detail, and the changed copy.

use std::fs;

use bspwalk_testing::quake_maps;
use serde_json::Value;

use crate::cli::{failed, has, json, level, number, out, refused, run, text};

const PILLAR: quake_maps::Corners = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];

/// Writes a map of a room with a pillar.
fn map_with_pillar() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let map = level(&folder, "a.map", &quake_maps::room(&[PILLAR]));
    (folder, map)
}

fn brushes(args: &[&str]) -> Value {
    json(&run(["brushes", "--json"].iter().chain(args)))
}

#[test]
fn costliest_brush_is_listed_with_its_saving() {
    let (_folder, map) = map_with_pillar();
    let found = brushes(&[text(&map)]);
    assert_eq!((&found["brushes"], &found["structural"]), (&7.into(), &7.into()));
    let dearest = &found["dearest"][0];
    assert_eq!((&dearest["brush"], &dearest["portals"]), (&6.into(), &4.into()));
    assert_eq!(dearest["line"], 3 + 6 * 8);
    assert_eq!(
        [&dearest["min"], &dearest["max"]],
        PILLAR.map(|corner| serde_json::json!(corner)).each_ref()
    );
    let measured = &found["measured"][0];
    assert_eq!(measured["brushes"], serde_json::json!([6]));
    let [before, after] = [0, 1].map(|side| number(&measured["figures"][side]["leaves"]));
    assert_eq!((before, after), (4.0, 1.0));
    assert_eq!(
        (&measured["opens"], &measured["warning"]),
        (&false.into(), &Value::Null)
    );

    let table = out(&run(["brushes", text(&map)]));
    for words in [
        "counts       figures for the current trees",
        "(96 -32 0) to (128 0 192), brick, worldspawn",
        "measured     effect of making a brush func_detail",
        "6            change to detail to save ",
        "             leaves −3, portals −4, ",
    ] {
        has(&table, words);
    }
    // Without measurements, the level is built only once.
    let counted = brushes(&[text(&map), "--measure", "0"]);
    assert_eq!(counted["measured"], serde_json::json!([]));
    assert_eq!(counted["dearest"], found["dearest"]);
}

#[test]
fn written_copy_has_the_measured_figures() {
    let (folder, map) = map_with_pillar();
    let copy = folder.path().join("b.map");
    let found = brushes(&[text(&map), "--as-detail", "6", "-o", text(&copy)]);
    let [before, after] = [0, 1].map(|side| &found["measured"][0]["figures"][side]);
    for (path, figures) in [(&map, before), (&copy, after)] {
        let info = json(&run(["info", text(path), "--pvs", "--json"]));
        let tree = &info["leaf_tree"];
        assert_eq!(
            [&figures["portals"], &figures["solid"]],
            [&tree["portals"], &tree["solid"]],
            "{path:?}: {tree}"
        );
    }
    let bytes = fs::read(&copy).expect("it was written");
    assert_eq!(found["written"]["bytes"], bytes.len());
    let original = fs::read_to_string(&map).expect("it stays");
    assert_eq!(original, quake_maps::room(&[PILLAR]), "the map is as it was");
    let brush = quake_maps::brush(PILLAR);
    let moved = original.replace(&brush, "") + "{\n\"classname\" \"func_detail\"\n" + &brush + "}\n";
    assert_eq!(String::from_utf8(bytes).expect("UTF-8"), moved);
}

#[test]
fn sealing_brush_causes_a_warning() {
    let (_folder, map) = map_with_pillar();
    let found = brushes(&[text(&map), "--as-detail", "2"]);
    assert_eq!(found["measured"][0]["opens"], true);
    let table = out(&run(["brushes", text(&map), "--as-detail", "2"]));
    has(
        &table,
        "keep structural because the level would leak because this brush seals it",
    );
}

#[test]
fn other_formats_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let mesh = level(&folder, "a.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n");
    let compiled = level(&folder, "a.bsp", "\u{1d}\0\0\0 and more");
    for file in [mesh, compiled] {
        refused(&run(["brushes", text(&file)]), "is not the source of a Quake map");
    }
}

#[test]
fn hint_brush_is_listed_with_its_effect() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = quake_maps::with_brush(&quake_maps::hall_with_side_rooms(), &quake_maps::hall_hint());
    let useful = level(&folder, "hall.map", &hall);
    let across = quake_maps::hint([[0.0, -256.0, 0.0], [8.0, 256.0, 192.0]], 0);
    let useless = quake_maps::with_brush(&quake_maps::room(&[]), &across);
    let useless = level(&folder, "room.map", &useless);
    for (map, number, line, pays, words) in [
        (
            &useful,
            10,
            83,
            true,
            "10           keep this hint: with it, an average point sees ",
        ),
        (&useless, 6, 51, false, "6            remove this hint: it "),
    ] {
        let found = brushes(&[text(map), "--measure", "1"]);
        assert_eq!(
            (&found["hints"], &found["brushes"]),
            (&1.into(), &(number + 1).into())
        );
        let hint = &found["measured_hints"][0];
        assert_eq!((&hint["brush"], &hint["line"]), (&number.into(), &line.into()));
        assert_eq!(hint["pays"], pays, "{hint}");
        let [without, with] = [0, 1].map(|side| self::number(&hint["figures"][side]["leaves"]));
        assert!(with > without, "{hint}");
        let info = json(&run(["info", text(map), "--pvs", "--json"]));
        let portals = &hint["figures"][1]["portals"];
        assert_eq!(*portals, info["leaf_tree"]["portals"], "`info` has the same tree");
        let table = out(&run(["brushes", text(map), "--measure", "1"]));
        has(&table, words);
        has(&table, "hints        the level with the hint brush");
        has(&table, "             leaves +");
    }
    let counted = brushes(&[text(&useful), "--measure", "0"]);
    assert_eq!(counted["measured_hints"], serde_json::json!([]));
}

#[test]
fn compiled_level_keeps_its_hints() {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = quake_maps::with_brush(&quake_maps::hall_with_side_rooms(), &quake_maps::hall_hint());
    let map = level(&folder, "hall.map", &hall);
    let compiled = folder.path().join("hall.bspw");
    out(&run(["compile", text(&map), "-o", text(&compiled)]));
    // Another rule builds the tree again, with the hints from the file.
    let [a, b] = [&map, &compiled].map(|path| {
        let info = json(&run(["info", text(path), "--leaf-rule", "balanced", "--json"]));
        info["leaf_tree"]["leaves"].clone()
    });
    assert_eq!(a, b);
}

#[test]
fn face_is_found_in_the_text_of_the_map() {
    let (_folder, map) = map_with_pillar();
    // (x, y, z) in the map is (x, z, −y) in the level, and a unit is an inch.
    let cast = r#"{"cast":{"from":[0.0,1.0,0.4],"to":[5.0,1.0,0.4]}}"#;
    let answer = json(&run(["query", text(&map), "--ask", cast]));
    let face = answer["cast"]["face"].to_string();
    let found = brushes(&[text(&map), "--of-face", &face]);
    for (key, value) in [("brush", 6), ("entity", 0), ("index", 6), ("line", 51)] {
        assert_eq!(found[key], value, "{found}");
    }
    assert_eq!(number(&found["position"][0]), 96.0);
    let editor = found["editor"].as_str().expect("a text");
    assert!(
        editor.starts_with("96 -") && editor.ends_with(" entity 0 brush 6 line 51"),
        "{editor}"
    );
    let table = out(&run(["brushes", text(&map), "--of-face", &face]));
    has(&table, "brush        Brush 6 of entity 0, line 51");
    has(&table, "map editor   96 -");
    let missing = run(["brushes", text(&map), "--of-face", "999"]);
    failed(&missing, 1, "no brush of the map contains face 999");
}

#[test]
fn source_map_is_never_overwritten() {
    let (folder, map) = map_with_pillar();
    let mut names = vec![map.clone(), folder.path().join(".").join("a.map")];
    #[cfg(unix)]
    {
        let link = folder.path().join("link.map");
        std::os::unix::fs::symlink(&map, &link).expect("a link");
        let hard = folder.path().join("hard.map");
        fs::hard_link(&map, &hard).expect("a link");
        names.extend([link, hard]);
    }
    for name in &names {
        failed(
            &run(["brushes", text(&map), "--as-detail", "6", "-o", text(name)]),
            1,
            "never overwritten",
        );
        let refused = run(["brushes", text(&map), "--csv", text(name)]);
        assert_eq!(refused.status.code(), Some(1), "{name:?}");
    }
    let content = fs::read_to_string(&map).expect("it stays");
    assert_eq!(content, quake_maps::room(&[PILLAR]));
}

#[test]
fn failure_is_one_sentence_and_writes_nothing() {
    let (folder, map) = map_with_pillar();
    let copy = folder.path().join("b.map");
    let no_map = level(&folder, "no.map", crate::cli::ROOM);
    let absent = folder.path().join("absent.map");
    for (path, brush, words) in [
        (&map, "7", "there is no brush 7"),
        (&no_map, "0", "no.map is not the source of a Quake map"),
        (&absent, "0", "absent.map"),
    ] {
        let output = run(["brushes", text(path), "--as-detail", brush, "-o", text(&copy)]);
        refused(&output, words);
    }
    assert!(!copy.exists());
}

#[test]
fn all_brushes_are_in_the_table_for_spreadsheets() {
    let (folder, map) = map_with_pillar();
    let file = folder.path().join("a.csv");
    brushes(&[text(&map), "--csv", text(&file)]);
    let table = fs::read_to_string(&file).expect("it was written");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 8, "{table}");
    let cells: Vec<Vec<&str>> = lines.iter().map(|line| line.split(',').collect()).collect();
    let place = |name: &str| cells[0].iter().position(|cell| *cell == name).expect("a column");
    for (row, portals, saved) in [(1, "0", ""), (7, "4", "3")] {
        assert_eq!(cells[row].len(), cells[0].len(), "{table}");
        assert_eq!(cells[row][place("portals")], portals, "{table}");
        assert_eq!(cells[row][place("leaves_saved")], saved, "{table}");
    }
}
