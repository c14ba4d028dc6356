//! The shared levels must load as their README describes, with the correct unit, and with a spawn that a person would
//! choose.

use std::fs;

use bspwalk_geometry::{Segment, Triangle};
use bspwalk_levels::{EYE_HEIGHT, Level, LevelError, LoadOptions, SpawnOrigin, UpAxis};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    effort, levels,
    loading::{from_memory, warning},
};
use glam::DVec3;

/// Name, number of triangles, up axis, and metres per unit.
const LEVELS: [(&str, u32, UpAxis, f64); 5] = [
    ("recast_nav_test.obj", 1_612, UpAxis::Y, 1.0),
    ("recast_dungeon.obj", 10_133, UpAxis::Y, 1.0),
    ("lqdm6_a6_world.obj", 3_120, UpAxis::Z, 0.0254),
    ("alphacorp.obj", 33_963, UpAxis::Y, 0.125),
    ("crytek_sponza_quantised.obj", 262_267, UpAxis::Y, 1.0),
];

/// Returns loading options with this up axis and with a guessed unit.
fn with_up(up: Option<UpAxis>) -> LoadOptions {
    LoadOptions {
        up,
        scale: None,
        ..LoadOptions::default()
    }
}

/// Loads a level with this up axis and with a guessed unit. Returns `None` if the folder is missing.
fn load(name: &str, up: Option<UpAxis>) -> Option<Level> {
    levels::load(name, &with_up(up))
}

#[test]
#[should_panic(expected = "broken.obj does not load")]
fn broken_shared_level_fails_the_test() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.obj"), "v 0 0 0\nf 1 2 3\n").unwrap();
    levels::load_folder(folder.path());
}

#[test]
fn every_level_has_its_triangles_and_its_unit() {
    for (name, triangles, up, scale) in LEVELS {
        let Some(level) = load(name, Some(up)) else { return };
        assert_eq!(level.source_triangles, triangles, "{name}");
        assert_eq!(
            level.triangles.len() + level.dropped.len(),
            triangles as usize,
            "{name}"
        );
        assert_eq!(level.units.scale, scale, "{name}: {}", level.units.note);
    }
    let cornell = load("CornellBox-Original.obj", None).expect("the folder is there");
    assert_eq!((cornell.source_triangles, cornell.dropped.len()), (36, 0));
    assert_eq!(cornell.materials.len(), 8);
}

#[test]
fn faces_with_collinear_corners_keep_area() {
    let Some(level) = load("lqdm6_a6_world.obj", Some(UpAxis::Z)) else {
        return;
    };
    assert_eq!(level.dropped, []);
    let liquid = level.triangles.iter().filter(|triangle| !triangle.solid).count();
    assert!(liquid > 0 && liquid < level.triangles.len());
    // The level is sealed, so its area vectors sum to zero unless a triangle is lost or flipped.
    let (mut sum, mut area) = (DVec3::ZERO, 0.0);
    for [a, b, c] in level
        .triangles
        .iter()
        .filter(|triangle| triangle.solid)
        .map(|triangle| triangle.corners)
    {
        sum += (b - a).cross(c - a);
        area += (b - a).cross(c - a).length();
    }
    assert!(sum.length() < 1.0e-6 * area, "{sum} of {area}");
}

/// Transforms all vertices in OBJ text.
fn with_vertices(text: &str, turn: impl Fn(DVec3) -> DVec3) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let mut words = line.split_whitespace();
        if words.next() == Some("v") {
            let mut next = || words.next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
            let p = turn(DVec3::new(next(), next(), next()));
            out += &format!("v {} {} {}\n", p.x, p.y, p.z);
        } else {
            out += line;
            out.push('\n');
        }
    }
    out
}

#[test]
fn z_up_is_suspected_only_for_z_up_levels() {
    let suspects = |text: &str| {
        let level = from_memory("turned", text.as_bytes()).unwrap();
        warning(&level, "--up z").is_some()
    };
    for (name, _, up, _) in LEVELS.into_iter().take(effort::sampled_or_whole(4, LEVELS.len())) {
        let Some(text) = levels::text(name) else { return };
        let other = match up {
            UpAxis::Y => with_vertices(&text, |p| DVec3::new(p.x, -p.z, p.y)),
            UpAxis::Z => with_vertices(&text, |p| DVec3::new(p.x, p.z, -p.y)),
        };
        let (y_up, z_up) = if up == UpAxis::Y {
            (&text, &other)
        } else {
            (&other, &text)
        };
        assert!(!suspects(y_up), "{name} with Y up");
        assert!(suspects(z_up), "{name} with Z up");
    }
}

#[test]
fn units_are_guessed_from_size() {
    // The same levels in other units. The guess may mistake a cave for a hall, but not a house for a shoebox.
    for (name, _, up, scale) in LEVELS.into_iter().take(effort::sampled_or_whole(3, LEVELS.len())) {
        let Some(text) = levels::text(name) else { return };
        for unit in [1.0, 0.3048, 0.125, 0.0254, 0.01, 0.001] {
            let text = with_vertices(&text, |p| p * (scale / unit));
            let level = bspwalk_levels::load_from_memory(
                "scaled",
                text.as_bytes(),
                &(),
                &with_up(Some(up)),
                &Progress::default(),
            )
            .unwrap();
            let factor = level.units.scale / unit;
            println!("{name} in {unit}: {}", level.units.note);
            assert!(
                (0.3..3.5).contains(&factor),
                "{name} in units of {unit} m: {}",
                level.units.note
            );
        }
    }
}

