//! Tests based on public bug reports by level designers and tool authors: inputs that other programs handled
//! incorrectly, with the correct result.
//!
//! The small files in `shared/faults` are read if they are present. Most inputs are also generated here.

use std::{collections::HashMap, fs, path::PathBuf};

use bspwalk_levels::{Format, Level, LevelError, LoadOptions, Resolver};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    doom_wad::{self, cut_map, lump, map, wad},
    levels,
    loading::{assert_conversion_reported, assert_warned},
    quake_rooms::{self, VERSIONS, Version, directory, room, room_with},
};
use glam::{DVec2, DVec3};

/// Metres per Quake unit.
const UNIT: f64 = 0.0254;

/// Returns the loading options for a file. OBJ files are in metres.
fn options(name: &str) -> LoadOptions {
    LoadOptions {
        scale: name.ends_with(".obj").then_some(1.0),
        ..LoadOptions::default()
    }
}

fn load_bytes(name: &str, bytes: &[u8], files: &dyn Resolver) -> Result<Level, LevelError> {
    bspwalk_levels::load_from_memory(name, bytes, files, &options(name), &Progress::default())
}

#[track_caller]
fn open(name: &str, bytes: &[u8]) -> Level {
    load_bytes(name, bytes, &()).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the names of the files with this extension in a subfolder of `shared/faults`, each with its level.
fn open_all(folder: &str, extension: &str) -> Vec<(String, Level)> {
    let Some(folder) = levels::faults(folder) else {
        return Vec::new();
    };
    let files = fs::read_dir(folder).expect("the folder is readable");
    let files = files.map(|entry| entry.expect("the folder is readable").path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no file with the extension {extension}");
    let opened = files.into_iter().map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let level = bspwalk_levels::load(&path, &options(&name), &Progress::default());
        let level = level.unwrap_or_else(|error| panic!("{error}"));
        (name.into_owned(), level)
    });
    opened.collect()
}

fn messages(level: &Level) -> Vec<String> {
    level.warnings.iter().map(ToString::to_string).collect()
}

fn warns(level: &Level, words: &str) -> bool {
    messages(level).iter().any(|message| message.contains(words))
}

// Concave polygons far from the origin.

/// Returns whether a point is inside an outline, according to the even-odd rule.
fn is_inside(outline: &[DVec2], point: DVec2) -> bool {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossed = edges.filter(|&(a, b)| {
        (a.y > point.y) != (b.y > point.y) && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x
    });
    crossed.count() % 2 == 1
}

/// Returns the number of sample points where the triangles, seen from above, differ from the outline.
fn wrong_points(level: &Level, outline: &[DVec2]) -> usize {
    let triangles: Vec<[DVec2; 3]> = level
        .triangles
        .iter()
        .map(|triangle| {
            triangle.corners.map(|corner| {
                let world = level.to_world(corner);
                DVec2::new(world.x, world.z)
            })
        })
        .collect();
    let (min, max) = outline
        .iter()
        .fold((outline[0], outline[0]), |(min, max), &point| {
            (min.min(point), max.max(point))
        });
    let mut random = fastrand::Rng::with_seed(4);
    let points = (0..600).map(|_| min + (max - min) * DVec2::new(random.f64(), random.f64()));
    let wrong = points.filter(|&point| {
        let meets = triangles.iter().any(|[a, b, c]| {
            let signs = [(a, b), (b, c), (c, a)].map(|(from, to)| (to - from).perp_dot(point - from) > 0.0);
            signs == [true; 3] || signs == [false; 3]
        });
        meets != is_inside(outline, point)
    });
    wrong.count()
}

/// Returns an OBJ file with a single horizontal face.
fn face(outline: &[DVec2]) -> String {
    let corners = outline
        .iter()
        .map(|corner| format!("v {} 0 {}\n", corner.x, corner.y));
    let corners: String = corners.collect();
    let numbers = (1..=outline.len()).map(|number| format!(" {number}"));
    format!("{corners}f{}\n", numbers.collect::<String>())
}

