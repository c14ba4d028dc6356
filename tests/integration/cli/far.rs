//! Tests for levels far from the origin: except for the position, the results are the same as near the origin.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::cli::{block, done, json, json_lines, level, number, run_line, run_with, text, vector};

/// Positions of the levels: projected coordinates, geocentric coordinates, and fractional coordinates.
const PLACES: [[f64; 3]; 4] = [
    [500_000.0, 0.0, 4_200_000.0],
    [-2_700_000.0, 4_260_000.0, 3_800_000.0],
    [500_123.25, 12.5, -4_200_456.5],
    // `f32` rounds these coordinates by several centimetres.
    [500_000.01, 0.0, 4_200_000.13],
];

/// Corners of quads: a floor, ten 0.2 m stairs that ascend along Z, and a platform at the top.
fn stairs() -> Vec<[[f64; 3]; 4]> {
    let flat = |y: f64, [from, to]: [f64; 2]| [[-5.0, y, from], [-5.0, y, to], [5.0, y, to], [5.0, y, from]];
    let mut quads = vec![flat(0.0, [-6.0, 2.0])];
    for step in 0..10 {
        let (z, y) = (2.0 + 0.3 * f64::from(step), 0.2 * f64::from(step));
        quads.push([[5.0, y, z], [-5.0, y, z], [-5.0, y + 0.2, z], [5.0, y + 0.2, z]]);
        quads.push(flat(y + 0.2, [z, if step == 9 { 12.0 } else { z + 0.3 }]));
    }
    quads
}

/// Returns the stairs in OBJ format, displaced from the origin by `place`.
fn obj(place: [f64; 3]) -> String {
    let mut text = String::new();
    for (quad, first) in stairs().iter().zip((1..).step_by(4)) {
        for [x, y, z] in quad {
            text += &format!("v {} {} {}\n", x + place[0], y + place[1], z + place[2]);
        }
        text += &format!("f {first} {} {} {}\n", first + 1, first + 2, first + 3);
    }
    text
}

