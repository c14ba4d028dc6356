//! Tests of light in compiled levels: styles, BSPX lumps, and external files with colours. Files are written byte by
//! byte from the specifications, or are real levels with such lumps appended.

use std::{collections::HashMap, fs};

use bspwalk_levels::{
    Level, LoadOptions, Resolver,
    light_maps::{LightGrid, LightMaps},
    light_styles::StyleFactors,
    load_from_memory,
};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    effort, levels,
    loading::assert_conversion_reported,
    quake_rooms::{SAMPLES, VERSIONS, Version, load, load_and_query, room, room_with, with_bspx},
};
use glam::{DVec3, Vec3};

/// Metres per unit.
const UNIT: f64 = 0.0254;

/// Number of samples per face of the room.
const A_FACE: usize = SAMPLES * SAMPLES;

/// Index of the floor among the room's faces.
const FLOOR: usize = 4;

fn light(level: &Level) -> &LightMaps {
    level.light.as_ref().expect("there is light")
}

/// Returns the two triangles of a face in the room.
fn triangles(level: &Level, face: usize) -> &[bspwalk_levels::LevelTriangle] {
    &level.triangles[2 * face..2 * face + 2]
}

/// Returns the lightmap grid of a face in the room.
fn grid(level: &Level, face: usize) -> &LightGrid {
    let light = light(level);
    &light.grids[light.grid_of[2 * face] as usize]
}

/// Returns the light samples of a face, mixed with these style factors.
fn mixed(level: &Level, face: usize, said: &[(u8, f32)]) -> Vec<[u8; 3]> {
    let said: StyleFactors = said.iter().copied().collect();
    let factors = light(level).factors(&said);
    grid(level, face).mix_styles(light(level), &factors).into_owned()
}

fn beside(bytes: &[u8], files: &dyn Resolver) -> Level {
    let options = LoadOptions::default();
    load_from_memory("maps/room.bsp", bytes, files, &options, &Progress::default()).expect("it loads")
}

#[track_caller]
fn assert_warns(level: &Level, parts: &[&str]) {
    let messages: Vec<String> = level
        .warnings
        .iter()
        .map(|warning| warning.message.to_string())
        .collect();
    let found = messages
        .iter()
        .filter(|message| parts.iter().all(|part| message.contains(part)));
    assert_eq!(found.count(), 1, "{parts:?}: {messages:?}");
}

/// Asserts that there are no warnings about light. Quake II's textures are missing because they are external files, and
/// the room's door is a model without faces.
#[track_caller]
fn assert_no_warning(level: &Level) {
    let mut messages = level.warnings.iter().map(|warning| warning.message.to_string());
    let wrong = messages.find(|message| {
        !message.starts_with("the images of") && !message.starts_with("func_door does not move")
    });
    assert_eq!(wrong, None);
}

/// Returns a room with the given entities. Its faces have these styles, each with its own grey level.
fn styled(version: Version, styles: [u8; 4], greys: &[u8], entities: &str) -> Vec<u8> {
    room_with(version, |name, bytes| match name {
        "faces" => {
            let stride = bytes.len() / 6;
            for (index, face) in bytes.chunks_exact_mut(stride).enumerate() {
                let (rest, offset) = face.split_at_mut(stride - 4);
                rest[stride - 8..].copy_from_slice(&styles);
                let first = index * A_FACE * greys.len() * version.channels();
                offset.copy_from_slice(&(first as u32).to_le_bytes());
            }
        }
        "lighting" => {
            let of_style = greys
                .iter()
                .flat_map(|&grey| vec![grey; A_FACE * version.channels()]);
            let of_face: Vec<u8> = of_style.collect();
            *bytes = of_face.repeat(6);
        }
        "entities" => {
            bytes.pop();
            bytes.extend(entities.bytes().chain([0]));
        }
        _ => {}
    })
}

