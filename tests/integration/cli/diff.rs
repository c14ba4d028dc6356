//! Tests for `diff`: a level compared with itself, and the effects of adding a brush.

use bspwalk_testing::quake_maps::two_rooms as map;
use serde_json::Value;

use crate::cli::{done, failed, has, json, level, number, out, run, text};

fn diff(args: &[&str]) -> Value {
    json(&run(["diff", "--json"].iter().chain(args)))
}

#[test]
fn level_does_not_differ_from_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = level(&folder, "room.map", &map(&[]));
    let same = diff(&[text(&map), text(&map)]);
    assert_eq!(same["same"], true);
    for part in ["faces", "nodes", "planes", "leaves", "portals"] {
        let counts = ["gone", "came"].map(|key| same[part][key].as_u64());
        assert_eq!(counts, [Some(0); 2], "{part}");
        assert_eq!(same[part]["before"], same[part]["after"], "{part}");
        assert!(same[part]["before"].as_u64() > Some(0), "{part}");
    }
    let pairs = &same["visible_pairs"];
    assert_eq!(pairs["before"], pairs["after"]);
    assert!(pairs["before"].as_u64() > Some(0));
    let table = out(&run(["diff", "three_rooms", "three_rooms"]));
    has(&table, "Nothing was added or removed.");
}

#[test]
fn added_brush_is_listed_with_its_box() {
    let folder = tempfile::tempdir().expect("a folder");
    // This brush closes the doorway.
    let door = [[-8.0, 64.0, 0.0], [8.0, 128.0, 192.0]];
    let before = level(&folder, "before.map", &map(&[]));
    let after = level(&folder, "after.map", &map(&[door]));
    let [before, after] = [&before, &after].map(|path| text(path));

    let found = diff(&[before, after]);
    assert_eq!(found["same"], false);
    let brushes = &found["brushes"];
    assert_eq!([&brushes["gone"], &brushes["came"]], [0, 1], "{brushes}");
    let came = &brushes["came_list"][0];
    assert_eq!(came["units"], serde_json::json!(door));
    assert_eq!(came["object"], "worldspawn");
    // The room behind the doorway is no longer reachable.
    assert!(found["portals"]["before"].as_u64() > found["portals"]["after"].as_u64());
    let pairs = &found["visible_pairs"];
    let [all, after_all] = ["before", "after"].map(|key| number(&pairs[key]));
    assert!(all > after_all, "{pairs}");
    let [gone, came, with_gone, with_new] =
        ["gone", "came", "with_gone_leaves", "with_new_leaves"].map(|key| number(&pairs[key]));
    assert_eq!(all - gone - with_gone + came + with_new, after_all, "{pairs}");
    for part in ["faces", "nodes", "planes", "leaves", "portals", "brushes"] {
        let [all, after_all, gone, came] =
            ["before", "after", "gone", "came"].map(|key| number(&found[part][key]));
        assert_eq!(all - gone + came, after_all, "{part}");
    }
    let table = out(&run(["diff", before, after]));
    has(&table, "(-8 64 0) to (8 128 192) (map units), part of worldspawn");
    has(&table, "Effect of the added brush: faces −");

    // In the opposite direction, everything that was added counts as removed.
    let back = diff(&[after, before, "--pvs=false"]);
    assert!(back.get("visible_pairs").is_none());
    for part in ["faces", "nodes", "planes", "leaves", "portals", "brushes"] {
        assert_eq!(
            [&back[part]["gone"], &back[part]["came"]],
            [&found[part]["came"], &found[part]["gone"]],
            "{part}"
        );
    }
    assert_eq!(back["brushes"]["gone_list"][0]["units"], serde_json::json!(door));
}

