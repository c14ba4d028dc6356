//! The names by which a level calls its files: whatever they are, nothing outside the level's folder is read. Each line of
//! the input is a name. Run as `README.md` says.
#![no_main]

use std::{fs, sync::LazyLock};

use bspwalk_levels::{Directory, Resolver};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

/// What the file beside the level's folder has in it.
const OUTSIDE: &[u8] = b"outside";

/// A folder with a file in it, beside the folder of a level.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("level/textures")).expect("a folder");
    fs::write(at("a.png"), OUTSIDE).expect("a file");
    fs::write(at("outside.png"), OUTSIDE).expect("a file");
    fs::write(at("level/a.png"), b"a").expect("a file");
    fs::write(at("level/textures/Stone Wall.PNG"), b"b").expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink(at("outside.png"), at("level/link.png")).expect("a link");
    folder
});

fuzz_target!(|names: &[u8]| {
    let directory = Directory::new(FOLDER.path().join("level"));
    for name in String::from_utf8_lossy(names).lines() {
        let name = name.replace("$FOLDER", &FOLDER.path().display().to_string());
        if let Ok(content) = directory.read(&name) {
            assert_ne!(
                content.as_ref(),
                OUTSIDE,
                "{name:?} leads out of the level's folder"
            );
        }
    }
    assert!(directory.list(".png").iter().any(|name| name == "a.png"));
});