#[test]
fn light_styles_add_up_by_their_factors() {
    let entities = "{\n\"classname\" \"light\"\n\"style\" \"32\"\n\"targetname\" \"lamp\"\n\"spawnflags\" \"1\"\n}\n\
                    {\n\"classname\" \"light\"\n\"style\" \"32\"\n\"targetname\" \"lamp\"\n}\n\
                    {\n\"classname\" \"light_torch\"\n\"style\" \"33\"\n\"targetname\" \"torch\"\n}\n";
    for version in VERSIONS {
        let level = load(&styled(version, [0, 2, 32, 33], &[10, 20, 40, 80], entities)).unwrap();
        let styles = light(&level).styles.iter();
        let styles: Vec<_> = styles
            .map(|style| (style.number, style.at_start, style.title().to_string()))
            .collect();
        let expected = [
            (0, 1.0, "normal"),
            (2, 1.0, "slow strong pulse"),
            (32, 0.0, "light \"lamp\""),
            (33, 1.0, "light_torch \"torch\""),
        ]
        .map(|(number, at_start, title)| (number, at_start, title.to_owned()));
        assert_eq!(styles, expected, "{version:?}");
        for (said, grey) in [
            (&[][..], 110),
            (&[(32, 1.0)], 150),
            (&[(2, 0.0), (33, 0.0)], 10),
            (&[(2, 0.5), (33, 0.25), (0, 0.0)], 30),
            (&[(32, 4.0)], 255),
        ] {
            for face in 0..6 {
                assert_eq!(
                    mixed(&level, face, said),
                    [[grey; 3]; A_FACE],
                    "{version:?} {said:?}"
                );
            }
        }
        assert_eq!(level.check(&Progress::default()), Ok(()));
    }
    // In the atlas, all grids keep their positions when their brightness changes.
    let level = load(&styled(Version::Bsp29, [0, 32, 255, 255], &[10, 20], entities)).unwrap();
    let images = [0.0, 1.0].map(|factor| {
        let said: StyleFactors = [(32, factor)].into_iter().collect();
        let light = light(&level);
        light.atlas(&light.factors(&said), 4096).expect("it fits")
    });
    assert_eq!(
        (images[0].size, &images[0].places),
        (images[1].size, &images[1].places)
    );
    let pixel = |image: usize| images[image].pixels[images[image].size[0] as usize + 1];
    assert_eq!([pixel(0), pixel(1)], [[10; 3], [30; 3]]);
    // A face may have only one style, and it may be other than the normal one.
    let level = load(&styled(Version::Bsp29, [9, 255, 255, 255], &[60], "")).unwrap();
    assert_eq!(mixed(&level, FLOOR, &[(9, 0.5)])[0], [30; 3]);
    assert_eq!(light(&level).other_styles().count(), 1);
}

#[test]
fn bspx_colours_replace_grey_light() {
    let grey = room(Version::Bsp29);
    let count = 6 * A_FACE;
    let colours: Vec<u8> = (0..count)
        .flat_map(|index| [(index % 7) as u8, 9, (index % 5) as u8])
        .collect();
    for version in [Version::Bsp29, Version::Bsp2] {
        let level = load(&with_bspx(&room(version), &[("RGBLIGHTING", colours.clone())])).unwrap();
        let first = FLOOR * A_FACE;
        assert_eq!(
            mixed(&level, FLOOR, &[])[3],
            [((first + 3) % 7) as u8, 9, ((first + 3) % 5) as u8]
        );
        assert_no_warning(&level);
        assert_conversion_reported(&level, &["RGBLIGHTING"]);
    }
    // Without grey samples, only the coloured samples are used.
    let without = room_with(Version::Bsp29, |name, bytes| {
        if name == "lighting" {
            bytes.clear();
        }
    });
    let level = load(&with_bspx(&without, &[("RGBLIGHTING", colours.clone())])).unwrap();
    assert_eq!(mixed(&level, FLOOR, &[])[0][1], 9);
    // A lump of the wrong size is ignored.
    let level = load(&with_bspx(&grey, &[("RGBLIGHTING", colours[3..].to_vec())])).unwrap();
    assert_warns(&level, &["`RGBLIGHTING`", "1455 bytes", "1458"]);
    assert_eq!(
        mixed(&level, FLOOR, &[]),
        mixed(&load(&grey).unwrap(), FLOOR, &[])
    );
}

