//! Tests that open levels of every kind, and tests of the cache of compiled levels.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, SystemTime},
};

use bspwalk_compile::{Cache, CompileParams, CompiledLevel, LevelName, Origin, file, open::OpenError};
use bspwalk_levels::{LoadOptions, UpAxis};
use bspwalk_progress::Progress;
use bspwalk_testing::loading;
use bspwalk_trees::{BuildParams, Rule};

const ROOM: &str = "\
mtllib room.mtl
v -5 0 -5
v 5 0 -5
v 5 0 5
v -5 0 5
v -5 4 -5
v 5 4 -5
v 5 4 5
v -5 4 5
usemtl stone
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
";

#[path = "../../build.rs"]
#[allow(dead_code, unreachable_pub, reason = "the build script, as a module")]
mod build;

#[test]
fn code_hash_covers_names_and_contents() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(build::hash(root).unwrap(), bspwalk_compile::cache::CODE);

    // The hash depends on the file names and bytes, but not on the line endings.
    let package = tempfile::tempdir().unwrap();
    let at = |name: &str| package.path().join(name);
    fs::create_dir_all(at("src/file")).unwrap();
    let hash = |name: &str, text: &str| {
        fs::write(at(name), text).unwrap();
        let hash = build::hash(package.path()).unwrap();
        fs::remove_file(at(name)).unwrap();
        hash
    };
    let first = hash("src/file/a.rs", "1\n2\n");
    assert_eq!(hash("src/file/a.rs", "1\r\n2\r\n"), first);
    assert_ne!(hash("src/file/a.rs", "1\n3\n"), first);
    assert_ne!(hash("src/file/b.rs", "1\n2\n"), first);
}

/// An entry also depends on files that the source would read if they existed.
#[test]
fn new_wad_beside_map_misses_the_cache() {
    let fixture = Fixture::new();
    let path = fixture.folder.path().join("block.map");
    let sides = "\
( -64 -64 -16 ) ( -64 -63 -16 ) ( -64 -64 -15 ) brick 0 0 0 1 1
( -64 -64 -16 ) ( -64 -64 -15 ) ( -63 -64 -16 ) brick 0 0 0 1 1
( -64 -64 -16 ) ( -63 -64 -16 ) ( -64 -63 -16 ) brick 0 0 0 1 1
( 64 64 16 ) ( 64 65 16 ) ( 65 64 16 ) brick 0 0 0 1 1
( 64 64 16 ) ( 65 64 16 ) ( 64 64 17 ) brick 0 0 0 1 1
( 64 64 16 ) ( 64 64 17 ) ( 64 65 16 ) brick 0 0 0 1 1
";
    fs::write(
        &path,
        format!("{{\n\"classname\" \"worldspawn\"\n{{\n{sides}}}\n}}\n"),
    )
    .unwrap();
    let (options, params) = (LoadOptions::default(), CompileParams::default());
    let origin = || {
        open(&path, &options, &params, false, Some(&fixture.cache))
            .unwrap()
            .origin
    };
    assert_eq!([origin(), origin()], [Origin::Built, Origin::Cached]);
    fs::write(fixture.folder.path().join("other.txt"), "").unwrap();
    assert_eq!(origin(), Origin::Cached);
    let wad = fixture.folder.path().join("any.wad");
    fs::write(&wad, "no WAD file").unwrap();
    assert_eq!([origin(), origin()], [Origin::Built, Origin::Cached]);
    fs::remove_file(&wad).unwrap();
    assert_eq!(origin(), Origin::Built);
}

struct Fixture {
    folder: tempfile::TempDir,
    cache: Cache,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("room.mtl"), "newmtl stone\nKd 1 0 0\n").unwrap();
        fs::write(folder.path().join("room.obj"), ROOM).unwrap();
        let cache = Cache::new(folder.path().join("cache"), 1 << 30, 0);
        Self { folder, cache }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("room.obj")
    }

    fn open(&self, options: &LoadOptions, params: &CompileParams) -> CompiledLevel {
        open(&self.path(), options, params, false, Some(&self.cache)).unwrap()
    }

    fn origin(&self, options: &LoadOptions, params: &CompileParams) -> Origin {
        self.open(options, params).origin
    }

    fn entries(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.cache.folder()).into_iter().flatten();
        entries.map(|entry| entry.unwrap().path()).collect()
    }
}