#[test]
fn far_concave_polygon_keeps_its_notches() {
    let notched = [[0, 0], [6, 0], [6, 5], [4, 5], [4, 1], [2, 1], [2, 5], [0, 5]];
    for size in [0.01, 1.0, 500.0] {
        for origin in [0.0, 2.0e5, 1.0e6, 4.2e6, -3.0e7] {
            for repeats_first in [false, true] {
                let outline = notched.iter().chain(repeats_first.then_some(&notched[0]));
                let outline: Vec<DVec2> = outline
                    .map(|corner| {
                        DVec2::from(corner.map(f64::from)) * size + DVec2::new(origin, -0.5 * origin)
                    })
                    .collect();
                if size < 1.0 && origin.abs() > 1.0e5 {
                    // At that distance, triangles this small are dropped with a warning.
                    continue;
                }
                let level = open("far.obj", face(&outline).as_bytes());
                assert_eq!(wrong_points(&level, &outline), 0, "{size} at {origin}");
            }
        }
    }
}

#[test]
fn far_concave_files_keep_their_notches() {
    let Some(folder) = levels::faults("36-concave-far") else {
        return;
    };
    for (name, level) in open_all("36-concave-far", "obj") {
        let text = fs::read_to_string(folder.join(&name)).expect("it is readable");
        let corners = text.lines().filter_map(|line| line.strip_prefix("v "));
        let outline: Vec<DVec2> = corners
            .map(|line| {
                let numbers = line
                    .split_whitespace()
                    .map(|word| word.parse().expect("a number"));
                let numbers: Vec<f64> = numbers.collect();
                DVec2::new(numbers[0], numbers[2])
            })
            .collect();
        assert_eq!(wrong_points(&level, &outline), 0, "{name}");
    }
}

// DOOM nodes.

#[test]
fn classic_nodes_can_start_with_a_signature() {
    for mark in [*b"XNOD", *b"ZNOD", *b"XGLN", *b"XGL3"] {
        let mut lumps = cut_map("E1M1");
        let plain = open("plain.wad", &wad(b"PWAD", &lumps));
        lump(&mut lumps, "NODES")[..4].copy_from_slice(&mark);
        let level = open("spelt.wad", &wad(b"PWAD", &lumps));
        let [found, known] = [&level, &plain].map(|level| {
            let parts = level.doom_tree.as_ref().expect("it has nodes").parts();
            (parts.segs.len(), parts.subsectors.len(), parts.nodes.len())
        });
        assert_eq!(found, known, "{}", mark.escape_ascii());
        assert!(!warns(&level, "nodes"), "{:?}", messages(&level));
    }
}

#[test]
fn classic_node_files_can_start_with_a_signature() {
    for (name, level) in open_all("06-nodes-look-like-xnod", "wad") {
        let parts = level
            .doom_tree
            .as_ref()
            .unwrap_or_else(|| panic!("{name}: {:?}", messages(&level)));
        let parts = parts.parts();
        assert_eq!(
            (parts.segs.len(), parts.subsectors.len(), parts.nodes.len()),
            (7, 2, 1),
            "{name}"
        );
    }
}

/// Returns a square room with GL nodes that consist of four segs and one subsector.
fn gl_nodes(marker: &str, text: &str) -> doom_wad::Lumps {
    let segs = (0..4).flat_map(|seg| [seg, (seg + 1) % 4, seg, 0, 0xffff]);
    let lumps = [
        (marker, text.as_bytes().to_vec()),
        ("GL_VERT", b"gNd2".to_vec()),
        ("GL_SEGS", doom_wad::encode_i16s(&segs.collect::<Vec<i32>>())),
        ("GL_SSECT", doom_wad::encode_i16s(&[4, 0])),
        ("GL_NODES", Vec::new()),
    ];
    named(lumps)
}

fn named<const N: usize>(lumps: [(&str, Vec<u8>); N]) -> doom_wad::Lumps {
    lumps.map(|(name, content)| (name.to_owned(), content)).to_vec()
}

/// Opens a UDMF map with this text.
fn open_text(text: &str) -> Level {
    open_text_with(text, &[])
}

/// Opens a UDMF map with this text, followed by these lumps.
fn open_text_with(text: &str, more: &[(&str, &[u8])]) -> Level {
    let mut lumps = vec![("MAP01", &b""[..]), ("TEXTMAP", text.as_bytes())];
    lumps.extend(more);
    lumps.push(("ENDMAP", &b""[..]));
    let lumps = lumps.into_iter();
    let lumps: doom_wad::Lumps = lumps
        .map(|(name, content)| (name.to_owned(), content.to_vec()))
        .collect();
    open("text.wad", &wad(b"PWAD", &lumps))
}