#[test]
fn lightmap_scale_can_differ_per_face() {
    // A spacing of eight units results in 17 × 17 samples. Styles and offsets come from the BSPX lumps.
    let fine = 17 * 17;
    let file = room_with(Version::Bsp29, |name, bytes| {
        if name == "lighting" {
            bytes.extend((0..fine).map(|index| (index % 251) as u8));
            bytes.extend(vec![100; fine]);
        }
    });
    let mut shifts = vec![4; 6];
    shifts[FLOOR] = 3;
    let mut offsets: Vec<i32> = (0..6).map(|face| face * A_FACE as i32).collect();
    offsets[FLOOR] = 6 * A_FACE as i32;
    let offsets: Vec<u8> = offsets.into_iter().flat_map(i32::to_le_bytes).collect();
    let mut styles: Vec<u8> = [0, 255, 255, 255].repeat(6);
    styles[4 * FLOOR + 1] = 3;
    let wide: Vec<u8> = styles
        .iter()
        .map(|&style| if style == 255 { u16::MAX } else { style.into() })
        .flat_map(u16::to_le_bytes)
        .collect();
    for (name, styles) in [("LMSTYLE", styles), ("LMSTYLE16", wide)] {
        let lumps = [
            ("LMSHIFT", shifts.clone()),
            ("LMOFFSET", offsets.clone()),
            (name, styles),
        ];
        let level = load(&with_bspx(&file, &lumps)).unwrap();
        assert_no_warning(&level);
        let floor = grid(&level, FLOOR);
        assert_eq!((floor.size, floor.styles), ([17; 2], [0, 3, 255, 255]));
        let place = floor.grid_coordinates(DVec3::new(-64.0, 0.0, 48.0) * UNIT);
        assert!(
            place[0].abs() < 1.0e-9 && (place[1] - 2.0).abs() < 1.0e-9,
            "{place:?}"
        );
        assert_eq!(mixed(&level, FLOOR, &[])[40], [140; 3]);
        assert_eq!(mixed(&level, FLOOR, &[(3, 0.0)])[40], [40; 3]);
        assert_eq!(grid(&level, 0).size, [SAMPLES as u16; 2]);
    }
    // The other lumps require LMSHIFT. Damaged lumps are skipped.
    let level = load(&with_bspx(&file, &[("LMOFFSET", offsets.clone())])).unwrap();
    assert_eq!(grid(&level, FLOOR).size, [SAMPLES as u16; 2]);
    let level = load(&with_bspx(&file, &[("LMSHIFT", vec![40; 6])])).unwrap();
    assert_warns(&level, &["`LMSHIFT`", "2 to the power of 40"]);
    let level = load(&with_bspx(&file, &[("LMSHIFT", vec![4; 5])])).unwrap();
    assert_warns(&level, &["`LMSHIFT`", "5 bytes", "instead of 6"]);
    let level = load(&with_bspx(&file, &[("LMSHIFT", shifts), ("LMSTYLE", vec![0; 7])])).unwrap();
    assert_warns(&level, &["`LMSTYLE`", "7 bytes"]);
}

/// Returns an entry of `DECOUPLED_LM` for one face.
fn decoupled(size: [u16; 2], first: i32, axes: [[f32; 4]; 2]) -> Vec<u8> {
    let mut bytes: Vec<u8> = size.into_iter().flat_map(u16::to_le_bytes).collect();
    bytes.extend(first.to_le_bytes());
    bytes.extend(axes.into_iter().flatten().flat_map(f32::to_le_bytes));
    bytes
}

