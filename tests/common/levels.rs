//! The shared levels, which nobody on this project made: read where the folder is there, else skipped.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use bspwalk::{
    geometry::TaggedTriangle,
    level::{self, Level, LoadOptions, Source, UpAxis},
    progress::Progress,
};

/// A level of the folder.
pub struct SharedLevel {
    /// Its file name without the extension.
    pub name: String,
    /// Its solid triangles.
    pub triangles: Vec<TaggedTriangle>,
}

/// The folder of the shared levels: `BSPWALK_LEVELS`, or the one beside the package.
pub fn folder() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/levels");
    let folder = env::var_os("BSPWALK_LEVELS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!(
        "no shared levels: {} is no folder; set BSPWALK_LEVELS",
        folder.display()
    );
    None
}

/// Every level of the folder that loads, with its name and what it was read from, the smallest first.
pub fn load_whole() -> Vec<(String, (Level, Source))> {
    let Some(folder) = folder() else { return Vec::new() };
    let Ok(entries) = fs::read_dir(&folder) else {
        println!("{} cannot be read", folder.display());
        return Vec::new();
    };
    let mut levels = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|extension| extension == "obj") {
            levels.extend(load_one(&path));
        }
    }
    levels.sort_by_key(|(_, (level, _))| level.triangles.len());
    levels
}

/// Every level of the folder that loads, the smallest first.
pub fn load_all() -> Vec<SharedLevel> {
    load_whole().into_iter().map(SharedLevel::from).collect()
}

/// One of these levels, or any other; where it does not load the reason is printed.
pub fn load(path: &Path) -> Option<SharedLevel> {
    load_one(path).map(SharedLevel::from)
}

/// As [`load`], all of it.
pub fn load_one(path: &Path) -> Option<(String, (Level, Source))> {
    let name = path.file_stem()?.to_string_lossy().into_owned();
    // The Quake level is Z-up, in inches.
    let quake = name.starts_with("lq");
    let options = LoadOptions {
        up: quake.then_some(UpAxis::Z),
        scale: quake.then_some(0.0254),
    };
    match level::load_with_source(path, &options, &Progress::default()) {
        Ok(level) => Some((name, level)),
        Err(error) => {
            println!("{} does not load: {error}", path.display());
            None
        }
    }
}

impl From<(String, (Level, Source))> for SharedLevel {
    fn from((name, (level, _)): (String, (Level, Source))) -> Self {
        Self {
            name,
            triangles: level.solid_triangles(),
        }
    }
}