/// Returns a square room without nodes.
fn square(title: &str) -> doom_wad::Lumps {
    let mut lines = Vec::new();
    let mut sides = Vec::new();
    for line in 0..4 {
        lines.extend(doom_wad::encode_i16s(&[
            line,
            (line + 1) % 4,
            1,
            0,
            0,
            line,
            0xffff,
        ]));
        sides.extend(doom_wad::encode_i16s(&[0, 0]));
        sides.extend(["-", "-", "WALL"].map(doom_wad::name).concat());
        sides.extend(doom_wad::encode_i16s(&[0]));
    }
    let sector = [
        doom_wad::encode_i16s(&[0, 128]),
        doom_wad::name("FLOOR").to_vec(),
        doom_wad::name("CEIL").to_vec(),
        doom_wad::encode_i16s(&[160, 0, 0]),
    ];
    let lumps = [
        (title, Vec::new()),
        ("THINGS", doom_wad::encode_i16s(&[64, 64, 90, 1, 7])),
        ("LINEDEFS", lines),
        ("SIDEDEFS", sides),
        (
            "VERTEXES",
            doom_wad::encode_i16s(&[0, 0, 0, 256, 256, 256, 256, 0]),
        ),
        ("SEGS", Vec::new()),
        ("SSECTORS", Vec::new()),
        ("NODES", Vec::new()),
        ("SECTORS", sector.concat()),
    ];
    named(lumps)
}

#[track_caller]
fn assert_gl_nodes(level: &Level) {
    let tree = level.doom_tree.as_ref();
    let parts = tree.unwrap_or_else(|| panic!("{:?}", messages(level))).parts();
    assert_eq!((parts.segs.len(), parts.subsectors.len()), (4, 1));
    assert_conversion_reported(level, &["GL nodes"]);
}

#[test]
fn gl_nodes_at_the_end_are_used() {
    for name in ["MAP01", "E1M1"] {
        let mut lumps = square(name);
        lumps.extend(square("MAP09"));
        lumps.extend(gl_nodes("GL_MAP09", ""));
        lumps.extend(gl_nodes(&format!("GL_{name}"), ""));
        assert_gl_nodes(&open("apart.wad", &wad(b"PWAD", &lumps)));
    }
    // Map names longer than five letters are stored in the marker's text.
    let mut lumps = square("TITLEMAP");
    lumps.extend(square("ENDING1"));
    lumps.extend(gl_nodes("GL_LEVEL", "LEVEL=TITLEMAP\nBUILDER=glBSP\n"));
    assert_gl_nodes(&open("long.wad", &wad(b"PWAD", &lumps)));
    let other = LoadOptions {
        map: Some("ENDING1".to_owned()),
        ..LoadOptions::default()
    };
    let bytes = wad(b"PWAD", &lumps);
    let level = bspwalk_levels::load_from_memory("long.wad", &bytes, &(), &other, &Progress::default());
    let level = level.expect("it opens");
    assert!(level.doom_tree.is_none(), "the nodes are those of another map");
}

#[test]
fn gwa_file_is_used() {
    let [own, beside] = [square("MAP01"), gl_nodes("GL_MAP01", "")].map(|lumps| wad(b"PWAD", &lumps));
    let files = HashMap::from([("house.gwa", &beside[..])]);
    let level = load_bytes("levels/house.wad", &own, &files).expect("it opens");
    assert_gl_nodes(&level);
    assert_conversion_reported(&level, &["house.gwa"]);
    let level = open("house.wad", &own);
    assert_warned(&level, &["no nodes"]);
}

#[test]
fn gl_node_files_are_used() {
    for (name, level) in open_all("08-gl-nodes", "wad") {
        println!("{name}");
        assert_gl_nodes(&level);
    }
}

// Indices out of range.

