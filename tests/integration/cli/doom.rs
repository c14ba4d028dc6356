//! Command-line tests for a map in a WAD file.

use std::fs;

use bspwalk_testing::{doom_maps, doom_nodes};

use crate::cli::{done, doom_wad, err, has, json, out, run};

#[test]
fn chosen_map_is_reported_with_its_tree() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("rooms.wad");
    let mut lumps = doom_wad::map("E1M1");
    lumps.extend(doom_wad::map("E1M2"));
    fs::write(&file, doom_wad::wad(b"PWAD", &lumps)).expect("it is written");
    let file = file.to_str().expect("UTF-8");
    let document = json(&run(["info", file, "--map", "e1m2", "--json"]));
    assert_eq!(
        (&document["level"]["format"], &document["level"]["name"]),
        (&"wad".into(), &"rooms E1M2".into())
    );
    let own = &document["doom_tree"];
    for (key, value) in [
        ("nodes", 2),
        ("subsectors", 3),
        ("segs", 16),
        ("sides", 16),
        ("depth", 2),
        ("sectors", 3),
    ] {
        assert_eq!(own[key], value, "{key}: {own}");
    }
    assert_eq!(own["planar"]["sides"], 14);
    assert_eq!(own["faults"]["segs_off_linedef"], 0);
    let table = out(&run(["info", file]));
    has(&table, "planar tree");
    has(&table, "subsectors");
    let output = run(["info", file, "--map", "MAP01"]);
    assert!(
        output.status.code() == Some(1) && err(&output).contains("--map: E1M1, E1M2"),
        "{}",
        err(&output)
    );

    assert_eq!(own["line_splits"], serde_json::json!([]));
    has(&table, "0 partition lines split 0 segs");

    // A compiled map keeps the tree from its file.
    let compiled = folder.path().join("rooms.bspw");
    let compiled = compiled.to_str().expect("UTF-8");
    done(run(["compile", file, "--map", "E1M2", "-o", compiled]));
    let again = json(&run(["info", compiled, "--json"]));
    assert_eq!(again["doom_tree"], *own);
    let output = run(["info", compiled, "--map", "E1M1"]);
    has(&err(&output), "omit --map");

    // Compiling does not change the load of DOOM's renderer.
    let limits = |file| {
        json(&run([
            "info",
            file,
            "--doom-limits",
            "--view-height",
            "48",
            "--json",
        ]))["doom_limits"]
            .clone()
    };
    let counted = limits(compiled);
    assert_eq!(counted, limits(file));
    assert_eq!(
        (&counted["view_height"], &counted["drawsegs"]["limit"]),
        (&48.0.into(), &256.into())
    );
    assert!(counted["visplanes"]["greatest"].as_u64() >= Some(5), "{counted}");
    has(
        &out(&run(["info", file, "--doom-limits"])),
        "view height 41, in 16 directions",
    );
    let output = run(["info", "three_rooms", "--doom-limits"]);
    has(&err(&output), "no DOOM nodes");
}

#[test]
fn heat_map_of_a_doom_map_shows_its_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, picture] = ["rooms.wad", "picture.png"].map(|name| folder.path().join(name));
    fs::write(&file, doom_wad::rooms()).expect("it is written");
    let [file, picture] = [&file, &picture].map(|path| path.to_str().expect("UTF-8"));
    for (kind, most) in [("visplanes", 9), ("drawsegs", 20), ("openings", 700)] {
        let figures = json(&run([
            "shot", file, "-o", picture, "--size", "64x48", "--view", "plan", "--show", kind, "--json",
        ]));
        let greatest = figures["greatest"]["figure"]
            .as_u64()
            .expect("players can stand there");
        assert!((2..=most).contains(&greatest), "{kind}: {greatest}");
        assert_eq!(figures["measure"], kind);
    }
    let output = run(["shot", "three_rooms", "-o", picture, "--show", "visplanes"]);
    has(&err(&output), "no DOOM nodes");
}

#[test]
fn udmf_with_zgl3_nodes_reports_as_a_binary_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let lumps = doom_wad::cut_map("MAP01");
    let bytes = doom_wad::wad(b"PWAD", &lumps);
    let plain = doom_wad::load(&bytes, None).unwrap_or_else(|error| panic!("{error}"));
    let parts = plain.doom_tree.as_ref().expect("it has nodes").parts();
    let nodes = doom_nodes::encode_extended_nodes(&doom_nodes::with_minisegs(parts), 12, b"ZGL3");
    let text = doom_maps::convert_to_udmf(&doom_wad::map("MAP01"), "ZDoom", Some(nodes));
    let report = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        fs::write(&file, bytes).expect("it is written");
        let file = file.to_str().expect("UTF-8");
        let document = json(&run(["info", file, "--json"]));
        (document, out(&run(["info", file])))
    };
    let (plain, plain_table) = report("plain.wad", &bytes);
    let (document, table) = report("text.wad", &doom_wad::wad(b"PWAD", &text));
    let [mut own, known] = [&document, &plain].map(|document| document["doom_tree"].clone());
    assert_eq!((&own["minisegs"], &known["minisegs"]), (&4.into(), &0.into()));
    own["minisegs"] = 0.into();
    assert_eq!(own, known);
    has(&table, "minisegs");
    has(&table, "ZGL3 (ZNODES)");
    assert!(!plain_table.contains("minisegs"), "{plain_table}");
}