#[test]
fn decoupled_lightmaps_are_read() {
    for version in VERSIONS {
        let none = decoupled([0, 0], -1, [[0.0; 4]; 2]);
        let mut faces = vec![none; 6];
        // 3 × 2 samples across the floor, along Y and X, where the first sample is at (−64, −64).
        let own = [[0.0, 1.0 / 64.0, 0.0, 1.0], [1.0 / 128.0, 0.0, 0.0, 0.5]];
        let channels = version.channels() as i32;
        faces[FLOOR] = decoupled([3, 2], 30 * channels, own);
        let level = load(&with_bspx(&room(version), &[("DECOUPLED_LM", faces.concat())])).unwrap();
        assert_no_warning(&level);
        let floor = grid(&level, FLOOR);
        assert_eq!((floor.size, light(&level).grids.len()), ([3, 2], 1));
        for (x, y, expected) in [(-64.0, -64.0, [0.0, 0.0]), (64.0, 0.0, [1.0, 1.0])] {
            let place = floor.grid_coordinates(DVec3::new(x, 0.0, -y) * UNIT);
            assert!(
                (place[0] - expected[0]).abs() < 1.0e-9 && (place[1] - expected[1]).abs() < 1.0e-9,
                "{version:?} {place:?}"
            );
        }
        let first = 30 * version.channels();
        assert_eq!(mixed(&level, FLOOR, &[])[0][0] as usize, first % 251);
        // A NaN axis, and samples beyond the end of the light lump.
        faces[FLOOR] = decoupled([3, 2], 0, [[f32::NAN, 0.0, 0.0, 0.0], own[1]]);
        faces[0] = decoupled([3, 2], i32::MAX, own);
        let level = load(&with_bspx(&room(version), &[("DECOUPLED_LM", faces.concat())])).unwrap();
        assert_warns(&level, &["lighting of 2 faces"]);
        let short = with_bspx(&room(version), &[("DECOUPLED_LM", vec![0; 239])]);
        assert_warns(
            &load(&short).unwrap(),
            &["`DECOUPLED_LM`", "239 bytes", "instead of 240"],
        );
    }
}

/// Returns `FACENORMALS` for the room. Corner `corner` of the floor uses the second vector, and all other corners use
/// the first.
fn face_normals(vectors: &[[f32; 3]], corner: usize) -> Vec<u8> {
    let mut bytes = (vectors.len() as u32).to_le_bytes().to_vec();
    bytes.extend(vectors.iter().flatten().flat_map(|number| number.to_le_bytes()));
    for index in 0..24 {
        let normal = u32::from(index == 4 * FLOOR + corner);
        bytes.extend([normal, 0, 0].into_iter().flat_map(u32::to_le_bytes));
    }
    bytes
}

#[test]
fn face_normals_lump_sets_corner_normals() {
    // The floor's first edge may begin at any of the floor's corners, so the normal is used to identify the corner.
    let slanted = Vec3::new(0.6, 0.8, 0.0);
    let told = [[0.0, 0.0, 1.0], [0.6, 0.0, 0.8]];
    for version in VERSIONS {
        let plain = load(&room(version)).unwrap();
        let mut corners = Vec::new();
        for corner in 0..4 {
            let file = with_bspx(&room(version), &[("FACENORMALS", face_normals(&told, corner))]);
            let level = load(&file).unwrap();
            assert_no_warning(&level);
            let floor = triangles(&level, FLOOR).iter();
            let mut places = floor.flat_map(|triangle| triangle.corners.into_iter().zip(triangle.normals));
            let (place, _) = places
                .find(|(_, normal)| normal.distance(slanted) < 1.0e-6)
                .expect("a corner has it");
            corners.push(place.to_array().map(f64::to_bits));
            // A normal that points behind its face is replaced by the face normal. The ceiling's faces point down.
            let ceiling = triangles(&level, 5)[0].normals[0];
            assert_eq!(ceiling, triangles(&plain, 5)[0].normals[0]);
        }
        corners.sort_unstable();
        corners.dedup();
        assert_eq!(corners.len(), 4, "{version:?}: each corner has its own");
    }
    let wrong =
        |content: Vec<u8>| load(&with_bspx(&room(Version::Bsp29), &[("FACENORMALS", content)])).unwrap();
    let mut other = face_normals(&told, 1);
    other.truncate(100);
    assert_warns(&wrong(other), &["`FACENORMALS`", "100 bytes", "24 corners"]);
    assert_warns(&wrong(Vec::new()), &["`FACENORMALS`", "is empty"]);
    assert_warns(
        &wrong(face_normals(&told[..1], 1)),
        &["`FACENORMALS`", "normal 1"],
    );
    // A NaN normal is replaced by the face normal.
    let level = wrong(face_normals(&[[f32::NAN; 3], [0.0; 3]], 1));
    assert_eq!(triangles(&level, FLOOR)[0].normals, [Vec3::Y; 3]);
}