/// Writes the stairs in glTF format, with nodes that displace them from the origin by `place`.
fn gltf(folder: &Path, name: &str, place: [f64; 3]) {
    let mut bytes = Vec::new();
    for [a, b, c, d] in stairs() {
        for corner in [a, b, c, a, c, d].into_iter().flatten() {
            bytes.extend((corner as f32).to_le_bytes());
        }
    }
    let count = bytes.len() / 12;
    let document = json!({
        "asset": {"version": "2.0"},
        "nodes": [{"children": [1], "translation": [place[0], 0, 0]}, {"mesh": 0, "translation": [0, place[1], place[2]]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": bytes.len()}],
        "buffers": [{"uri": "stairs.bin", "byteLength": bytes.len()}],
    });
    fs::write(folder.join("stairs.bin"), bytes).expect("a file");
    fs::write(folder.join(name), document.to_string()).expect("a file");
}

/// Returns the answers of a command, one JSON document per line.
fn answers(args: &[&str], path: &Path, input: &str) -> Vec<Value> {
    let args = [&args[..1], &[text(path)], &args[1..]].concat();
    json_lines(&done(run_with(args, input)))
}

fn add(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Checks that two answers are equal, except that points in space are displaced by `place`.
fn assert_same(near: &Value, far: &Value, place: [f64; 3], key: &str, tolerance: f64) {
    match (near, far) {
        (Value::Object(a), Value::Object(b)) => {
            assert_eq!(a.keys().collect::<Vec<_>>(), b.keys().collect::<Vec<_>>());
            for (key, value) in a {
                assert_same(value, &b[key], place, key, tolerance);
            }
        }
        (Value::Array(a), Value::Array(_)) if ["point", "center", "feet", "eye"].contains(&key) => {
            assert_eq!(a.len(), 3);
            let difference = add(vector(far), add(vector(near), place).map(|x| -x));
            let is_same = difference.iter().all(|x| x.abs() <= tolerance);
            assert!(is_same, "{key}: {near} and {far}");
        }
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{key}: {near} and {far}");
            for (a, b) in a.iter().zip(b) {
                assert_same(a, b, place, key, tolerance);
            }
        }
        (Value::Number(_), Value::Number(_)) if key != "face" && key != "visited" => {
            let difference = number(near) - number(far);
            // Velocities are differences of positions over a tick.
            assert!(difference.abs() <= 100.0 * tolerance, "{key}: {near} and {far}");
        }
        // At an edge, the rounding of the position determines which of the adjacent faces is hit first.
        (Value::Number(_), Value::Number(_)) if key == "face" => {}
        _ => assert_eq!(near, far, "{key}"),
    }
}

/// Returns the maximum difference of positions.
///
/// For round coordinates in `place`, this is the rounding error of `f64`. Otherwise, it is the rounding error of `f32`
/// near the origin.
fn tolerance(place: [f64; 3]) -> f64 {
    if place.iter().all(|x| x % 100.0 == 0.0) {
        1.0e-5
    } else {
        2.0e-3
    }
}

/// Returns a script that walks up the stairs from a given start.
fn script(place: [f64; 3]) -> String {
    let eye = json!(add([0.5, 1.7, -2.0], place));
    format!(
        "{{\"start\":{{\"eye\":{eye},\"yaw\":180,\"mode\":\"walk\"}}}}\n{{\"ticks\":40}}\n{{\"ticks\":260,\"forward\":1}}\n"
    )
}

fn requests(place: [f64; 3]) -> String {
    let at = |x: f64, y: f64, z: f64| json!(add([x, y, z], place));
    [
        json!({"cast": {"from": at(1.0, 3.0, 1.0), "to": at(1.0, -1.0, 1.0)}}),
        json!({"cast": {"from": at(0.0, 0.5, 0.0), "to": at(0.3, 0.7, 8.0)}}),
        json!({"cast": {"from": at(0.0, 5.0, 0.0), "to": at(1.0, 5.0, 8.0)}}),
        json!({"contacts": {"center": at(0.7, 0.25, 1.8), "radius": 0.3}}),
        json!({"push": {"center": at(0.7, 0.25, 1.8), "radius": 0.3}}),
        json!({"push_ati": {"center": at(0.7, 0.25, 0.5), "radius": 0.3}}),
        json!({"sweep": {"from": at(0.7, 1.0, -1.0), "to": at(0.2, 0.6, 6.0), "radius": 0.3}}),
        json!({"slide": {"from": at(0.7, 1.0, -1.0), "to": at(0.2, 0.6, 6.0), "radius": 0.3}}),
        json!({"overlap": {"min": at(-0.5, -0.1, 1.9), "max": at(0.5, 0.5, 2.4)}}),
        json!({"locate": {"point": at(0.3, 1.1, 0.4)}}),
        json!({"visible": {"from": at(0.3, 1.1, 0.4), "to": at(0.3, 4.0, 9.0)}}),
    ]
    .map(|request| request.to_string() + "\n")
    .concat()
}

/// Runs the walk and the queries in a level that is displaced from the origin by `place`.
fn walk_and_query(path: &Path, place: [f64; 3]) -> [Vec<Value>; 2] {
    [
        answers(&["walk", "--scale", "1", "--script", "-"], path, &script(place)),
        answers(&["query", "--scale", "1"], path, &requests(place)),
    ]
}

/// Compares a distant level's walk and queries with the results near the origin.
fn compare([walked, asked]: &[Vec<Value>; 2], far: &Path, place: [f64; 3]) {
    let [far_away, far_asked] = walk_and_query(far, place);
    assert_eq!(walked.len(), 300);
    for (near, far) in walked.iter().zip(&far_away) {
        let tolerance = 10.0 * tolerance(place);
        assert_same(&near["feet"], &far["feet"], place, "feet", tolerance);
    }
    let end = vector(&far_away[299]["feet"]);
    assert!(
        end[1] - place[1] > 1.9 && far_away[299]["grounded"] == true,
        "{far_away:?}"
    );

    assert_eq!(asked[0]["cast"]["hit"], true);
    for (near, far) in asked.iter().zip(&far_asked) {
        assert_same(near, far, place, "", tolerance(place));
    }
}

#[test]
fn far_obj_walks_and_answers_as_near_the_origin() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let near = level(&folder, "near.obj", &obj([0.0; 3]));
    let near = walk_and_query(&near, [0.0; 3]);
    for place in PLACES {
        let far = level(&folder, "far.obj", &obj(place));
        compare(&near, &far, place);
    }
    // A compiled level gives the same results.
    let place = PLACES[3];
    let far = level(&folder, "far.obj", &obj(place));
    let compiled = folder.path().join("far.bspw");
    done(run_line("compile {} --scale 1 -o {}", &[&far, &compiled]));
    compare(&near, &compiled, place);
}

#[test]
fn far_gltf_walks_and_answers_as_near_the_origin() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    gltf(folder.path(), "near.gltf", [0.0; 3]);
    let near = walk_and_query(&at("near.gltf"), [0.0; 3]);
    // Test one place with round coordinates and one without; the OBJ test covers the others.
    for place in [PLACES[0], PLACES[3]] {
        gltf(folder.path(), "far.gltf", place);
        compare(&near, &at("far.gltf"), place);
    }
}

