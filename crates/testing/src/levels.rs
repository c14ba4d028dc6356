//! The shared levels, which are not part of this project. If their folder exists, every OBJ file in it must load.
//! Otherwise, tests that need it pass without checking anything; `./check` counts and reports these tests.

use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    thread,
};

use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::{Level, LoadOptions, Source, UpAxis};
use bspwalk_progress::Progress;

use crate::effort;

/// A level from the shared folder.
pub struct SharedLevel {
    /// File name without the extension.
    pub name: String,
    /// Solid triangles of the level.
    pub triangles: Vec<TaggedTriangle>,
}

/// Returns the folder that contains the shared levels: `BSPWALK_LEVELS` if set, and otherwise the folder next to the
/// repository.
pub fn folder() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels");
    let folder = env::var_os("BSPWALK_LEVELS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!(
        "NO REAL LEVELS: {} is no folder; set BSPWALK_LEVELS",
        folder.display()
    );
    record_level_use("");
    None
}

/// Returns a subfolder of `shared/faults`, which is next to the shared levels. It contains small files that once caused
/// failures, and a README with the correct results. If the subfolder is missing, prints a message and returns `None`.
pub fn faults(name: &str) -> Option<PathBuf> {
    let found = folder()?.parent().map(|shared| shared.join("faults").join(name));
    let found = found.filter(|folder| folder.is_dir());
    if found.is_none() {
        println!("NO FAULTS: the folder faults/{name} is not next to the shared levels");
    }
    record_level_use(
        &found
            .as_ref()
            .map_or_else(String::new, |_| format!("faults/{name}")),
    );
    found
}

/// Appends a line to the file named by `BSPWALK_LEVELS_USED`, which `./check` evaluates. The line records that the
/// current test used this level. An empty name means that the level was missing.
pub fn record_level_use(level: &str) {
    let Some(ledger) = env::var_os("BSPWALK_LEVELS_USED") else {
        return;
    };
    let program = env::current_exe().unwrap_or_default();
    let program = program.file_stem().unwrap_or_default().to_string_lossy();
    let thread = thread::current();
    // The test harness names each thread after its test.
    let line = format!("{program}::{}\t{level}\n", thread.name().unwrap_or_default());
    let file = fs::OpenOptions::new().append(true).create(true).open(&ledger);
    if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
        panic!("{}: {error}", ledger.display());
    }
}

/// Returns the OBJ files in a folder, smallest first. Files in subfolders, such as broken files, are not included.
#[track_caller]
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap_or_else(|error| panic!("{}: {error}", folder.display())))
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "obj"))
        .collect();
    assert!(!files.is_empty(), "{} holds no OBJ file", folder.display());
    files.sort_by_key(|path| fs::metadata(path).map_or(0, |metadata| metadata.len()));
    files
}

/// Returns all OBJ files in the folder of the shared levels and its subfolders. Returns nothing if the folder is
/// missing.
pub fn corpus() -> Vec<PathBuf> {
    let Some(folder) = folder() else { return Vec::new() };
    let mut files = Vec::new();
    let mut folders = vec![folder.join("obj-corpus")];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.expect("the folder is readable").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "obj") {
                files.push(path);
            }
        }
    }
    assert!(files.len() > 50, "the corpus has {} files", files.len());
    files
}

/// Returns loading options with a level's documented up axis and unit. Quake levels are Z-up, in inches.
pub fn options(path: &Path) -> LoadOptions {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let quake = name.starts_with("lq");
    LoadOptions {
        up: quake.then_some(UpAxis::Z),
        scale: quake.then_some(0.0254),
        ..LoadOptions::default()
    }
}

#[track_caller]
fn read(path: &Path, options: &LoadOptions) -> (Level, Source) {
    let level = bspwalk_levels::load_with_source(path, options, &Progress::default())
        .unwrap_or_else(|error| panic!("{} does not load: {error}", path.display()));
    record_level_use(&path.file_name().unwrap_or_default().to_string_lossy());
    level
}

fn name_of(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Loads every level in a folder, with its name and source. Levels with fewer triangles come first.
///
/// # Panics
/// Panics if a level cannot be loaded.
#[track_caller]
pub fn load_folder(folder: &Path) -> Vec<(String, (Level, Source))> {
    load_files(files_in(folder))
}

#[track_caller]
fn load_files(files: Vec<PathBuf>) -> Vec<(String, (Level, Source))> {
    let files = files.into_iter();
    let mut levels: Vec<_> = files
        .map(|path| (name_of(&path), read(&path, &options(&path))))
        .collect();
    levels.sort_by_key(|(_, (level, _))| level.triangles.len());
    levels
}

/// Loads every shared level, like [`load_folder`]. Returns nothing if the folder is missing.
#[track_caller]
pub fn load_whole() -> Vec<(String, (Level, Source))> {
    folder().map_or_else(Vec::new, |folder| load_folder(&folder))
}

/// Like [`load_whole`], but loads only files smaller than 1 MB.
#[track_caller]
pub fn load_small() -> Vec<(String, (Level, Source))> {
    let Some(folder) = folder() else { return Vec::new() };
    let mut files = files_in(&folder);
    files.retain(|path| fs::metadata(path).is_ok_and(|metadata| metadata.len() < 1_000_000));
    assert!(!files.is_empty(), "{} holds no small level", folder.display());
    load_files(files)
}

/// Loads every shared level, smallest first. Returns nothing if the folder is missing.
#[track_caller]
pub fn load_all() -> Vec<SharedLevel> {
    load_whole().into_iter().map(SharedLevel::from).collect()
}

/// Loads every shared level in a full check, and only the small ones otherwise.
#[track_caller]
pub fn load_small_unless_full() -> Vec<SharedLevel> {
    let levels = if effort::is_full() {
        load_whole()
    } else {
        load_small()
    };
    levels.into_iter().map(SharedLevel::from).collect()
}

/// Loads a shared level by its file name. Returns `None` only if the folder is missing.
///
/// # Panics
/// Panics if the file does not exist or cannot be loaded.
#[track_caller]
pub fn load(file: &str, options: &LoadOptions) -> Option<Level> {
    Some(read(&folder()?.join(file), options).0)
}

/// Like [`load`], but with the documented up axis and unit.
#[track_caller]
pub fn load_as_documented(file: &str) -> Option<Level> {
    load_with_source(file).map(|(level, _)| level)
}

/// Like [`load_as_documented`], but also returns the source.
#[track_caller]
pub fn load_with_source(file: &str) -> Option<(Level, Source)> {
    Some(read(&folder()?.join(file), &options(Path::new(file))))
}

/// Returns the path of a shared level, for tests that open the file directly. Returns `None` only if the folder is
/// missing.
///
/// # Panics
/// Panics if the file does not exist.
#[track_caller]
pub fn path(file: &str) -> Option<PathBuf> {
    let path = folder()?.join(file);
    assert!(path.is_file(), "{} is no file", path.display());
    record_level_use(file);
    Some(path)
}

/// Returns the text of a file in the shared folder. Returns `None` only if the folder is missing.
///
/// # Panics
/// Panics if the file does not exist.
#[track_caller]
pub fn text(file: &str) -> Option<String> {
    let path = folder()?.join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if path.extension().is_some_and(|extension| extension == "obj") {
        record_level_use(file);
    }
    Some(text)
}

impl From<(String, (Level, Source))> for SharedLevel {
    fn from((name, (level, _)): (String, (Level, Source))) -> Self {
        Self {
            name,
            triangles: level.solid_triangles(),
        }
    }
}