#[test]
fn element_with_dangling_index_is_left_out() {
    let whole = open("whole.wad", &wad(b"PWAD", &map("MAP01")));
    let put = |name: &str, at: usize, number: u16| {
        let mut lumps = map("MAP01");
        lump(&mut lumps, name)[at..at + 2].copy_from_slice(&number.to_le_bytes());
        open("loose.wad", &wad(b"PWAD", &lumps))
    };
    // Invalid indices: the sector of a sidedef, and the sidedef and the vertex of a linedef.
    for (level, words) in [
        (
            put("SIDEDEFS", 28, 65_535),
            "1 sidedef without a valid sector was skipped (0)",
        ),
        (put("LINEDEFS", 10, 900), "1 linedef refers to a missing sidedef"),
        (
            put("LINEDEFS", 14, 747),
            "1 linedef without valid vertices was skipped (1)",
        ),
    ] {
        assert_warned(&level, &[words]);
        assert!(level.triangles.len() > whole.triangles.len() / 2, "{words}");
    }
    // Invalid indices in the tree: of a linedef, a vertex, a subsector and a child.
    for (name, at, number) in [
        ("SEGS", 6, 99),
        ("SEGS", 0, 747),
        ("SSECTORS", 2, 9000),
        ("NODES", 24, 77),
    ] {
        let level = put(name, at, number);
        assert!(level.doom_tree.is_none());
        let told: Vec<String> = messages(&level);
        let ignored = told.iter().filter(|message| message.contains("nodes"));
        assert_eq!(ignored.count(), 1, "{told:?}");
        assert!(warns(&level, name) && warns(&level, "ZDBSP"), "{told:?}");
        assert_eq!(level.triangles, whole.triangles);
    }
}

/// A triangular room as UDMF text.
const TEXT_ROOM: &str = "namespace = \"zdoom\";\nvertex { x = 0; y = 0; } vertex { x = 0; y = 64; } vertex { x = 64; y = 0; }\n\
                         linedef { v1 = 0; v2 = 1; sidefront = 0; }\nlinedef { v1 = 1; v2 = 2; sidefront = 0; }\n\
                         linedef { v1 = 2; v2 = 0; sidefront = 0; }\nsidedef { sector = 0; }\n\
                         sector { heightceiling = 64; }\n";

#[test]
fn unknown_udmf_nodes_are_named() {
    for content in [&b"ABCDEFGH"[..], b"XNOE\0\0\0\0", b"?"] {
        let level = open_text_with(TEXT_ROOM, &[("ZNODES", content)]);
        assert!(level.doom_tree.is_none());
        assert_warned(&level, &["the lump ZNODES has an unknown format"]);
        assert!(!warns(&level, "has no nodes"), "{:?}", messages(&level));
    }
    let level = open_text_with(TEXT_ROOM, &[("ZNODES", &b""[..])]);
    assert_warned(&level, &["has no nodes"]);
}

#[test]
fn dangling_udmf_indices_name_their_lines() {
    let whole = TEXT_ROOM;
    let last = "linedef { v1 = 0; v2 = 1; sidefront = 0; }\n";
    assert!(open_text(whole).triangles.len() > 6);
    for (more, words) in [
        (
            last.replace("v1 = 0;", ""),
            "1 linedef without valid vertices was skipped (3 (line 8))",
        ),
        (last.replace("v1 = 0;", "v1 = -1;"), "skipped (3 (line 8))"),
        (last.replace("v1 = 0;", "v1 = 7;"), "skipped (3 (line 8))"),
        (
            last.replace("v1 = 0;", "v1 = 99999999999;"),
            "skipped (3 (line 8))",
        ),
        (
            last.replace("sidefront = 0;", "sidefront = 4;"),
            "refers to a missing sidedef, so that side was skipped (3 (line 8))",
        ),
        (
            "sidedef { sector = 65535; }".to_owned(),
            "1 sidedef without a valid sector was skipped (1 (line 8))",
        ),
        (
            "sidedef { }".to_owned(),
            "1 sidedef without a valid sector was skipped (1 (line 8))",
        ),
    ] {
        let level = open_text(&format!("{whole}{more}"));
        assert_warned(&level, &[words]);
    }
}

#[test]
fn files_with_dangling_indices_open() {
    for (name, level) in open_all("09-loose-indices", "wad") {
        println!("{name}: {:?}", messages(&level));
        assert!(level.triangles.len() >= 10, "{name}");
        let size = match name.split('_').next() {
            Some("udmf") => DVec3::new(8.0, 4.0, 8.0),
            Some("stale") => DVec3::new(8.0, 4.0, 16.0),
            _ => DVec3::new(16.0, 4.0, 16.0),
        };
        assert_eq!(level.bounds.size().round(), size, "{name}");
        assert!(
            level
                .warnings
                .iter()
                .any(|warning| !warning.message.to_string().contains("textures")),
            "{name}: {:?}",
            messages(&level)
        );
    }
}

