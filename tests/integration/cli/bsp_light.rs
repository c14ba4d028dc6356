//! Command-line tests for the light and the lumps of compiled levels.

use std::fs;

use crate::cli::{
    done, has, json, out,
    quake_rooms::{SAMPLES, Version, room, room_with, with_bspx},
    run,
};

/// Returns a room lit only by a switchable light that is off at the start of the level.
fn switched() -> Vec<u8> {
    room_with(Version::Bsp29, |name, bytes| match name {
        "faces" => {
            for face in bytes.chunks_exact_mut(20) {
                face[12] = 32;
            }
        }
        "lighting" => bytes.fill(128),
        "entities" => {
            bytes.pop();
            bytes.extend(
                b"{\n\"classname\" \"light\"\n\"style\" \"32\"\n\"targetname\" \"lamp\"\n\"spawnflags\" \"1\"\n}\n\0",
            );
        }
        _ => {}
    })
}

#[test]
fn light_styles_are_listed_and_set_brightness() {
    let folder = tempfile::tempdir().expect("a folder");
    let level = folder.path().join("switched.bsp");
    fs::write(&level, switched()).expect("it is written");
    let level = level.to_str().expect("UTF-8");
    let info = json(&run(["info", level, "--json"]));
    let styles = &info["level"]["light_styles"];
    assert_eq!(styles[0]["style"], 32);
    assert_eq!(styles[0]["title"], "light \"lamp\"");
    assert_eq!(styles[0]["at_start"], 0.0);
    assert_eq!(styles[0]["grids"], 6);

    let picture = folder.path().join("room.png");
    let sum = |said: &[&str]| {
        let name = picture.to_str().expect("UTF-8");
        let fixed = ["shot", level, "--size", "64x48", "-o", name];
        done(run(fixed.iter().chain(said)));
        let pixels = image::open(&picture).expect("a picture").into_rgb8();
        pixels
            .pixels()
            .flat_map(|pixel| pixel.0)
            .map(u64::from)
            .sum::<u64>()
    };
    let [off, dim, bright] = [
        &[][..],
        &["--light-style", "32=0.5"],
        &["--light-style", "2=1", "--light-style", "32=1"],
    ]
    .map(sum);
    assert!(off < dim && dim < bright, "{off} {dim} {bright}");
    assert_eq!(sum(&["--light-style", "32=0"]), off);
    for wrong in ["32", "x=1", "32=-1", "255=1", "32=9", "32=NaN"] {
        let output = run(["shot", level, "-o", "x.png", "--light-style", wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn lumps_are_listed_with_engine_limits() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.bsp");
    // A file with more light data than Quake supported, and an unknown lump.
    let large = room_with(Version::Bsp29, |name, bytes| {
        if name == "lighting" {
            bytes.resize(0x10_0001, 7);
        }
    });
    fs::write(&path, with_bspx(&large, &[("UNHEARD_OF", vec![1, 2, 3])])).expect("it is written");
    let level = path.to_str().expect("UTF-8");
    let csv = folder.path().join("large.csv");
    let csv_name = csv.to_str().expect("UTF-8");
    let info = json(&run(["info", level, "--json", "--csv", csv_name]));
    let lumps = &info["lumps"];
    assert_eq!(lumps["limits_of"], "Quake");
    let faces = &lumps["header"]["faces"];
    assert_eq!(
        [&faces["count"], &faces["bytes"], &faces["limit"]],
        [6, 120, 65_535]
    );
    let light = &lumps["header"]["lighting"];
    assert!(light["share"].as_f64().expect("a number") > 1.0, "{light}");
    assert_eq!(lumps["bspx"]["UNHEARD_OF"]["read"], false);
    let warnings = info["level"]["warnings"].to_string();
    has(&warnings, "the lump `lighting` has 1,048,577 bytes");
    let figures = fs::read_to_string(&csv).expect("it is written");
    has(&figures, "lumps.header.lighting.bytes");

    let table = out(&run(["info", level, "--lumps"]));
    for part in [
        "!100.0 %",
        "UNHEARD_OF",
        "BSPX, not read",
        "1,048,576 B",
        "limits of the original Quake",
    ] {
        has(&table, part);
    }
    let short = out(&run(["info", level]));
    assert!(
        !short.contains("!100.0 %") && short.contains("warning"),
        "{short}"
    );
    // BSP2 has no limits, and levels in other formats have no such lumps.
    fs::write(&path, room(Version::Bsp2)).expect("it is written");
    let table = out(&run(["info", level, "--lumps"]));
    has(&table, "this format has no limits");
    has(&table, "clip nodes");
    let other = out(&run(["info", "three_rooms", "--lumps"]));
    assert!(!other.contains("lumps"), "{other}");
}

#[test]
fn lit_file_is_found_ignoring_case() {
    let folder = tempfile::tempdir().expect("a folder");
    let level = folder.path().join("Room.bsp");
    fs::write(&level, room(Version::Bsp29)).expect("it is written");
    let mut lit = b"QLIT\x01\0\0\0".to_vec();
    lit.extend([200, 10, 10].repeat(6 * SAMPLES * SAMPLES));
    fs::write(folder.path().join("room.LIT"), lit).expect("it is written");
    let table = out(&run(["info", level.to_str().expect("UTF-8")]));
    has(&table, "the colours of the baked lighting come from Room.lit");
}
