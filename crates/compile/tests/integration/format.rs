//! The format of compiled levels changes only together with its version. Each version has a golden file and a text file
//! with its content.
//!
//! When the format changes, increment `FORMAT_VERSION`. Then `BSPWALK_GOLDEN=1 cargo test -p bspwalk_compile --test
//! integration format::` creates both files for the new version. When only a field is renamed, delete the text file and
//! run the same command to write it again. Existing files are never changed.

use std::{fs, path::PathBuf, sync::Arc};

use bspwalk_compile::{
    CompiledLevel, Timings,
    file::{self, FORMAT_VERSION, OLDEST_VERSION, ReadError},
};
use bspwalk_geometry::Aabb;
use bspwalk_levels::Hint;
use bspwalk_progress::Progress;
use bspwalk_testing::{
    container::{self, Section},
    small_level::room,
};
use bspwalk_trees::doom::{
    DoomParts, DoomSector, DoomSurfaces, DoomTree, Linedef, SKY_FLAT, Seg, SideTextures, Subsector,
};
use glam::{DVec2, DVec3, dvec3};

const ADVICE: &str = "the format has changed: raise FORMAT_VERSION, and make its files with BSPWALK_GOLDEN=1";

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Returns the paths of a version's golden file and of the text file with its content, one part per line.
fn paths(version: u32) -> [PathBuf; 2] {
    ["bspw", "jsonl"].map(|extension| folder().join(format!("format-{version}.{extension}")))
}

fn read(bytes: &[u8]) -> Result<CompiledLevel, ReadError> {
    file::from_bytes("golden.bspw", bytes, &Progress::default())
}

/// Returns the content of a compiled level as text, with field names.
fn text_of(compiled: &CompiledLevel) -> Vec<String> {
    fn text(part: &str, value: &impl serde::Serialize) -> String {
        format!(
            "{part} {}",
            serde_json::to_string(value).expect("all of it has a text")
        )
    }
    let textures = compiled.level.materials.iter().map(|material| {
        let texture = material.texture.as_ref();
        texture.map(|texture| (texture.size, texture.rgba.clone()))
    });
    vec![
        text("source", &compiled.source),
        text("options", &compiled.options),
        text("params", &compiled.params),
        text("timings", &compiled.timings),
        text("level", &*compiled.level),
        text("hints", &compiled.level.hints),
        text("ladders", &compiled.level.ladders),
        text("doom_surfaces", &compiled.level.doom_surfaces),
        text("textures", &textures.collect::<Vec<_>>()),
        text("structure", &*compiled.structure),
        text("nodes", &*compiled.nodes),
        text("leaves", &*compiled.leaves),
        text("pvs", &*compiled.pvs),
    ]
}

fn ladder() -> Aabb {
    Aabb {
        min: DVec3::ZERO,
        max: dvec3(0.1, 3.0, 1.0),
    }
}

/// Returns the smallest DOOM tree: one wall in front of one subsector.
fn doom_tree() -> DoomTree {
    let parts = DoomParts {
        vertices: vec![DVec2::ZERO, DVec2::X * 64.0],
        linedefs: vec![Linedef {
            from: 0,
            to: 1,
            sectors: [Some(0), None],
            flags: 1,
            special: 0,
        }],
        segs: vec![Seg {
            from: 0,
            to: 1,
            linedef: Some(0),
            is_back: false,
        }],
        subsectors: vec![Subsector {
            first_seg: 0,
            seg_count: 1,
            sector: 0,
        }],
        nodes: Vec::new(),
        sectors: 1,
    };
    DoomTree::new(parts, &Progress::default()).unwrap()
}

fn doom_surfaces() -> DoomSurfaces {
    DoomSurfaces {
        sectors: vec![DoomSector {
            floor: -8.0,
            ceiling: 0.0,
            opened_ceiling: 124.0,
            floor_flat: *b"FLOOR4_8",
            ceiling_flat: SKY_FLAT,
            light: 160,
        }],
        sides: vec![[
            SideTextures {
                middle: true,
                ..SideTextures::default()
            },
            SideTextures::default(),
        ]],
    }
}

/// Returns a file's sections, without the program name at the start of the first section.
fn sections(file: &[u8]) -> Vec<Section> {
    let mut sections = container::unpack(file);
    let name = 1 + usize::from(sections[0].content[0]);
    sections[0].content.drain(..name);
    sections
}

/// Writes the missing golden files for this version: the compiled level, and its content as text.
fn make() {
    let [file, content] = paths(FORMAT_VERSION);
    fs::create_dir_all(folder()).unwrap();
    if !file.exists() {
        let mut compiled = room();
        compiled.timings = Timings::default();
        let level = Arc::make_mut(&mut compiled.level);
        level.hints.push(Hint {
            corners: [DVec3::X, DVec3::Y, DVec3::Z].to_vec(),
        });
        level.ladders.push(ladder());
        (level.doom_tree, level.doom_surfaces) = (Some(doom_tree()), Some(doom_surfaces()));
        fs::write(&file, file::to_bytes(&compiled)).unwrap();
    }
    if !content.exists() {
        let compiled = read(&fs::read(file).unwrap()).unwrap();
        fs::write(content, text_of(&compiled).join("\n") + "\n").unwrap();
    }
}