// UDMF namespaces.

#[test]
fn namespaces_have_their_own_specials() {
    // Returns the number of mechanisms, and whether there is a warning about the namespace. The `action` fields belong
    // to a door's linedef.
    let opens = |namespace: &str, action: &str| {
        let text = format!(
            "namespace = \"{namespace}\";
            vertex {{ x = 0; y = 0; }} vertex {{ x = 0; y = 64; }} vertex {{ x = 64; y = 64; }} vertex {{ x = 64; y = 0; }}
            vertex {{ x = 80; y = 64; }} vertex {{ x = 80; y = 0; }}
            linedef {{ v1 = 0; v2 = 1; sidefront = 0; }} linedef {{ v1 = 1; v2 = 2; sidefront = 0; }}
            linedef {{ v1 = 3; v2 = 0; sidefront = 0; }}
            linedef {{ v1 = 2; v2 = 3; sidefront = 0; sideback = 1; twosided = true; {action} }}
            linedef {{ v1 = 2; v2 = 4; sidefront = 1; }} linedef {{ v1 = 4; v2 = 5; sidefront = 1; }}
            linedef {{ v1 = 5; v2 = 3; sidefront = 1; }}
            sidedef {{ sector = 0; }} sidedef {{ sector = 1; }}
            sector {{ heightceiling = 64; }} sector {{ heightceiling = 0; id = 3; }}"
        );
        let level = open_text(&text);
        (level.mechanisms.len(), warns(&level, "namespace"))
    };
    let door_of_doom = "special = 1;";
    // The first argument is the tag of the sector, not the ID of the linedef.
    for (action, doors) in [
        ("id = 3;", 1),
        ("arg0 = 3;", 1),
        ("id = 9; arg0 = 3;", 1),
        ("id = 3; arg0 = 9;", 0),
    ] {
        let found = opens("doom", &format!("special = 103; {action}")).0;
        assert_eq!(found, doors, "{action}");
    }
    let door_of_hexen = "special = 12; arg0 = 3; arg1 = 16; playeruse = true;";
    for namespace in [
        "Doom",
        "heretic",
        "strife",
        "ZDoomTranslated",
        "woof",
        "edge",
        "edge-classic",
    ] {
        assert_eq!(opens(namespace, door_of_doom), (1, false), "{namespace}");
        assert_eq!(opens(namespace, door_of_hexen), (0, false), "{namespace}");
    }
    for namespace in ["hexen", "zdoom", "dsda", "eternity", "vavoom"] {
        assert_eq!(opens(namespace, door_of_doom), (0, false), "{namespace}");
        assert_eq!(opens(namespace, door_of_hexen), (1, false), "{namespace}");
    }
    for namespace in ["srb2", "ringracers", "doom64", "nobody"] {
        assert_eq!(opens(namespace, door_of_doom), (0, true), "{namespace}");
        assert_eq!(opens(namespace, door_of_hexen), (0, true), "{namespace}");
    }
    // Special 100 is a fast door in Heretic and stairs in DOOM. Special 105 is an exit in Heretic and a fast door in
    // DOOM. Specials 213 and 234 are locked doors in Strife, and 213 opens the sector behind its linedef.
    for (special, doors) in [
        (100, [0, 1, 0]),
        (105, [1, 0, 1]),
        (1, [1, 1, 1]),
        (213, [0, 0, 1]),
        (234, [0, 0, 1]),
    ] {
        let action = format!("special = {special}; id = 3;");
        let found = ["doom", "heretic", "strife"].map(|namespace| opens(namespace, &action).0);
        assert_eq!(found, doors, "{special}");
    }
}

// Compiled levels.

#[test]
fn blue_shift_header_is_read() {
    let plain = open("plain.bsp", &room(Version::Bsp30));
    let mut swapped = room(Version::Bsp30);
    let (entities, planes): (Vec<u8>, Vec<u8>) = (swapped[4..12].to_vec(), swapped[12..20].to_vec());
    swapped[4..12].copy_from_slice(&planes);
    swapped[12..20].copy_from_slice(&entities);
    let level = open("swapped.bsp", &swapped);
    assert_eq!(
        (level.format, &level.triangles),
        (Format::Bsp30, &plain.triangles)
    );
    assert_eq!((&level.entities, level.spawn), (&plain.entities, plain.spawn));
    assert_conversion_reported(&level, &["Blue Shift"]);
    assert!(
        !plain
            .conversions
            .iter()
            .any(|sentence| sentence.to_string().contains("Blue Shift"))
    );
}

