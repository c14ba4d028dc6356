//! Fuzzes the file names in a level: no name may cause a file outside the level's folder to be read. Each line of the
//! input is a name. See `README.md` for how to run this target.
#![no_main]

use std::{fs, sync::LazyLock};

use bspwalk_levels::{Directory, Resolver};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

/// Contents of the file outside the level's folder.
const OUTSIDE: &[u8] = b"outside";

/// Folder that contains a level's folder and, next to it, a file that must not be read.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("level/textures")).expect("a folder can be created");
    fs::write(at("a.png"), OUTSIDE).expect("a file can be written");
    fs::write(at("outside.png"), OUTSIDE).expect("a file can be written");
    fs::write(at("level/a.png"), b"a").expect("a file can be written");
    fs::write(at("level/textures/Stone Wall.PNG"), b"b").expect("a file can be written");
    #[cfg(unix)]
    std::os::unix::fs::symlink(at("outside.png"), at("level/link.png")).expect("a link can be created");
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
