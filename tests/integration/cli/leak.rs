//! Tests for `info --pts`, which writes the path of a leak in the units and axes of the source.

use std::fs;

use glam::DVec3;

use crate::cli::{done, err, has, room, run, run_line, view};

#[test]
fn leak_path_goes_through_hole_in_source_units() {
    let folder = tempfile::tempdir().expect("a folder");
    let level = view::painted_room(folder.path());
    let level = level.to_str().expect("UTF-8");
    let points = folder.path().join("way.pts");
    let name = points.to_str().expect("UTF-8");
    // Read the same file with units of one metre and of half a metre.
    for scale in ["1", "0.5"] {
        done(run(["info", level, "--scale", scale, "--pts", name]));
        let text = fs::read_to_string(&points).expect("it was written");
        let way: Vec<DVec3> = text
            .lines()
            .map(|line| {
                let numbers: Vec<f64> = line
                    .split(' ')
                    .map(|number| number.parse().expect("a number"))
                    .collect();
                DVec3::from_slice(&numbers)
            })
            .collect();
        assert!(way.len() >= 2, "{text}");
        // The room measures 10 × 4 × 10 units and is centred on the origin.
        let is_inside =
            |point: DVec3| point.x.abs() < 5.0 && point.z.abs() < 5.0 && (0.0..4.0).contains(&point.y);
        assert!(is_inside(way[0]), "{scale}: it begins at {}", way[0]);
        let last = way[way.len() - 1];
        assert!(!is_inside(last), "{scale}: it ends at {last}");
        let crossing = way
            .windows(2)
            .find(|pair| is_inside(pair[0]) && !is_inside(pair[1]));
        let [from, to] = crossing.expect("it leaves the room") else {
            unreachable!("pairs are of two")
        };
        // The hole is in the wall at z = −5, from (1.5, 1) to (3.5, 3).
        let at = from.lerp(*to, (-5.0 - from.z) / (to.z - from.z));
        assert!(
            (1.5..=3.5).contains(&at.x) && (1.0..=3.0).contains(&at.y),
            "{scale}: it leaves from {from} to {to}, at {at}"
        );
        fs::remove_file(&points).expect("it is there");
    }
}

#[test]
fn sealed_level_writes_no_leak_path() {
    let (folder, level) = room();
    let points = folder.path().join("way.pts");
    let output = done(run_line("info {} --pts {}", &[&level, &points]));
    has(&err(&output), "has no leak");
    assert!(!points.exists());
}