#[test]
fn blue_shift_files_are_read() {
    for (name, level) in open_all("01-blue-shift", "bsp") {
        assert_eq!(level.format, Format::Bsp30, "{name}");
        assert!(level.entities.len() > 1 && level.own_tree.is_some(), "{name}");
    }
}

#[test]
fn empty_lump_can_have_any_offset() {
    for version in VERSIONS {
        let file = room_with(version, |name, content| {
            if name == "lighting" {
                content.clear();
            }
        });
        let (count, start) = directory(version);
        for offset in [u32::MAX, 0x7fff_ffff, file.len() as u32 + 1] {
            let mut wild = file.clone();
            for entry in wild[start..start + 8 * count].chunks_exact_mut(8) {
                if entry[4..] == [0; 4] {
                    entry[..4].copy_from_slice(&offset.to_le_bytes());
                }
            }
            let level = quake_rooms::load(&wild).unwrap_or_else(|error| panic!("{version:?}: {error}"));
            assert_eq!(level.triangles.len(), 12, "{version:?}");
        }
    }
    // Set the offsets of empty lumps in a WAD file.
    let lumps = square("MAP01");
    let mut bytes = wad(b"PWAD", &lumps);
    let start = bytes.len() - 16 * lumps.len();
    for entry in bytes[start..]
        .chunks_exact_mut(16)
        .filter(|entry| entry[4..8] == [0; 4])
    {
        entry[..4].copy_from_slice(&u32::MAX.to_le_bytes());
    }
    assert!(open("wild.wad", &bytes).triangles.len() >= 12);
}

#[test]
fn files_with_empty_lumps_open() {
    for (name, level) in open_all("03-empty-lump", "bsp") {
        assert!(!level.triangles.is_empty(), "{name}");
    }
}

#[test]
fn hexen_2_level_is_named() {
    // Hexen II's models have eight hulls.
    let longer = |models: &mut Vec<u8>| {
        let wide = models.chunks_exact(64).flat_map(|model| {
            let [start, end] = [&model[..52], &model[52..]];
            [start, &[0; 16][..], end].concat()
        });
        *models = wide.collect();
    };
    for version in [Version::Bsp29, Version::Bsp2] {
        for models in [1, 4] {
            let file = room_with(version, |name, content| {
                if name == "models" {
                    content.truncate(64);
                    for _ in 1..models {
                        // Add models without faces.
                        content.extend([0; 64]);
                    }
                    longer(content);
                }
            });
            let error = quake_rooms::load(&file).expect_err("it is refused").to_string();
            assert!(error.contains("Hexen II") && !error.contains('\n'), "{error}");
        }
    }
}

#[test]
fn similar_formats_are_named() {
    for (bytes, name) in [
        (&b"RBSP\x01\0\0\0"[..], "Jedi Knight"),
        (b"FAKK\x0c\0\0\0", "FAKK2"),
        (b"2015\x13\0\0\0", "Medal of Honor"),
        (b"IBSP\x29\0\0\0", "Daikatana"),
        (b"IBSP\x2e\0\0\0", "Quake III"),
        (b"QBSP\x26\0\0\0", "QBSP"),
        (b" 46Q\0\0\0\0", "Quake 64"),
        (b"\x2a\0\0\0\0\0\0\0", "Nightfire"),
        (b"\x17\0\0\0\0\0\0\0", "test release"),
        (b"versioninfo\n{\n\t\"editorversion\" \"400\"\n}\n", "VMF"),
        (b"iwmap 4\n{\n", "Call of Duty"),
        (b"PRT1\n2\n1\n", "portal file"),
        (b"namespace = \"zdoom\";\nvertex { x = 0; y = 0; }\n", "TEXTMAP"),
    ] {
        let error = load_bytes("other", bytes, &())
            .expect_err("it is refused")
            .to_string();
        assert!(error.contains(name) && !error.contains('\n'), "{error}");
    }
}

// Quake maps.