fn open(
    path: &Path,
    options: &LoadOptions,
    params: &CompileParams,
    insist: bool,
    cache: Option<&Cache>,
) -> Result<CompiledLevel, OpenError> {
    bspwalk_compile::open(
        &LevelName::File(path.to_owned()),
        options,
        params,
        insist,
        cache,
        &Arc::default(),
    )
}

fn by_rule(rule: Rule) -> CompileParams {
    CompileParams {
        nodes: BuildParams::preset(rule),
        ..CompileParams::default()
    }
}

#[test]
fn level_is_compiled_once() {
    let fixture = Fixture::new();
    let (options, params) = (LoadOptions::default(), CompileParams::default());
    let made = fixture.open(&options, &params);
    assert_eq!(made.origin, Origin::Built);
    let found = fixture.open(&options, &params);
    assert_eq!(found.origin, Origin::Cached);
    assert!(file::to_bytes(&found) == file::to_bytes(&made));
    assert_eq!(fixture.entries().len(), 1);
    fixture.cache.clear();
    assert_eq!(fixture.entries().len(), 0);
    assert_eq!(fixture.origin(&options, &params), Origin::Built);
}

#[test]
fn changed_source_or_parameters_miss_the_cache() {
    let fixture = Fixture::new();
    let (options, params) = (LoadOptions::default(), CompileParams::default());
    fixture.open(&options, &params);
    let turned = LoadOptions {
        up: Some(UpAxis::Z),
        ..LoadOptions::default()
    };
    for (options, params) in [(turned, params.clone()), (options.clone(), by_rule(Rule::First))] {
        assert_eq!(fixture.origin(&options, &params), Origin::Built);
        assert_eq!(fixture.origin(&options, &params), Origin::Cached);
    }
    assert_eq!(fixture.origin(&options, &params), Origin::Cached);

    fs::write(fixture.path(), ROOM.replace("4 -5", "3 -5")).unwrap();
    assert_eq!(fixture.origin(&options, &params), Origin::Built);
    fs::write(fixture.path(), ROOM).unwrap();
    assert_eq!(fixture.origin(&options, &params), Origin::Cached);
    fs::write(fixture.folder.path().join("room.mtl"), "newmtl stone\nKd 0 0 1\n").unwrap();
    let changed = fixture.open(&options, &params);
    assert_eq!(changed.origin, Origin::Built);
    assert_eq!(changed.level.materials[0].color.z, 1.0);
    assert_eq!(fixture.origin(&options, &params), Origin::Cached);
}

#[test]
fn damaged_entry_is_replaced() {
    let fixture = Fixture::new();
    let (options, params) = (LoadOptions::default(), CompileParams::default());
    fixture.open(&options, &params);
    let entry = fixture.entries().remove(0);
    let bytes = fs::read(&entry).unwrap();
    for wrong in [&bytes[..bytes.len() / 2], b"", b"something else"] {
        fs::write(&entry, wrong).unwrap();
        assert_eq!(fixture.origin(&options, &params), Origin::Built);
        assert_eq!(fixture.origin(&options, &params), Origin::Cached);
    }
}

#[test]
fn full_cache_evicts_least_recently_used() {
    let mut fixture = Fixture::new();
    let options = LoadOptions::default();
    let rules = [Rule::Sampled, Rule::First, Rule::Balanced].map(by_rule);
    fixture.open(&options, &rules[0]);
    let first = fixture.entries();
    fixture.open(&options, &rules[1]);
    let bytes: u64 = fixture
        .entries()
        .iter()
        .map(|entry| fs::metadata(entry).unwrap().len())
        .sum();
    // Make both entries old. The first is older, but is then used again.
    for entry in fixture.entries() {
        let age = if first.contains(&entry) { 2000 } else { 1000 };
        let old = SystemTime::now() - Duration::from_secs(age);
        fs::File::options()
            .append(true)
            .open(entry)
            .unwrap()
            .set_modified(old)
            .unwrap();
    }
    assert_eq!(fixture.origin(&options, &rules[0]), Origin::Cached);
    let stray = fixture.cache.folder().join("readme.txt");
    fs::write(&stray, "of somebody else").unwrap();
    fixture.cache = Cache::new(fixture.cache.folder().to_owned(), bytes + bytes / 4, 0);
    fixture.open(&options, &rules[2]);
    assert_eq!(fixture.origin(&options, &rules[0]), Origin::Cached);
    assert_eq!(fixture.origin(&options, &rules[2]), Origin::Cached);
    assert_eq!(fixture.origin(&options, &rules[1]), Origin::Built);
    assert!(stray.exists());

    // A level that is larger than the cache is not added.
    fixture.cache = Cache::new(fixture.cache.folder().to_owned(), 10, 0);
    fixture.open(&options, &by_rule(Rule::Random));
    assert!(stray.exists());
    assert_eq!(fixture.entries().len(), 1);
}

