//! The shared levels load as their README says.

use std::path::PathBuf;

use bspwalk::{
    level::{self, Level, LoadOptions, UpAxis},
    progress::Progress,
};

/// The folder of the shared levels; `None`, saying so, where it is absent.
fn levels() -> Option<PathBuf> {
    let folder = std::env::var_os("BSPWALK_LEVELS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/levels")),
        PathBuf::from,
    );
    if folder.is_dir() {
        return Some(folder);
    }
    println!(
        "skipped: no folder {}; set BSPWALK_LEVELS to the shared levels",
        folder.display()
    );
    None
}

fn load(folder: &std::path::Path, name: &str, options: LoadOptions) -> Level {
    let start = std::time::Instant::now();
    let level = level::load(&folder.join(name), &options, &Progress::default())
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    println!(
        "{name}: {:?} in {:?}; {} dropped; {:?}; {:?}",
        level.bounds,
        start.elapsed(),
        level.dropped.len(),
        level.spawn,
        level.units
    );
    for warning in &level.warnings {
        println!("    {warning:?}");
    }
    level
}

#[test]
fn every_level_has_its_triangles() {
    let Some(folder) = levels() else { return };
    for (name, triangles, up) in [
        ("recast_nav_test.obj", 1_612, UpAxis::Y),
        ("recast_dungeon.obj", 10_133, UpAxis::Y),
        ("lqdm6_a6_world.obj", 3_120, UpAxis::Z),
        ("alphacorp.obj", 33_963, UpAxis::Y),
        ("crytek_sponza_quantised.obj", 262_267, UpAxis::Y),
        ("CornellBox-Original.obj", 36, UpAxis::Y),
    ] {
        let level = load(
            &folder,
            name,
            LoadOptions {
                up: Some(up),
                scale: None,
            },
        );
        assert_eq!(level.source_triangles, triangles, "{name}");
        assert_eq!(
            level.triangles.len() + level.dropped.len(),
            triangles as usize,
            "{name}"
        );
    }
}