#[test]
fn vertex_normals_require_texinfo_flag() {
    let smooth = |flags: u32| {
        room_with(Version::Bsp29, |name, bytes| {
            if name == "texinfo" {
                let last = bytes.len() - 4;
                bytes[last..].copy_from_slice(&flags.to_le_bytes());
            }
        })
    };
    let normals: Vec<u8> = [0.0_f32, 0.6, 0.8]
        .repeat(8)
        .into_iter()
        .flat_map(f32::to_le_bytes)
        .collect();
    let lumps = [("VERTEXNORMALS", normals)];
    // The floor and the ceiling use the last texture info.
    let level = load(&with_bspx(&smooth(0x800), &lumps)).unwrap();
    assert!(triangles(&level, FLOOR)[0].normals[0].distance(Vec3::new(0.0, 0.8, -0.6)) < 1.0e-6);
    assert_eq!(triangles(&level, 0)[0].normals[0].x.abs(), 1.0);
    let level = load(&with_bspx(&smooth(0), &lumps)).unwrap();
    assert_eq!(triangles(&level, FLOOR)[0].normals[0], Vec3::Y);
    let level = load(&with_bspx(&smooth(0x800), &[("VERTEXNORMALS", vec![0; 95])])).unwrap();
    assert_warns(&level, &["`VERTEXNORMALS`", "95 bytes", "instead of 96"]);
}

#[test]
fn bad_bspx_directory_is_a_warning() {
    let right = room(Version::Bsp29);
    let lumps = [
        ("RGBLIGHTING", vec![8; 18 * A_FACE]),
        ("LIGHTGRID_OCTREE", vec![1, 2, 3]),
    ];
    let file = with_bspx(&right, &lumps);
    let level = load(&file).unwrap();
    let sentences = level
        .conversions
        .iter()
        .map(ToString::to_string)
        .collect::<String>();
    assert!(sentences.contains("used: RGBLIGHTING") && sentences.contains("ignored: LIGHTGRID_OCTREE"));
    let start = right.len().next_multiple_of(4);
    let with = |at: usize, number: u32| {
        let mut wrong = file.clone();
        wrong[start + at..start + at + 4].copy_from_slice(&number.to_le_bytes());
        load(&wrong).unwrap()
    };
    assert_warns(&with(4, u32::MAX), &["BSPX", "should have 4294967295 entries"]);
    for (at, number) in [(8 + 24, u32::MAX), (8 + 24, 0x7fff_ffff), (8 + 28, 1 << 30)] {
        assert_warns(&with(at, number), &["`RGBLIGHTING`", "from byte"]);
    }
    let twice = [lumps[0].clone(), lumps[0].clone()];
    assert_warns(
        &load(&with_bspx(&right, &twice)).unwrap(),
        &["`RGBLIGHTING`", "twice"],
    );
    for length in effort::sample(start..file.len(), 7) {
        assert!(load_and_query(&file[..length]), "{length} bytes");
    }
    let all = [
        ("LMSHIFT", vec![4; 6]),
        ("LMOFFSET", vec![0; 24]),
        ("LMSTYLE16", vec![0; 48]),
        ("DECOUPLED_LM", decoupled([2, 2], 0, [[0.01; 4]; 2]).repeat(6)),
        ("FACENORMALS", face_normals(&[[0.0, 0.0, 1.0]; 2], 2)),
        ("VERTEXNORMALS", vec![0; 96]),
    ];
    let mut random = fastrand::Rng::with_seed(3);
    for turn in 0..effort::sampled_or_whole(300, 3000) {
        let mut wrong = with_bspx(&right, &all[turn % 2 * 3..]);
        for _ in 0..random.usize(1..8) {
            let place = random.usize(start..wrong.len());
            wrong[place] = random.u8(..);
        }
        assert!(
            load_and_query(&wrong),
            "what is wrong there does not stop the load"
        );
    }
}

