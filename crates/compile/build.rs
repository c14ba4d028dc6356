//! Sets the code version for the cache of compiled levels: a hash of all sources that affect compilation.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Sources that affect how levels are loaded and trees are built, and the lock file with the dependency versions.
const SOURCES: [&str; 5] = [
    "src",
    "../geometry/src",
    "../levels/src",
    "../trees/src",
    "../../Cargo.lock",
];

fn main() -> io::Result<()> {
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=BSPWALK_CODE={}", hash(Path::new("."))?);
    Ok(())
}

/// Hashes the paths and contents of the package's sources (FNV-1a, 64 bits). Ignores carriage returns, because a
/// checkout may change line endings.
pub fn hash(package: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for source in SOURCES {
        collect(package, Path::new(source), &mut files)?;
    }
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for &byte in bytes.iter().filter(|&&byte| byte != b'\r') {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for file in files {
        let name = file.to_string_lossy().replace('\\', "/");
        let content = fs::read(package.join(&file))?;
        add(name.as_bytes());
        add(&(content.iter().filter(|&&byte| byte != b'\r').count() as u64).to_be_bytes());
        add(&content);
    }
    Ok(format!("{hash:016x}"))
}

/// Collects the files at or below a path. Skips missing files: a package used as a library has no lock file.
fn collect(package: &Path, path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let full = package.join(path);
    if full.is_dir() {
        for entry in fs::read_dir(full)? {
            collect(package, &path.join(entry?.file_name()), files)?;
        }
    } else if full.is_file() {
        files.push(path.to_owned());
    }
    Ok(())
}
