//! Compiled level files: reading a written level returns the same level, and any changed file is rejected.

use std::{fs, path::Path, sync::Arc};

use bspwalk_compile::{
    CompiledLevel,
    file::{self, FORMAT_VERSION, ReadError},
    node_tree,
};
use bspwalk_geometry::Aabb;
use bspwalk_levels::{Hint, LoadOptions, Source, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    container::{self, ENTRY, HEADER, Section},
    effort,
    hostile::ask_everything,
    levels, loading,
    small_level::{ROOM, compiled_from, room},
    strategies,
};
use bspwalk_trees::observer::Unobserved;
use glam::DVec3;
use proptest::prelude::*;

fn read(bytes: &[u8]) -> Result<CompiledLevel, ReadError> {
    file::from_bytes("test.bspw", bytes, &Progress::default())
}

#[test]
fn reading_inverts_writing() {
    let levels = builtin::all()
        .iter()
        .filter(|level| effort::is_full() || !["hall", "torture"].contains(&level.name));
    let levels = levels.map(|level| {
        compiled_from(
            builtin::load_with_source(level.name, &LoadOptions::default(), &Progress::default()).unwrap(),
        )
    });
    for compiled in levels.chain([room()]) {
        let bytes = file::to_bytes(&compiled);
        let again = read(&bytes).expect(&compiled.level.name);
        assert_eq!(file::to_bytes(&again), bytes, "{}", compiled.level.name);
        assert_eq!(again.level.triangles, compiled.level.triangles);
        assert_eq!(again.level.materials, compiled.level.materials);
        assert_eq!(again.level.objects, compiled.level.objects);
        assert_eq!(again.level.spawn, compiled.level.spawn);
        assert_eq!(again.level.units, compiled.level.units);
        assert_eq!(again.level.dropped, compiled.level.dropped);
        assert_eq!(again.level.warnings, compiled.level.warnings);
        assert_eq!(again.source, compiled.source);
        assert_eq!(again.params, compiled.params);
        assert_eq!(again.timings, compiled.timings);
        assert_eq!(again.structure, compiled.structure);
        assert_eq!(again.nodes.statistics(), compiled.nodes.statistics());
        assert_eq!(again.nodes.validate(), Ok(()));
        assert_eq!(again.leaves.statistics(), compiled.leaves.statistics());
        assert_eq!(again.pvs, compiled.pvs);
        let mut random = bspwalk_testing::random::seeded(3);
        let mut point = || {
            let part = DVec3::from_array(std::array::from_fn(|_| random.f64()));
            compiled.level.bounds.min + part * compiled.level.bounds.size()
        };
        for _ in 0..1000 {
            let (from, to) = (point(), point());
            assert_eq!(
                again
                    .nodes
                    .cast_observed(from.as_vec3(), to.as_vec3(), Unobserved),
                compiled
                    .nodes
                    .cast_observed(from.as_vec3(), to.as_vec3(), Unobserved)
            );
            assert_eq!(again.leaves.locate(from), compiled.leaves.locate(from));
        }
    }
}

#[test]
fn round_trip_keeps_shared_images() {
    let compiled = room();
    let again = read(&file::to_bytes(&compiled)).unwrap();
    let image = |level: &CompiledLevel, i: usize| level.level.materials[i].texture.clone().expect("an image");
    assert_eq!(image(&again, 0).size, [3, 2]);
    let is_shared = |level: &CompiledLevel| Arc::ptr_eq(&image(level, 0), &image(level, 1));
    assert_eq!(is_shared(&again), is_shared(&compiled));
}

#[test]
fn container_has_documented_sections() {
    let bytes = file::to_bytes(&room());
    let sections = container::unpack(&bytes);
    let tags: Vec<&[u8]> = sections.iter().map(|section| &section.tag[..]).collect();
    assert_eq!(tags[..6], [b"INFO", b"LEVL", b"STRU", b"NODE", b"LEAF", b"PVIS"]);
    assert!(tags[6..].iter().all(|tag| tag == b"IMAG") && tags.len() > 6);
    let plain = container::pack(FORMAT_VERSION, &sections);
    assert_eq!(file::to_bytes(&read(&plain).unwrap()), bytes);
}