/// Returns a brush that extends from (x, −64, 0) to (x + 32, 64, 64), with the given texture on all sides.
fn brush(x: i32, texture: &str) -> String {
    let [low, high] = [[x, -64, 0], [x + 32, 64, 64]];
    let mut sides = String::new();
    for axis in 0..3 {
        for (corner, order) in [(low, [1, 2]), (high, [2, 1])] {
            let mut points = [corner; 3];
            points[1][(axis + order[0]) % 3] += 1;
            points[2][(axis + order[1]) % 3] += 1;
            for [x, y, z] in points {
                sides += &format!("( {x} {y} {z} ) ");
            }
            sides += &format!("{texture} 0 0 0 1 1\n");
        }
    }
    sides
}

/// Opens a map with a world of these keys and brushes, and with additional entities.
#[track_caller]
fn open_map(keys: &str, brushes: &[String], more: &str) -> Level {
    let brushes: String = brushes.iter().map(|sides| format!("{{\n{sides}}}\n")).collect();
    let text = format!("{{\n\"classname\" \"worldspawn\"\n{keys}{brushes}}}\n{more}");
    open("a.map", text.as_bytes())
}

/// Returns a map with two world brushes and a single-brush entity of the given class.
fn with_entity(class: &str, texture: &str) -> Level {
    let entity = format!("{{\n\"classname\" \"{class}\"\n{{\n{}}}\n}}\n", brush(0, texture));
    open_map("", &[brush(-200, "wall"), brush(200, "wall")], &entity)
}

/// Returns whether faces of entities of the given class are solid to bodies.
fn stops(level: &Level, class: &str) -> bool {
    let of_class = level
        .triangles
        .iter()
        .filter(|triangle| level.objects[triangle.object as usize].starts_with(class));
    let solid: Vec<bool> = of_class.map(|triangle| triangle.solid).collect();
    assert!(
        !solid.is_empty() && solid.iter().all(|&stops| stops == solid[0]),
        "{class}: {solid:?}"
    );
    solid[0]
}

#[test]
fn liquid_brush_entity_is_solid() {
    for class in ["func_wall", "func_door", "func_train", "func_plat", "func_button"] {
        for texture in ["*water1", "*lava1", "*teleport", "sky1", "wall"] {
            assert!(stops(&with_entity(class, texture), class), "{class} {texture}");
        }
    }
    for class in ["func_illusionary", "func_detail", "func_water"] {
        assert!(!stops(&with_entity(class, "*water1"), class), "{class}");
    }
}

/// Returns whether there is an obstacle between x = 0 and x = 96 units at the height of a body.
fn blocks_way(level: &Level) -> bool {
    let at = |x: f64| DVec3::new(x, 40.0, 0.3) * UNIT;
    let (from, way) = (at(0.0), at(96.0) - at(0.0));
    level
        .triangles
        .iter()
        .filter(|triangle| triangle.solid)
        .any(|triangle| {
            let [a, b, c] = triangle.corners;
            let normal = (b - a).cross(c - a);
            let along = (a - from).dot(normal) / way.dot(normal);
            let point = from + way * along;
            let inside = [(a, b), (b, c), (c, a)]
                .iter()
                .all(|&(start, end)| (end - start).cross(point - start).dot(normal) >= 0.0);
            (0.0..=1.0).contains(&along) && inside
        })
}

#[test]
fn liquid_brush_entity_files_are_solid() {
    let files = open_all("13-liquid-brush-entity", "map").into_iter();
    for (name, level) in files.chain(open_all("13-liquid-brush-entity", "bsp")) {
        let passes = ["illusionary", "func_detail", "world_water"];
        let passes = passes.iter().any(|part| name.contains(part));
        assert_eq!(blocks_way(&level), !passes, "{name}");
    }
}