#[test]
fn lit_file_next_to_level_is_read() {
    let grey = room(Version::Bsp29);
    let lit = |version: u32, samples: usize| {
        let mut bytes = b"QLIT".to_vec();
        bytes.extend(version.to_le_bytes());
        bytes.extend([7, 8, 9].repeat(samples));
        bytes
    };
    let with = |content: &[u8]| beside(&grey, &HashMap::from([("room.lit", content)]));
    let level = with(&lit(1, 6 * A_FACE));
    assert_eq!(mixed(&level, FLOOR, &[])[5], [7, 8, 9]);
    assert_no_warning(&level);
    assert_conversion_reported(&level, &["room.lit"]);
    // The external file takes precedence over the BSPX lump.
    let both = with_bspx(&grey, &[("RGBLIGHTING", vec![1; 18 * A_FACE])]);
    let right = lit(1, 6 * A_FACE);
    let level = beside(&both, &HashMap::from([("room.lit", &*right)]));
    assert_eq!(mixed(&level, FLOOR, &[])[5], [7, 8, 9]);
    let plain = load(&grey).unwrap();
    for (content, parts) in [
        (
            lit(1, 6 * A_FACE - 1),
            ["room.lit", "1455 bytes of light", "1458"],
        ),
        (
            lit(0x10001, 6 * A_FACE),
            ["room.lit", "0x10001", "shared exponent"],
        ),
        (lit(7, 6 * A_FACE), ["room.lit", "version 0x7", "only version 1"]),
        (b"QLI".to_vec(), ["room.lit", "QLIT", "without colours"]),
    ] {
        let level = with(&content);
        assert_warns(&level, &parts);
        assert_eq!(mixed(&level, FLOOR, &[]), mixed(&plain, FLOOR, &[]));
    }
    // Formats with coloured light ignore the external file.
    let level = beside(&room(Version::Bsp38), &HashMap::from([("room.lit", &*right)]));
    assert_ne!(mixed(&level, FLOOR, &[])[5], [7, 8, 9]);
}

#[test]
fn real_level_light_matches_its_lumps() {
    let Some(folder) = levels::folder() else { return };
    let path = folder.join("lqdm6_a6.bsp");
    levels::record_level_use("lqdm6_a6.bsp");
    let file = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let entry = |lump: usize| {
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| file[at + byte])) as usize;
        (number(4 + 8 * lump), number(8 + 8 * lump))
    };
    let (start, length) = entry(8);
    let red: Vec<u8> = file[start..start + length]
        .iter()
        .flat_map(|&grey| [grey, 0, 0])
        .collect();
    let plain = load(&file).unwrap();
    let coloured = load(&with_bspx(&file, &[("RGBLIGHTING", red)])).unwrap();
    let (plain, coloured) = (light(&plain), light(&coloured));
    assert_eq!(plain.grids, coloured.grids);
    assert!(plain.samples.len() > 10_000);
    let pairs = plain.samples.iter().zip(&coloured.samples);
    assert!(pairs.into_iter().all(|(grey, red)| *red == [grey[0], 0, 0]));
}