#[test]
fn unpacked_file_is_longer_with_equal_content() {
    let room = room();
    let (packed, unpacked) = (file::to_bytes(&room), file::to_unpacked_bytes(&room));
    assert!(unpacked.len() > packed.len());
    assert!(container::unpack(&unpacked) == container::unpack(&packed));
    assert_eq!(file::to_bytes(&read(&unpacked).unwrap()), packed);
}

/// Reads both files of a split level.
fn read_split([level, leaves]: [&[u8]; 2]) -> Result<CompiledLevel, ReadError> {
    let progress = Arc::default();
    let (level, params) = file::level_from_bytes("level.bspw", level, &progress)?;
    let (nodes, _) = node_tree(&level, &params.nodes, &progress).expect("it is built");
    file::with_leaves_from_bytes("leaves.bspw", leaves, (Arc::new(level), nodes), &progress)
}

#[test]
fn split_files_have_the_same_level_and_trees() {
    let rooms = builtin::load_with_source("three_rooms", &LoadOptions::default(), &Progress::default());
    for compiled in [room(), compiled_from(rooms.expect("it is built in"))] {
        let [level, leaves] = file::to_split_bytes(&compiled);
        let again = read_split([&level, &leaves]).expect("both files are right");
        assert_eq!(file::to_bytes(&again), file::to_bytes(&compiled));
    }
}

#[test]
fn damaged_and_exchanged_split_files_are_rejected() {
    let rooms = builtin::load_with_source("three_rooms", &LoadOptions::default(), &Progress::default());
    let rooms = compiled_from(rooms.expect("it is built in"));
    let [level, leaves] = file::to_split_bytes(&room());
    let whole = file::to_bytes(&room());
    let [_, leaves_of_rooms] = file::to_split_bytes(&rooms);
    for files in [
        [&leaves, &leaves],
        [&level, &level],
        [&whole, &leaves],
        [&level, &whole],
        [&level, &leaves_of_rooms],
    ] {
        let error = read_split(files.map(Vec::as_slice)).expect_err("a wrong file");
        assert!(matches!(error, ReadError::Damaged { .. }), "{error}");
    }
    for (which, bytes) in [&level, &leaves].into_iter().enumerate() {
        for at in effort::sample(0..bytes.len(), 50) {
            let mut files = [level.clone(), leaves.clone()];
            files[which][at] ^= 0x80;
            let files = [&files[0][..], &files[1][..]];
            assert!(read_split(files).is_err(), "byte {at} of file {which}");
        }
    }
}

#[test]
fn every_flipped_byte_is_rejected() {
    let bytes = file::to_bytes(&room());
    let headers = HEADER + container::unpack(&bytes).len() * ENTRY;
    for at in (0..headers).chain(effort::sample(headers..bytes.len(), 5)) {
        for flip in [0x01, 0x80, 0xff] {
            let mut wrong = bytes.clone();
            wrong[at] ^= flip;
            let error = read(&wrong).expect_err("a flipped byte");
            assert!(error.to_string().contains("test.bspw"), "{error}");
        }
    }
}

#[test]
fn truncated_and_extended_files_are_rejected() {
    let bytes = file::to_bytes(&room());
    for length in effort::sample(0..bytes.len(), 5) {
        assert!(read(&bytes[..length]).is_err(), "{length} bytes");
    }
    for tail in [1, 7, 4096] {
        let mut longer = bytes.clone();
        longer.resize(bytes.len() + tail, 0);
        assert!(read(&longer).is_err(), "{tail} bytes more");
    }
}