#[test]
fn spawns_stand_on_floors_clear_of_walls() {
    for (name, _, up, _) in LEVELS {
        let Some(level) = load(name, Some(up)) else { return };
        println!("{name}: {:?}", level.spawn);
        check_spawn(name, &level);
    }
}

/// Checks the spawn against all triangles, without using the grid.
fn check_spawn(name: &str, level: &Level) {
    let eye = level.spawn.eye;
    assert_eq!(
        level.spawn.origin,
        SpawnOrigin::Room,
        "{name}: {:?}",
        level.warnings
    );
    let solid: Vec<Triangle> = level
        .triangles
        .iter()
        .filter(|triangle| triangle.solid)
        .filter_map(|triangle| Triangle::new(triangle.corners, 0.0))
        .collect();
    // A body with a radius of 0.35 m must fit around the eye and down to the knees.
    for below in 0..13 {
        let point = eye - DVec3::Y * 0.1 * f64::from(below);
        let nearest = solid
            .iter()
            .map(|triangle| triangle.distance(point))
            .fold(f64::INFINITY, f64::min);
        assert!(nearest >= 0.35 - 1e-9, "{name}: {nearest} m beside {point}");
    }
    let cast = |to: DVec3| {
        let segment = Segment { from: eye, to };
        let hits = solid.iter().filter_map(|triangle| {
            segment.intersect_by_projection(triangle).map(|t| {
                (
                    t * segment.length(),
                    triangle.normal().dot(eye - triangle.corners[0]) > 0.0,
                )
            })
        });
        hits.min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let floor = cast(eye - DVec3::Y * 3.0);
    assert!(
        floor.is_some_and(|(distance, front)| (distance - EYE_HEIGHT).abs() < 1e-6 && front),
        "{name}: floor {floor:?}"
    );
    // Inside a room, most visible surfaces are front faces, and few directions have no surface.
    let mut fronts = 0;
    for direction in 0..64 {
        let (sine, cosine) = (f64::from(direction) * 0.0981).sin_cos();
        let hit = cast(eye + DVec3::new(cosine, 0.01, sine) * 1000.0);
        fronts += usize::from(hit.is_some_and(|(_, front)| front));
    }
    assert!(fronts >= 40, "{name}: {fronts} of 64 directions show a wall");
    // The spawn must face an open view.
    let yaw = level.spawn.yaw.to_radians();
    let ahead = cast(eye + DVec3::new(-yaw.sin(), 0.0, -yaw.cos()) * 1000.0);
    assert!(
        ahead.is_none_or(|(distance, _)| distance > 5.0),
        "{name}: {ahead:?} ahead"
    );
}

#[test]
fn corpus_loads_or_fails_with_clear_error() {
    let files = levels::corpus();
    // Expected line, index and face of each error, if the error has them. Files without an expected line have no faces.
    let refused: [(&str, &[i64]); 9] = [
        ("invalid-face-definition.obj", &[]),
        ("invalid-relative-texture-index.obj", &[2]),
        ("invalid-relative-vertex-index.obj", &[1]),
        ("invalid_index.obj", &[12, 7, 1]),
        // The face's third normal index is also 0. Reporting the first error is sufficient.
        ("issue-140-zero-face-idx.obj", &[16, 0]),
        ("issue-356-leading-spaces-newmtl.obj", &[]),
        ("line-prim.obj", &[]),
        ("lines.obj", &[]),
        ("points-prim.obj", &[]),
    ];
    let is_expected = |error: &LevelError, place: &[i64]| match error {
        LevelError::NoFaces { .. } => place.is_empty(),
        LevelError::IndexOutOfRange {
            line, index, face, ..
        } => !place.is_empty() && [*line as i64, *index, i64::from(face.0)].starts_with(place),
        _ => false,
    };
    let (mut unexpected, mut met) = (Vec::new(), 0);
    for path in &files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let result = bspwalk_levels::load(path, &LoadOptions::default(), &Progress::default());
        let expected = refused.iter().find(|(refused, _)| *refused == name);
        match (&result, expected) {
            (Ok(level), None) => {
                println!(
                    "{name}: {} triangles, {} dropped",
                    level.source_triangles,
                    level.dropped.len()
                );
                for warning in &level.warnings {
                    println!("    {:?} {}", warning.line, warning.message);
                }
                assert!(!level.triangles.is_empty(), "{name}");
                assert!(level.spawn.eye.is_finite() && level.units.scale > 0.0, "{name}");
            }
            (Err(error), Some((_, place))) => {
                assert!(is_expected(error, place), "{name}: {error}");
                met += 1;
            }
            (Ok(_), Some(_)) => panic!("{name} loaded"),
            (Err(error), None) => unexpected.push(error.to_string()),
        }
    }
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    assert!(
        files.is_empty() || met >= refused.len(),
        "{met} of the broken files were met"
    );
}