#[test]
fn pillar_changes_its_surroundings() {
    let folder = tempfile::tempdir().expect("a folder");
    let pillar = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];
    let before = level(&folder, "before.map", &map(&[]));
    let after = level(&folder, "after.map", &map(&[pillar]));
    let [before, after] = [&before, &after].map(|path| text(path));
    let found = diff(&[before, after]);
    let came = &found["brushes"]["came_list"][0];
    assert!(came["leaves_came"].as_u64() >= Some(2), "{came}");
    assert!(came["portals_came"].as_u64() >= Some(1), "{came}");
    // In the opposite direction, additions and removals are swapped.
    let reversed = diff(&[after, before]);
    let gone = &reversed["brushes"]["gone_list"][0];
    for part in ["leaves", "portals"] {
        let [a, b] = [format!("{part}_came"), format!("{part}_gone")];
        assert_eq!([&came[&a], &came[&b]], [&gone[&b], &gone[&a]], "{part}");
    }
    // Four 32 × 192-unit sides are added. The ends cover parts of the floor and the ceiling.
    let side = 32.0 * 192.0 * 0.0254 * 0.0254;
    let [gone, came] = ["area_gone", "area_came"].map(|key| number(&found["faces"][key]));
    assert!((came - 4.0 * side).abs() < 1e-3, "{came}");
    assert!(
        (gone - 2.0 * 32.0 * 32.0 * 0.0254 * 0.0254).abs() < 1e-3,
        "{gone}"
    );
    assert_eq!(found["planes"]["gone"], 0);
    assert!(found["planes"]["came"].as_u64() >= Some(2), "{}", found["planes"]);
}

/// First pixel row of the legend.
const WORDS: u32 = 280;

/// Reads the pixels of a picture.
fn pixels(path: &std::path::Path) -> image::RgbImage {
    image::open(path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .into_rgb8()
}

#[test]
fn difference_is_drawn_in_the_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let pillar = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];
    let [room, with_pillar] = [("room.map", map(&[])), ("pillar.map", map(&[pillar]))]
        .map(|(name, text)| level(&folder, name, &text));
    let shot = |after: &std::path::Path, before: Option<&std::path::Path>| {
        let picture = folder.path().join("picture.png");
        let mut args = vec!["shot".into(), after.as_os_str().to_owned(), "-o".into()];
        args.push(picture.as_os_str().to_owned());
        args.extend(["--view", "plan", "--size", "640x320"].map(Into::into));
        if let Some(before) = before {
            args.extend(["--before".into(), before.as_os_str().to_owned()]);
        }
        done(run(args));
        pixels(&picture)
    };
    let count = |picture: &image::RgbImage, is_it: &dyn Fn([u8; 3]) -> bool| {
        let above_the_words = picture.enumerate_pixels().filter(|(_, y, _)| *y < WORDS);
        above_the_words.filter(|(_, _, pixel)| is_it(pixel.0)).count()
    };
    // An added pillar is drawn in violet. A removed pillar is filled with white.
    let violet = |[r, g, b]: [u8; 3]| b > 120 && r < 120 && g < 120;
    let white = |[r, g, b]: [u8; 3]| r > 225 && g > 225 && b > 225;
    let [plain, came] = [None, Some(room.as_path())].map(|before| shot(&with_pillar, before));
    assert!(count(&came, &violet) > count(&plain, &violet) + 30);
    let [plain, gone] = [None, Some(with_pillar.as_path())].map(|before| shot(&room, before));
    assert!(count(&gone, &white) > count(&plain, &white) + 30);
    // If a level is compared with itself, nothing in the picture changes except the legend.
    let same = shot(&room, Some(&room));
    let mut differs = plain
        .enumerate_pixels()
        .filter(|(x, y, pixel)| same.get_pixel(*x, *y) != *pixel);
    assert!(differs.all(|(_, y, _)| y >= WORDS));
}

#[test]
fn invalid_comparisons_are_refused() {
    for (line, words) in [
        (
            "diff hall hall --own-tree",
            "--own-tree requires a compiled level",
        ),
        (
            "shot three_rooms -o picture.png --before nowhere.map",
            "nowhere.map",
        ),
    ] {
        failed(&run(line.split(' ')), 1, words);
    }
}