#[test]
fn format_matches_golden_file_of_its_version() {
    if std::env::var_os("BSPWALK_GOLDEN").is_some() {
        make();
    }
    let [file, content] = paths(FORMAT_VERSION);
    let bytes = fs::read(file).expect("a new version has its files: make them with BSPWALK_GOLDEN=1");
    let compiled = read(&bytes).unwrap_or_else(|error| panic!("{error}; {ADVICE}"));

    // Writing the level that was read must produce the same sections.
    let (again, kept) = (sections(&file::to_bytes(&compiled)), sections(&bytes));
    assert_eq!(again.len(), kept.len(), "{ADVICE}");
    for (again, kept) in again.iter().zip(&kept) {
        let tag = kept.tag.escape_ascii();
        assert!(again == kept, "section {tag}: {ADVICE}");
    }

    // Check that every field has its written value.
    let content = fs::read_to_string(content).unwrap();
    let text = text_of(&compiled);
    assert_eq!(text.len(), content.lines().count(), "{ADVICE}");
    for (line, kept) in text.iter().zip(content.lines()) {
        assert!(line == kept, "{line}\nwas\n{kept}\n{ADVICE}");
    }
}

#[test]
fn golden_file_contains_the_room() {
    let [file, _] = paths(FORMAT_VERSION);
    let compiled = read(&fs::read(file).unwrap()).unwrap();
    let CompiledLevel {
        level,
        nodes,
        leaves,
        pvs,
        ..
    } = &compiled;
    assert_eq!(
        (level.name.as_str(), level.triangles.len(), level.dropped.len()),
        ("room", 13, 1)
    );
    assert_eq!(
        (compiled.source.name.as_str(), compiled.params.pvs.steps),
        ("room.obj", 50_000)
    );
    assert_eq!(
        level.materials[0].texture.as_ref().map(|texture| texture.size),
        Some([3, 2])
    );
    assert_eq!((level.hints.len(), &level.ladders[..]), (1, &[ladder()][..]));
    assert_eq!(level.doom_tree, Some(doom_tree()));
    assert_eq!(level.doom_surfaces, Some(doom_surfaces()));
    assert_eq!((nodes.validate(), leaves.validate()), (Ok(()), Ok(())));
    let cast = |to| nodes.cast(dvec3(0.0, 2.0, 0.0).as_vec3(), to);
    let wall = cast(dvec3(10.0, 2.0, 0.0).as_vec3()).expect("a wall");
    assert!((wall.t - 0.5).abs() < 1.0e-6, "{wall:?}");
    let [inside, outside] = [2.0, 9.0].map(|y| leaves.locate(dvec3(0.0, y, 0.0)));
    assert!(!leaves.is_solid(inside) && leaves.is_solid(outside));
    assert!(pvs.visible(inside, inside) && !pvs.visible(inside, outside));
}

#[test]
fn older_versions_are_read_without_new_parts() {
    for version in OLDEST_VERSION..FORMAT_VERSION {
        let old = read(&fs::read(&paths(version)[0]).expect("every version has its file"));
        let old = old.unwrap_or_else(|error| panic!("{version}: {error}"));
        let hints = usize::from(version > 9);
        assert_eq!((old.level.name.as_str(), old.level.hints.len()), ("room", hints));
        assert_eq!(old.level.doom_surfaces.is_some(), version > 10);
        assert_eq!(old.level.ladders.len(), usize::from(version > 12));
        // Written again, it has the current version.
        let again = file::to_bytes(&old);
        assert_eq!(again[8..12], FORMAT_VERSION.to_le_bytes());
        assert!(read(&again).is_ok());
    }
}

/// Golden files of other versions are kept. Reading those before [`OLDEST_VERSION`] fails with their version number.
#[test]
fn files_of_other_versions_are_rejected() {
    let current = fs::read(&paths(FORMAT_VERSION)[0]).unwrap();
    let mut next = current;
    next[8..12].copy_from_slice(&(FORMAT_VERSION + 1).to_le_bytes());
    container::update_checksum(&mut next);
    let others = (1..OLDEST_VERSION).map(|version| {
        let kept = fs::read(&paths(version)[0]).expect("every version has its file");
        (version, kept)
    });
    for (version, bytes) in others.chain([(FORMAT_VERSION + 1, next)]) {
        match read(&bytes) {
            Err(ReadError::Version { found, .. }) => assert_eq!(found, version),
            other => panic!("{:?}", other.map(|_| ())),
        }
    }
}
