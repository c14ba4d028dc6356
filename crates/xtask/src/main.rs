//! Chores of the repository.
//!
//! `cargo run -p xtask -- api` writes the public items of each library into its `api.txt`, and `-- api --check` says which of
//! these files are not up to date. A change of a library's interface thus shows as a change of that file.
//!
//! `cargo run --release -p xtask -- web [--serve]` makes the folder of the page, and `-- web --check` checks the types of its
//! program with the engine.
//!
//! `cargo run -p xtask -- vectors [FOLDER]` compares the pictures of vectors with those of pixels.

mod fonts;
mod vectors;
mod web;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// The libraries that others may depend on, from the ground up. The plugin is not among them: rustdoc's JSON would build Bevy again.
const LIBRARIES: [&str; 11] = [
    "text", "progress", "geometry", "trees", "levels", "compile", "draw", "explain", "pads", "session",
    "overlays",
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["api"] => api(false),
        ["api", "--check"] => api(true),
        ["fonts"] => fonts::fonts(root(), false),
        ["fonts", "--check"] => fonts::fonts(root(), true),
        ["vectors"] => vectors::vectors(root(), None),
        ["vectors", folder] => vectors::vectors(root(), Some(Path::new(folder))),
        ["web", ref arguments @ ..] => web::web(root(), arguments),
        _ => {
            eprintln!(
                "usage: cargo run -p xtask -- api [--check] | fonts [--check] | vectors [FOLDER] | web [--out FOLDER] [--light] [--quick] [--check] [--serve]"
            );
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Writes the public items of each library, or checks that they are as they were written.
fn api(only_check: bool) -> Result<(), String> {
    // A folder of its own: what is built with the variable that rustdoc's JSON needs is built again without it.
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let target = target.join("api");
    let mut changed = Vec::new();
    for library in LIBRARIES {
        let items = items(library, &target)?;
        let path = root().join("crates").join(library).join("api.txt");
        let written = fs::read_to_string(&path)
            .unwrap_or_default()
            .replace("\r\n", "\n");
        if written == items {
            continue;
        }
        if only_check {
            print_difference(library, &written, &items);
            changed.push(library);
        } else {
            fs::write(&path, items).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    if changed.is_empty() {
        return Ok(());
    }
    Err(format!(
        "the interface of {} is not what its api.txt says: cargo run -p xtask -- api",
        changed.join(", ")
    ))
}

fn print_difference(library: &str, before: &str, now: &str) {
    for (sign, these, those) in [('-', before, now), ('+', now, before)] {
        for line in these
            .lines()
            .filter(|line| !those.lines().any(|other| other == *line))
        {
            println!("{library}: {sign} {line}");
        }
    }
}

/// The public items of a library, one a line, as rustdoc knows them.
fn items(library: &str, target: &Path) -> Result<String, String> {
    let package = format!("bspwalk_{library}");
    let status = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["rustdoc", "--quiet", "--locked", "--package", &package, "--lib", "--"])
        .args(["-Zunstable-options", "--output-format", "json", "--cap-lints", "allow"])
        // rustdoc's JSON is unstable: this lets a stable compiler write it.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", target)
        .status()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !status.success() {
        return Err(format!("rustdoc failed on {package}"));
    }
    let json = target.join("doc").join(format!("{package}.json"));
    let api = public_api::Builder::from_rustdoc_json(&json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .map_err(|error| format!("{}: {error}", json.display()))?;
    Ok(api.items().map(|item| format!("{item}\n")).collect())
}
