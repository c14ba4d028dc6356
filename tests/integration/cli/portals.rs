//! Tests for `portals`: portal files, their comparison with the tree, and pictures of both. Also tests the portal flow:
//! its costs, and pictures of its steps.

use std::fs;

use serde_json::Value;

use crate::cli::{done, failed, has, json, number, out, quake_rooms, refused, room, run, run_line, text};

/// Returns how many portals of one side match completely, match partly, and do not match.
fn overlaps(side: &Value) -> [u64; 3] {
    ["same", "in_part", "alone"].map(|key| side[key].as_u64().expect("a number"))
}

#[test]
fn every_dialect_matches_the_tree() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.prt");
    for (dialect, first) in [
        ("prt1", "PRT1\n6\n6\n"),
        ("prt1-am", "PRT1-AM\n6\n6\n6\n"),
        ("prt2", "PRT2\n6\n6\n6\n"),
    ] {
        let written = json(&run_line(
            "portals three_rooms -o {} --dialect {} --json",
            &[&file, &dialect],
        ));
        assert_eq!(written["portals"], 6);
        let content = fs::read_to_string(&file).expect("it was written");
        assert!(content.starts_with(first), "{content}");
        assert_eq!(written["written"]["bytes"], content.len());
        let beside = json(&run_line("portals three_rooms --compare {} --json", &[&file]));
        let comparison = &beside["comparison"];
        assert_eq!(overlaps(&comparison["in_file"]), [6, 0, 0]);
        assert_eq!(overlaps(&comparison["in_tree"]), [6, 0, 0]);
        assert_eq!(comparison["leaves"], 6);
    }
}

#[test]
fn differing_portals_have_area_and_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.prt");
    // The file contains the first doorway of `three_rooms` in two parts, a portal far away, and none of the other
    // doorways.
    fs::write(
        &file,
        "PRT1\n6\n3\n\
         4 0 5 (3.2 2.2 -0.2) (2 2.2 -0.2) (2 1 -0.2) (3.2 1 -0.2)\n\
         4 0 5 (3.2 1 -0.2) (2 1 -0.2) (2 0 -0.2) (3.2 0 -0.2)\n\
         4 0 1 (100 0 0) (100 0 2) (100 2 2) (100 2 0)\n",
    )
    .expect("it is written");
    let beside = json(&run_line("portals three_rooms --compare {} --json", &[&file]));
    let comparison = &beside["comparison"];
    assert_eq!(overlaps(&comparison["in_file"]), [0, 2, 1]);
    assert_eq!(overlaps(&comparison["in_tree"]), [0, 1, 5]);
    let [far, first, _] = comparison["in_file"]["different"]
        .as_array()
        .expect("a list")
        .as_slice()
    else {
        panic!("three are different: {comparison}");
    };
    assert_eq!(
        (&far["portal"], &far["overlap"]),
        (&Value::from(2), &Value::from("alone"))
    );
    assert!((number(&far["area"]) - 4.0).abs() < 1e-9 && number(&far["covered"]) == 0.0);
    assert_eq!(far["center"], serde_json::json!([100.0, 1.0, 1.0]));
    assert_eq!(first["overlap"], "in_part");
    assert!(
        (number(&first["covered"]) - number(&first["area"])).abs() < 1e-9,
        "{first}"
    );
    assert!((number(&comparison["in_file"]["area_alone"]) - 4.0).abs() < 1e-9);

    let table = out(&run(["portals", "three_rooms", "--compare", text(&file)]));
    has(
        &table,
        "only in file 1 portal, plus 2 divided differently; the unmatched area is 4.00 m²",
    );
    has(
        &table,
        "portal 2, from cluster 0 to 1: 4.00 m², at 100.00  1.00  1.00",
    );
}