#[test]
fn small_levels_are_not_added() {
    let mut fixture = Fixture::new();
    fixture.cache = Cache::new(fixture.cache.folder().to_owned(), 1 << 30, 13);
    let (options, params) = (LoadOptions::default(), CompileParams::default());
    fixture.open(&options, &params);
    assert_eq!(fixture.entries().len(), 0);
    assert_eq!(fixture.origin(&options, &params), Origin::Built);
}

#[test]
fn unusable_cache_folder_is_ignored() {
    let mut fixture = Fixture::new();
    let blocked = fixture.folder.path().join("blocked");
    fs::write(&blocked, "a file where the folder should be").unwrap();
    fixture.cache = Cache::new(blocked, 1 << 30, 0);
    let (options, params) = (LoadOptions::default(), CompileParams::default());
    for _ in 0..2 {
        assert_eq!(fixture.origin(&options, &params), Origin::Built);
    }
}

#[test]
fn threads_share_one_cache() {
    let fixture = Fixture::new();
    let options = LoadOptions::default();
    let params = [Rule::Sampled, Rule::First, Rule::Balanced].map(by_rule);
    thread::scope(|scope| {
        for i in 0..4 {
            let (fixture, options, params) = (&fixture, &options, &params);
            scope.spawn(move || {
                for round in 0..8 {
                    let params = &params[(i + round) % params.len()];
                    assert_eq!(fixture.open(options, params).params, *params);
                    if (i + round) % 7 == 0 {
                        fixture.cache.clear();
                    }
                }
            });
        }
    });
}

#[test]
fn compiled_level_rebuilds_only_if_insisted() {
    let fixture = Fixture::new();
    let options = loading::scaled(2.0);
    let params = by_rule(Rule::First);
    let made = fixture.open(&options, &params);
    let path = fixture.folder.path().join("room.bspw");
    file::write(&made, &path).unwrap();
    let other = by_rule(Rule::Balanced);

    let opened = open(&path, &LoadOptions::default(), &other, false, None).unwrap();
    assert_eq!((opened.origin, &opened.params), (Origin::File, &params));
    let opened = open(&path, &LoadOptions::default(), &other, true, None).unwrap();
    assert_eq!((opened.origin, &opened.params), (Origin::Built, &other));
    assert_eq!(opened.nodes.params(), &other.nodes);
    assert_eq!(
        open(&path, &options, &params, true, None).unwrap().origin,
        Origin::File
    );

    let scaled = loading::scaled(1.0);
    let error = open(&path, &scaled, &params, false, None)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("--scale 2") && error.contains("compile its source again"),
        "{error}"
    );
    let turned = LoadOptions {
        up: Some(UpAxis::Z),
        scale: None,
        ..LoadOptions::default()
    };
    let error = open(&path, &turned, &params, false, None)
        .unwrap_err()
        .to_string();
    assert!(error.contains("--up y"), "{error}");
}

#[test]
fn compiled_level_is_detected_by_content_or_name() {
    let fixture = Fixture::new();
    let (options, params) = (LoadOptions::default(), CompileParams::default());
    let made = fixture.open(&options, &params);
    let at = |name: &str| fixture.folder.path().join(name);
    file::write(&made, &at("renamed.obj")).unwrap();
    assert_eq!(
        open(&at("renamed.obj"), &options, &params, false, None)
            .unwrap()
            .origin,
        Origin::File
    );
    fs::write(at("text.BSPW"), ROOM).unwrap();
    let error = open(&at("text.BSPW"), &options, &params, false, None)
        .unwrap_err()
        .to_string();
    assert!(error.contains("not a compiled level"), "{error}");
    let error = open(&at("none.bspw"), &options, &params, false, None)
        .unwrap_err()
        .to_string();
    assert!(error.contains("no such file"), "{error}");
}

