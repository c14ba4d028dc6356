//! Reads the input files in the folders of [`levels::faults`](crate::levels::faults).

use std::{fs, path::Path};

use glam::{DVec3, dvec3};
use serde_json::Value;

/// Reads a JSONL file, one value per line.
#[track_caller]
pub fn read_jsonl(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
        .collect()
}

/// Reads the faces in an OBJ file as triangle fans, without any conversion.
#[track_caller]
pub fn triangles(path: &Path) -> Vec<[DVec3; 3]> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut vertices: Vec<DVec3> = Vec::new();
    let mut triangles = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let numbers: Vec<f64> = words.map(|word| word.parse().expect("a coordinate")).collect();
                vertices.push(dvec3(numbers[0], numbers[1], numbers[2]));
            }
            Some("f") => {
                let corners: Vec<DVec3> = words
                    .map(|word| vertices[word.parse::<usize>().expect("an index") - 1])
                    .collect();
                triangles.extend(corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]));
            }
            _ => {}
        }
    }
    triangles
}