#[test]
fn far_map_keeps_its_solids_in_place() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let far = level(&folder, "far.map", &block(9.0e5));
    assert_eq!(info(&far)["level"]["origin"], json!([9.0e5, 0.0, 0.0]));
    for (point, solid) in [
        ([9.0e5, 0.0, 0.0], true),
        ([9.0e5 + 63.0, 15.0, -63.0], true),
        ([9.0e5, 17.0, 0.0], false),
    ] {
        let request = json!({"locate": {"point": point}}).to_string() + "\n";
        let answer = &answers(&["query", "--scale", "1"], &far, &request)[0];
        assert_eq!(answer["locate"]["solid"], solid, "{point:?}: {answer}");
    }
}

fn info(path: &Path) -> Value {
    json(&run_line("info {} --json --scale 1", &[&path]))
}

#[test]
fn info_reports_origin_and_lost_precision() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let near = info(&level(&folder, "near.obj", &obj([0.0; 3])));
    assert_eq!(near["level"]["origin"], json!([0.0, 0.0, 0.0]));
    let place = PLACES[0];
    let far = info(&level(&folder, "far.obj", &obj(place)));
    assert_eq!(far["level"]["origin"], json!(place));
    for corner in ["min", "max"] {
        let [a, b] = [&near, &far].map(|info| vector(&info["level"]["bounds"][corner]));
        assert!(
            add(add(a, place), b.map(|x| -x)).iter().all(|x| x.abs() < 1.0e-6),
            "{corner}"
        );
    }
    let eye = vector(&far["level"]["spawn"]["eye"]);
    assert!(
        (eye[0] - place[0]).abs() < 6.0 && (eye[2] - place[2]).abs() < 13.0,
        "{eye:?}"
    );
    let said = |info: &Value, key: &str, what: &str| info["level"][key].to_string().contains(what);
    assert!(
        said(&far, "conversions", "It was moved by (-500000, 0, -4200000) m"),
        "{far}"
    );
    assert!(!said(&far, "warnings", "km from the origin") && !said(&near, "conversions", "moved"));

    // A level that is as large as its distance from the origin is moved too, but a warning reports the loss of
    // precision.
    let long = format!(
        "{}v 100000 0 0\nv 100000 0 1\nv 100000 1 0\nf -3 -2 -1\n",
        obj(place)
    );
    let long = info(&level(&folder, "long.obj", &long));
    assert!(
        said(&long, "warnings", "km from the origin") && said(&long, "warnings", "rounded to"),
        "{long}"
    );
}