#[test]
fn opening_can_be_cancelled() {
    let fixture = Fixture::new();
    let progress = Arc::new(Progress::default());
    progress.cancel();
    let (options, params) = (LoadOptions::default(), CompileParams::default());
    for cache in [None, Some(&fixture.cache)] {
        let path = fixture.path();
        let error = bspwalk_compile::open(&LevelName::File(path), &options, &params, false, cache, &progress)
            .unwrap_err();
        assert_eq!(error, OpenError::Cancelled);
    }
}

/// Only files that the cache wrote are removed from its folder.
#[test]
fn cache_keeps_foreign_files() {
    let mut fixture = Fixture::new();
    let options = LoadOptions::default();
    fixture.open(&options, &by_rule(Rule::Sampled));
    let entry = fixture.entries().remove(0);
    let compiled = fs::read(&entry).unwrap();
    let folder = fixture.cache.folder().to_owned();
    let hex = "0123456789abcdef0123456789abcdef";
    let upper = hex.to_uppercase();
    let theirs = [
        // A compiled level with a long name.
        (
            "the-castle-of-the-counts-of-somewhere-second-draft.bspw".to_owned(),
            &compiled[..],
        ),
        (format!("{hex}0.bspw"), &compiled[..]),
        (format!("{upper}.bspw"), &compiled[..]),
        (format!("{hex}bspw"), &compiled[..]),
        // A valid entry name, but the contents are not an entry.
        (format!("{hex}.bspw"), b"notes"),
        (".bspwalk-notes".to_owned(), b"notes"),
        (".bspwalk-level.bspw".to_owned(), &compiled[..]),
        (".bspwalk-0123456789ab.bspw.part".to_owned(), b"notes"),
    ];
    let begun = folder.join(".bspwalk-ABCDEFabcdef.bspw.part");
    let just_begun = folder.join(".bspwalk-GHIJKLghijkl.bspw.part");
    for (path, content) in theirs
        .iter()
        .map(|(name, content)| (folder.join(name), *content))
        .chain([
            (begun.clone(), &compiled[..]),
            (just_begun.clone(), &compiled[..]),
        ])
    {
        fs::write(&path, content).unwrap();
        if path != just_begun {
            let file = fs::File::options().append(true).open(&path).unwrap();
            let old = SystemTime::now() - Duration::from_secs(2 * 24 * 60 * 60);
            file.set_modified(old).unwrap();
        }
    }
    // The cache has space for only one entry, so the other is removed.
    let bytes = compiled.len() as u64 * 3 / 2;
    fixture.cache = Cache::new(folder.clone(), bytes, 0);
    fixture.open(&options, &by_rule(Rule::First));
    assert!(!entry.exists() && !begun.exists() && just_begun.exists());
    fixture.cache.clear();
    for (name, content) in &theirs {
        assert!(fs::read(folder.join(name)).unwrap() == *content, "{name}");
    }
    // The unfinished file is also kept.
    assert_eq!(fixture.entries().len(), theirs.len() + 1);
}

#[cfg(unix)]
#[test]
fn links_are_neither_followed_nor_removed() {
    use std::os::unix::fs::symlink;

    let fixture = Fixture::new();
    let (options, params) = (LoadOptions::default(), CompileParams::default());
    fixture.open(&options, &params);
    let entry = fixture.entries().remove(0);
    // Replace the entry by a link to a copy elsewhere.
    let elsewhere = fixture.folder.path().join("mine.bspw");
    fs::rename(&entry, &elsewhere).unwrap();
    let content = fs::read(&elsewhere).unwrap();
    symlink(&elsewhere, &entry).unwrap();
    let old = SystemTime::now() - Duration::from_secs(1000);
    let file = fs::File::options().append(true).open(&elsewhere).unwrap();
    file.set_modified(old).unwrap();
    for content in [&content[..], b"something else"] {
        fs::write(&elsewhere, content).unwrap();
        fs::File::options()
            .append(true)
            .open(&elsewhere)
            .unwrap()
            .set_modified(old)
            .unwrap();
        assert_eq!(fixture.origin(&options, &params), Origin::Built);
        fixture.cache.clear();
        assert!(fs::symlink_metadata(&entry).unwrap().is_symlink());
        assert_eq!(fs::read(&elsewhere).unwrap(), content);
        assert_eq!(fs::metadata(&elsewhere).unwrap().modified().unwrap(), old);
    }
}