#[test]
fn own_tree_of_a_bsp_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let level = folder.path().join("room.bsp");
    fs::write(&level, quake_rooms::room(quake_rooms::Version::Bsp29)).expect("it is written");
    let own = json(&run(["portals", text(&level), "--own-tree", "--json"]));
    assert_eq!(
        (&own["own_tree"], &own["leaves"], &own["portals"]),
        (&true.into(), &1.into(), &0.into())
    );
    let (_folder, plain) = room();
    failed(
        &run(["portals", text(&plain), "--own-tree"]),
        1,
        "--own-tree requires a compiled level",
    );
}

#[test]
fn bad_portal_file_is_one_sentence_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, picture) = (folder.path().join("wrong.prt"), folder.path().join("a.png"));
    fs::write(&file, "PRT1\n2\n1\n3 0 7 (0 0 0) (1 0 0) (0 1 0)\n").expect("it is written");
    let compared = run(["portals", "three_rooms", "--compare", text(&file)]);
    let drawn = run_line("shot three_rooms -o {} --portals {}", &[&picture, &file]);
    for output in [compared, drawn] {
        refused(&output, "wrong.prt, line 4: it refers to leaf or cluster 7");
    }
    assert!(!picture.exists());
}

#[test]
fn picture_shows_the_shared_portals() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, picture) = (folder.path().join("a.prt"), folder.path().join("a.svg"));
    json(&run(["portals", "three_rooms", "-o", text(&file), "--json"]));
    let content = fs::read_to_string(&file).expect("it was written");
    // Remove the last portal.
    let lines: Vec<&str> = content.lines().collect();
    let five = format!("PRT1\n6\n5\n{}\n", lines[3..8].join("\n"));
    fs::write(&file, five).expect("it is written");
    done(run_line(
        "shot three_rooms -o {} --portals {} --view model --legend",
        &[&picture, &file],
    ));
    let drawn = fs::read_to_string(&picture).expect("it was written");
    for words in [
        "5 of 5 portals in the file match one of the 6",
        "only in the tree: 1 unmatched",
    ] {
        has(&drawn, words);
    }
}

#[test]
fn portal_costs_sum_to_pvs_steps() {
    let info = json(&run(["info", "three_rooms", "--json", "--portal-costs"]));
    let (costs, pvs) = (&info["portal_costs"], &info["leaf_tree"]["pvs"]);
    let number = |value: &Value| value.as_u64().unwrap_or_else(|| panic!("a number: {value}"));
    let parts = ["portal_steps", "lines", "occlusion"].map(|part| number(&costs[part]));
    assert_eq!(parts.iter().sum::<u64>(), number(&pvs["steps"]));
    let list = costs["costliest"].as_array().expect("a list");
    let steps: Vec<u64> = list.iter().map(|cost| number(&cost["steps"])).collect();
    assert!(steps.is_sorted_by(|a, b| a >= b), "{steps:?}");
    assert_eq!(steps.iter().sum::<u64>(), parts[0], "it has fewer than a hundred");
    has(
        &out(&run(["info", "three_rooms", "--portal-costs"])),
        "portal flow",
    );
    // `info` computes the costs of the portal flow only on request.
    let info = json(&run(["info", "three_rooms", "--json"]));
    assert!(info.get("portal_costs").is_none());
}

#[test]
fn each_flow_step_draws_another_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let draw = |step: &str, show: &str| {
        let path = folder.path().join("flow.png");
        let name = path.to_str().expect("UTF-8");
        done(run_line(
            "shot three_rooms --size 320x180 --view plan --show {} --flow-step {} -o {}",
            &[&show, &step, &name],
        ));
        image::open(&path).expect("it is a picture").into_rgb8()
    };
    let plain = draw("0", "materials");
    assert_eq!(draw("3", "materials"), plain, "only where it is shown");
    let pictures: Vec<_> = ["0", "1", "999999"].map(|step| draw(step, "flow")).into();
    for (place, picture) in pictures.iter().enumerate() {
        assert!(
            *picture != plain && !pictures[..place].contains(picture),
            "{place}"
        );
    }
}