#[test]
fn quotation_marks_in_values_are_read() {
    let with = |keys: &str| open_map(&format!("{keys}\n"), &[brush(0, "wall")], "");
    for (keys, key, value) in [
        (r#""message" "the \"old\" hall""#, "message", r#"the "old" hall"#),
        (
            r#""message" "a hall called \"old\"""#,
            "message",
            r#"a hall called "old""#,
        ),
        (r#""wad" "C:\maps\""#, "wad", r"C:\maps\"),
        (r#""wad" "C:\maps\" "message" "new""#, "message", "new"),
        (
            r#""message" "{braces} // and slashes""#,
            "message",
            "{braces} // and slashes",
        ),
    ] {
        let level = with(keys);
        let properties = &level.entities[0].properties;
        let found = properties
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| &value[..]);
        assert_eq!(found, Some(value), "{keys}");
    }
    let level = with(r#""wad" "C:\maps\""#);
    let told = messages(&level);
    assert!(
        !told
            .iter()
            .any(|message| message.contains(";  was") || message.contains("maps was")),
        "{told:?}"
    );
    // The same values must be read from a compiled level.
    let entities =
        b"{\n\"classname\" \"worldspawn\"\n\"message\" \"the \\\"old\\\" hall\"\n\"wad\" \"c:\\q\\\"\n}\n\0";
    let file = room_with(Version::Bsp29, |name, content| {
        if name == "entities" {
            *content = entities.to_vec();
        }
    });
    let level = open("values.bsp", &file);
    assert!(!warns(&level, "entities"), "{:?}", messages(&level));
    let found: Vec<&str> = level.entities[0]
        .properties
        .iter()
        .map(|(_, value)| &value[..])
        .collect();
    assert_eq!(found, ["worldspawn", r#"the "old" hall"#, r"c:\q\"]);
}

#[test]
fn files_with_values_open() {
    let files = open_all("15-values", "map").into_iter();
    for (name, level) in files.chain(open_all("15-values", "bsp")) {
        println!("{name}: {:?}", messages(&level));
        assert_eq!(level.spawn.origin, bspwalk_levels::SpawnOrigin::Entity, "{name}");
        assert!(
            !warns(&level, "entities") && !warns(&level, ";  was"),
            "{name}: {:?}",
            messages(&level)
        );
    }
}

#[test]
fn degenerate_side_is_dropped() {
    let whole = open_map("", &[brush(0, "wall")], "");
    for side in [
        "( 0 0 0 ) ( 1 0 0 ) ( 2 0 0 ) wall 0 0 0 1 1\n",
        "( 5 5 5 ) ( 5 5 5 ) ( 5 5 5 ) wall 0 0 0 1 1\n",
        "( -1.#IND00 0 0 ) ( 1 0 0 ) ( 1 1 0 ) wall 0 0 0 1 1\n",
    ] {
        for before in [true, false] {
            let mut sides = [side.to_owned(), brush(0, "wall")];
            if !before {
                sides.reverse();
            }
            let level = open_map("", &[sides.concat()], "");
            assert_eq!(level.bounds, whole.bounds, "{side}");
            assert_eq!(level.triangles.len(), whole.triangles.len(), "{side}");
            assert_eq!(level.brushes.len(), 1, "{side}");
            assert_warned(&level, &["1 brush side was skipped"]);
            assert_eq!(level.warnings[0].line, Some(3));
        }
    }
    // Without that side, the brush is not closed. It is skipped, and the warning states the reason.
    let open_brush = brush(0, "wall").replacen(
        "( 0 -64 0 ) ( 0 -63 0 ) ( 0 -64 1 )",
        "( 0 0 0 ) ( 1 0 0 ) ( 2 0 0 )",
        1,
    );
    let level = open_map("", &[open_brush, brush(200, "wall")], "");
    assert_eq!(level.brushes.len(), 1);
    assert_warned(&level, &["collinear"]);
}

#[test]
fn misaligned_texture_keeps_its_brush() {
    let plain = brush(0, "wall");
    let valve = "wall [ nan 0 0 0 ] [ 0 -1 0 0 ] 0 1 1";
    for alignment in [
        "wall -1.#IND00 0 0 1 1",
        "wall 0 0 nan 1 1",
        "wall 0 0 0 -nan(ind) 1.#INF00",
        "wall 0 inf 0 1 1",
        valve,
    ] {
        let sides = plain.replacen("wall 0 0 0 1 1", alignment, 2);
        let level = open_map("", &[sides], "");
        assert_eq!(
            (level.brushes.len(), level.triangles.len()),
            (1, 12),
            "{alignment}"
        );
        assert_warned(&level, &["the texture alignments of 2 sides"]);
        assert_eq!(level.warnings[0].line, Some(3));
        let mut uvs = level.triangles.iter().flat_map(|triangle| triangle.uvs);
        assert!(uvs.all(glam::Vec2::is_finite));
    }
}
