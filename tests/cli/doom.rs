//! A map of a WAD file on the command line.

use std::fs;

use serde_json::Value;

use crate::{doom_wad, err, out, run};

#[test]
fn a_map_is_chosen_and_reported_with_its_tree() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("rooms.wad");
    let mut lumps = doom_wad::map("E1M1");
    lumps.extend(doom_wad::map("E1M2"));
    fs::write(&file, doom_wad::wad(b"PWAD", &lumps)).expect("it is written");
    let file = file.to_str().expect("UTF-8");
    let output = run(["info", file, "--map", "e1m2", "--json"]);
    let document: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", err(&output)));
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
    assert!(
        table.contains("planar tree") && table.contains("subsectors"),
        "{table}"
    );
    let output = run(["info", file, "--map", "MAP01"]);
    assert!(
        output.status.code() == Some(1) && err(&output).contains("it has E1M1, E1M2"),
        "{}",
        err(&output)
    );

    // A compiled map keeps its tree.
    let compiled = folder.path().join("rooms.bspw");
    let compiled = compiled.to_str().expect("UTF-8");
    let output = run(["compile", file, "--map", "E1M2", "-o", compiled]);
    assert!(output.status.success(), "{}", err(&output));
    let output = run(["info", compiled, "--json"]);
    let again: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", err(&output)));
    assert_eq!(again["doom_tree"], *own);
    let output = run(["info", compiled, "--map", "E1M1"]);
    assert!(err(&output).contains("leave --map out"), "{}", err(&output));
}
