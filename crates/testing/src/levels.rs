//! The shared levels, which nobody on this project made. Where their folder is there, every OBJ file in it must load; where
//! it is absent, a test on them passes without having run, which `./check` counts and says.

use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    thread,
};

use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::{Level, LoadOptions, Source, UpAxis};
use bspwalk_progress::Progress;

/// A level of the folder.
pub struct SharedLevel {
    /// Its file name without the extension.
    pub name: String,
    /// Its solid triangles.
    pub triangles: Vec<TaggedTriangle>,
}

/// The folder of the shared levels: `BSPWALK_LEVELS`, or the one beside the package.
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
    note("");
    None
}

/// A folder of `shared/faults`, which lies next to the shared levels: small files that once failed, each with a README that states
/// the right answer. `None`, and a line of output, if it is missing.
pub fn faults(name: &str) -> Option<PathBuf> {
    let found = folder()?.parent().map(|shared| shared.join("faults").join(name));
    let found = found.filter(|folder| folder.is_dir());
    if found.is_none() {
        println!("NO FAULTS: the folder faults/{name} is not next to the shared levels");
    }
    note(
        &found
            .as_ref()
            .map_or_else(String::new, |_| format!("faults/{name}")),
    );
    found
}

/// Adds a line to the file that `BSPWALK_LEVELS_USED` names, from which `./check` counts: which test ran on which level, or
/// had none, which is an empty name.
pub fn note(level: &str) {
    let Some(ledger) = env::var_os("BSPWALK_LEVELS_USED") else {
        return;
    };
    let program = env::current_exe().unwrap_or_default();
    let program = program.file_stem().unwrap_or_default().to_string_lossy();
    let thread = thread::current();
    // The harness names the thread of a test by the test.
    let line = format!("{program}::{}\t{level}\n", thread.name().unwrap_or_default());
    let file = fs::OpenOptions::new().append(true).create(true).open(&ledger);
    if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
        panic!("{}: {error}", ledger.display());
    }
}

/// The OBJ files of a folder, smallest first. The broken ones of the corpus are in folders below it.
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

/// The OBJ files of the corpus, which lie in folders of its folder; none where the folder of the levels is absent.
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

/// The axis and the unit that the folder's own page gives: the Quake level is Z-up, in inches.
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
    note(&path.file_name().unwrap_or_default().to_string_lossy());
    level
}

fn name_of(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Every level of a folder, with its name and what it was read from, the one with the fewest triangles first.
///
/// # Panics
/// Where one does not load.
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

/// Every shared level, as [`load_folder`] gives them; none where the folder is absent.
#[track_caller]
pub fn load_whole() -> Vec<(String, (Level, Source))> {
    folder().map_or_else(Vec::new, |folder| load_folder(&folder))
}

/// As [`load_whole`], those whose files have less than a megabyte.
#[track_caller]
pub fn load_small() -> Vec<(String, (Level, Source))> {
    let Some(folder) = folder() else { return Vec::new() };
    let mut files = files_in(&folder);
    files.retain(|path| fs::metadata(path).is_ok_and(|metadata| metadata.len() < 1_000_000));
    assert!(!files.is_empty(), "{} holds no small level", folder.display());
    load_files(files)
}

/// Every shared level, the smallest first; none where the folder is absent.
#[track_caller]
pub fn load_all() -> Vec<SharedLevel> {
    load_whole().into_iter().map(SharedLevel::from).collect()
}

/// One of the shared levels by its file name; `None` only where the folder is absent.
///
/// # Panics
/// Where the folder has no such file, or it does not load.
#[track_caller]
pub fn load(file: &str, options: &LoadOptions) -> Option<Level> {
    Some(read(&folder()?.join(file), options).0)
}

/// As [`load`], with the axis and the unit that the folder's page gives.
#[track_caller]
pub fn load_as_documented(file: &str) -> Option<Level> {
    load_with_source(file).map(|(level, _)| level)
}

/// As [`load_as_documented`], with what it was read from.
#[track_caller]
pub fn load_with_source(file: &str) -> Option<(Level, Source)> {
    Some(read(&folder()?.join(file), &options(Path::new(file))))
}

/// The path of a level that the test opens itself; `None` only where the folder is absent.
///
/// # Panics
/// Where the folder has no such file.
#[track_caller]
pub fn path(file: &str) -> Option<PathBuf> {
    let path = folder()?.join(file);
    assert!(path.is_file(), "{} is no file", path.display());
    note(file);
    Some(path)
}

/// The text of a file of the folder; `None` only where the folder is absent.
///
/// # Panics
/// Where the folder has no such file.
#[track_caller]
pub fn text(file: &str) -> Option<String> {
    let path = folder()?.join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if path.extension().is_some_and(|extension| extension == "obj") {
        note(file);
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