#[test]
fn wrong_lengths_are_rejected() {
    let bytes = container::pack(FORMAT_VERSION, &container::unpack(&file::to_bytes(&room())));
    // In the header: the number of sections and the file length. In the first entry: compression, offset and lengths.
    let places = [
        (12, 4),
        (16, 8),
        (HEADER + 4, 4),
        (HEADER + 8, 8),
        (HEADER + 16, 8),
        (HEADER + 24, 8),
        (HEADER + ENTRY + 8, 8),
    ];
    for (at, width) in places {
        let right = bytes[at..at + width].to_vec();
        for number in [
            0,
            2,
            255,
            1 << 31,
            u64::from(u32::MAX),
            1 << 40,
            1 << 63,
            u64::MAX,
        ] {
            let mut wrong = bytes.clone();
            wrong[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
            if wrong[at..at + width] == right {
                continue;
            }
            container::update_checksum(&mut wrong);
            assert!(read(&wrong).is_err(), "{number} at {at}");
        }
    }
    // A section that claims an impossible uncompressed length.
    let mut wrong = bytes.clone();
    wrong[HEADER + 4] = 1;
    wrong[HEADER + 24..HEADER + 32].copy_from_slice(&(1_u64 << 40).to_le_bytes());
    container::update_checksum(&mut wrong);
    let error = read(&wrong).expect_err("a lie").to_string();
    assert!(error.contains("impossible length"), "{error}");
}

/// Returns the error message for a rejected level.
fn refusal(sections: &[Section]) -> String {
    read(&container::pack(FORMAT_VERSION, sections))
        .expect_err("it is wrong")
        .to_string()
}

#[test]
fn out_of_range_error_names_section() {
    let sections = container::unpack(&file::to_bytes(&room()));
    let level = sections
        .iter()
        .position(|section| &section.tag == b"LEVL")
        .unwrap();
    // The content begins with the length of the name, the name, the format, the number of conversions, the number of
    // triangles and the triangles.
    let name = 1 + sections[level].content[0] as usize;
    let first = name + 3;
    let corner_bytes = 9 * 8;
    let numbers = first + corner_bytes + (9 + 6 + 12) * 4;
    for (at, value, what) in [
        (first + 7, 0x7f, "not finite or is too large"),
        (numbers, 0x7f, "its material does not exist"),
        (numbers + 1, 0x7f, "its object does not exist"),
        (numbers + 2, 0x7f, "source number is out of range"),
    ] {
        let mut wrong = sections.clone();
        wrong[level].content[at] = value;
        let error = refusal(&wrong);
        assert!(
            error.contains(what) && error.contains("LEVL") && error.contains("triangle 0"),
            "{error}"
        );
        assert!(error.contains("compile the level again"), "{error}");
    }
}

#[test]
fn damaged_hints_are_rejected() {
    let mut compiled = room();
    Arc::make_mut(&mut compiled.level).hints.push(Hint {
        corners: vec![DVec3::X, DVec3::Y, DVec3::Z],
    });
    let sections = container::unpack(&file::to_bytes(&compiled));
    let last = sections.len() - 1;
    assert_eq!(&sections[last].tag, b"HINT");
    let again = read(&container::pack(FORMAT_VERSION, &sections)).expect("it is right");
    assert_eq!(again.level.hints, compiled.level.hints);
    // The last byte is the number of corners of the only hint.
    let bytes = sections[last].content.len();
    for count in [0, 2, 4] {
        let mut wrong = sections.clone();
        wrong[last].content[bytes - 1] = count;
        let error = refusal(&wrong);
        assert!(
            error.contains("HINT") && error.contains("do not form valid hint polygons"),
            "{error}"
        );
    }
    // The first coordinate follows the number of corners. Its last two bytes make it a NaN.
    let mut wrong = sections;
    wrong[last].content[7..9].copy_from_slice(&[0xff, 0x7f]);
    let error = refusal(&wrong);
    assert!(error.contains("hint 0"), "{error}");
}

#[test]
fn damaged_ladders_are_rejected() {
    let mut compiled = room();
    let ladder = Aabb {
        min: DVec3::ZERO,
        max: DVec3::ONE,
    };
    Arc::make_mut(&mut compiled.level).ladders.push(ladder);
    let mut sections = container::unpack(&file::to_bytes(&compiled));
    let last = sections.len() - 1;
    assert_eq!(&sections[last].tag, b"LADD");
    let again = read(&container::pack(FORMAT_VERSION, &sections)).expect("it is right");
    assert_eq!(again.level.ladders, [ladder]);
    // The first coordinate follows the number of ladders. Its last two bytes make it a NaN.
    sections[last].content[7..9].copy_from_slice(&[0xff, 0x7f]);
    let error = refusal(&sections);
    assert!(error.contains("ladder 0"), "{error}");
}

#[test]
fn foreign_and_reordered_sections_are_rejected() {
    let sections = container::unpack(&file::to_bytes(&room()));
    let larger = compiled_from(
        builtin::load_with_source("three_rooms", &LoadOptions::default(), &Progress::default()).unwrap(),
    );
    let others = container::unpack(&file::to_bytes(&larger));
    // Check the structure, the trees and the PVS of a larger level.
    for index in 2..6 {
        let mut wrong = sections.clone();
        wrong[index] = others[index].clone();
        refusal(&wrong);
    }
    let mut swapped = sections.clone();
    swapped.swap(0, 1);
    assert!(refusal(&swapped).contains("LEVL, INFO"));
    let mut fewer = sections.clone();
    fewer.truncate(4);
    refusal(&fewer);
    let mut more = sections.clone();
    more.push(sections[6].clone());
    assert!(refusal(&more).contains("images"));
    let mut renamed = sections.clone();
    renamed[0].tag = *b"\xff\n{}";
    refusal(&renamed);
    refusal(&[]);
}

#[test]
fn version_and_file_type_errors_are_distinct() {
    let sections = container::unpack(&file::to_bytes(&room()));
    let other = FORMAT_VERSION + 1;
    assert_eq!(
        read(&container::pack(other, &sections)).expect_err("another version"),
        ReadError::Version {
            file: "test.bspw".to_owned(),
            found: other
        }
    );
    for text in [&b""[..], ROOM.as_bytes(), b"\x89PNG\r\n\x1a\n", b"\x89BSPW\n\x1a"] {
        assert!(matches!(read(text), Err(ReadError::NotCompiled { .. })));
    }
}

proptest! {
    #![proptest_config(strategies::config(effort::sampled_or_whole(200, 2000)))]

    #[test]
    fn garbage_is_rejected(
        garbage in prop::collection::vec(any::<u8>(), 0..400),
        is_begun in any::<bool>(),
        count in 0_u32..12,
    ) {
        let mut bytes = garbage;
        if is_begun && bytes.len() >= HEADER {
            // Give the bytes a valid header.
            let length = bytes.len() as u64;
            bytes[..8].copy_from_slice(b"\x89BSPW\r\n\x1a");
            bytes[8..12].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
            bytes[12..16].copy_from_slice(&count.to_le_bytes());
            bytes[16..24].copy_from_slice(&length.to_le_bytes());
            container::update_checksum(&mut bytes);
        }
        prop_assert!(read(&bytes).is_err());
    }

    #[test]
    fn garbage_sections_are_rejected(
        index in 0_usize..7,
        content in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        static SECTIONS: std::sync::OnceLock<Vec<Section>> = std::sync::OnceLock::new();
        let mut sections = SECTIONS.get_or_init(|| container::unpack(&file::to_bytes(&room()))).clone();
        sections[index].content = content;
        if let Ok(level) = read(&container::pack(FORMAT_VERSION, &sections)) {
            // Any bytes are valid pixels.
            prop_assert_eq!(&sections[index].tag, b"IMAG");
            ask_everything(&level);
        }
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn write_replaces_file_atomically() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("room.bspw");
    fs::write(&path, "what was there").unwrap();
    let compiled = room();
    let bytes = file::write(&compiled, &path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), bytes);
    assert_eq!(fs::read(&path).unwrap(), file::to_bytes(&compiled));
    file::read(&path, &Progress::default()).unwrap();
    assert_eq!(names_in(folder.path()), ["room.bspw"]);

    for wrong in ["", "no/such/folder/room.bspw"] {
        let error = file::write(&compiled, &folder.path().join(wrong))
            .unwrap_err()
            .to_string();
        assert!(error.contains("could not write"), "{error}");
    }
    assert_eq!(names_in(folder.path()), ["room.bspw"]);
}

#[cfg(unix)]
#[test]
fn write_keeps_default_permissions_and_symlinks() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("plain"), "").unwrap();
    symlink(at("real.bspw"), at("link.bspw")).unwrap();
    fs::write(at("real.bspw"), "").unwrap();
    file::write(&room(), &at("new.bspw")).unwrap();
    file::write(&room(), &at("link.bspw")).unwrap();
    let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode();
    assert_eq!(mode("new.bspw"), mode("plain"));
    assert!(fs::symlink_metadata(at("link.bspw")).unwrap().is_symlink());
    file::read(&at("real.bspw"), &Progress::default()).unwrap();
}

#[test]
fn missing_files_and_directories_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let read = |path: &Path| {
        file::read(path, &Progress::default())
            .expect_err("no file")
            .to_string()
    };
    assert!(read(&folder.path().join("none.bspw")).contains("no such file"));
    assert!(read(folder.path()).contains("is a folder"));
    let cancelled = Progress::default();
    cancelled.cancel();
    let path = folder.path().join("room.bspw");
    file::write(&room(), &path).unwrap();
    assert_eq!(file::read(&path, &cancelled).unwrap_err(), ReadError::Cancelled);
}

/// Texture coordinates that overflow `f32`, colours brighter than white, and the largest allowed coordinates.
const EXTREME: &str = "\
v 0 0 0 5 -1 1e300
v 1e8 0 0
v 0 0 1e8
v 0 1e-3 7
vt 1e300 -1e300
vt 0 0
vn 1e300 0 1e300
f 1/1/1 2/2/1 3/1/1
f 1/1/1 4/2/1 2/1/1
";

#[test]
fn corpus_levels_survive_a_round_trip() {
    let options = loading::scaled(1.0);
    let files = levels::corpus();
    let texts = files
        .iter()
        .map(|path| fs::read(path).expect("the file is readable"));
    let (mut loaded, mut refused) = (0, 0);
    for text in texts.chain([EXTREME.into()]) {
        let Ok(level) = bspwalk_levels::load_from_memory("any", &text, &(), &options, &Progress::default())
        else {
            refused += 1;
            continue;
        };
        let source = Source {
            name: "any.obj".to_owned(),
            bytes: text.len() as u64,
            hash: Source::hash_of(&text),
            files: [].into(),
            listed: [].into(),
        };
        let compiled = compiled_from((level, source));
        let bytes = file::to_bytes(&compiled);
        let again =
            read(&bytes).unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&text)));
        ask_everything(&again);
        assert!(file::to_bytes(&again) == bytes);
        loaded += 1;
    }
    // The documentation of `level_shared` lists the rejected files.
    assert!(
        loaded > 0 && loaded >= 4 * refused,
        "{loaded} of {} files",
        loaded + refused
    );
}

#[test]
fn shared_levels_survive_a_round_trip() {
    let levels = if effort::is_full() {
        levels::load_whole()
    } else {
        levels::load_small()
    };
    for (name, level) in levels.into_iter().take(effort::sampled_or_whole(2, usize::MAX)) {
        let compiled = compiled_from(level);
        let bytes = file::to_bytes(&compiled);
        let again = read(&bytes).expect(&name);
        assert!(file::to_bytes(&again) == bytes, "{name}");
    }
}
