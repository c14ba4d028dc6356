//! Maintenance tasks of the repository.
//!
//! `cargo run -p xtask -- api` writes the public items of each library to its `api.txt`. With `--check`, it reports
//! which of these files are out of date. A change to the public interface of a library therefore shows up as a change
//! to its `api.txt`.
//!
//! `cargo run --release -p xtask -- web [--serve]` builds the folder of the web page. `-- web --check` type-checks the
//! page's program that contains the engine.
//!
//! `cargo run -p xtask -- vectors [FOLDER]` compares vector pictures with raster pictures.

mod fonts;
mod vectors;
mod web;

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// The published libraries with their folders in `crates`, lowest layer first.
const LIBRARIES: [(&str, &str); 14] = [
    ("bspwalk_progress", "progress"),
    ("bspwalk_geometry", "geometry"),
    ("bspwalk_trees", "trees"),
    ("bspwalk_planar", "planar"),
    ("bspwalk_collision", "collision"),
    ("bspwalk_text", "text"),
    ("bspwalk_levels", "levels"),
    ("bspwalk_compile", "compile"),
    ("bspwalk_draw", "draw"),
    ("bspwalk_explain", "explain"),
    ("bspwalk_pads", "pads"),
    ("bspwalk_session", "session"),
    ("bspwalk_overlays", "overlays"),
    ("bevy_bspwalk", "bevy_bspwalk"),
];

/// Environment variable that holds the path of the real rustdoc. If it is set, this program runs that rustdoc.
const RUSTDOC: &str = "BSPWALK_RUSTDOC";

fn main() -> ExitCode {
    if let Some(program) = env::var_os(RUSTDOC) {
        return rustdoc(&program);
    }
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
                "usage: cargo run -p xtask -- api [--check] | fonts [--check] | vectors [FOLDER] | web [--out FOLDER] [--publish FOLDER] [--light] [--quick] [--check] [--serve]"
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

/// Writes the public items of each library, or checks that the files are up to date.
///
/// rustdoc warnings are errors, so this also checks the documentation of the whole workspace.
fn api(only_check: bool) -> Result<(), String> {
    let folder = document()?;
    let mut changed = Vec::new();
    for (package, library) in LIBRARIES {
        let items = items(&folder.join(format!("{package}.json")))?;
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
        "the interface of {} differs from its api.txt; if that is intended, run: cargo run -p xtask -- api",
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

/// Generates the documentation of the workspace as JSON and returns its folder. Uses the same features as `./check`, so
/// that nothing is compiled twice.
fn document() -> Result<PathBuf, String> {
    let own = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    // This reuses the artifacts of `cargo clippy -- -D warnings`, which include all of Bevy.
    let clippy = Path::new(env!("CARGO")).with_file_name("clippy-driver");
    let status = Command::new(env!("CARGO"))
        .current_dir(root())
        .env("RUSTC_WORKSPACE_WRAPPER", clippy)
        .env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__")
        .args([
            "doc",
            "--locked",
            "--no-deps",
            "--lib",
            "--workspace",
            "--exclude",
            "xtask",
        ])
        .args(["--features", "bevy_bspwalk/debug"])
        .env(
            "RUSTDOCFLAGS",
            "-Zunstable-options --output-format json -D warnings",
        )
        .env("RUSTDOC", own)
        .env(
            RUSTDOC,
            env::var_os("RUSTDOC").unwrap_or_else(|| "rustdoc".into()),
        )
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        return Err("rustdoc failed; the messages above say why".to_owned());
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Ok(target.join("doc"))
}

/// Runs rustdoc in place of this program. JSON output is unstable, so rustdoc needs `RUSTC_BOOTSTRAP`. Setting this
/// variable for the whole build would cause build scripts to run again.
fn rustdoc(program: &OsStr) -> ExitCode {
    let status = Command::new(program)
        .args(env::args_os().skip(1))
        .env("RUSTC_BOOTSTRAP", "1")
        .status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: cannot run {}: {error}", program.display());
            ExitCode::FAILURE
        }
    }
}

/// Lists the public items in a rustdoc JSON file, one per line.
fn items(json: &Path) -> Result<String, String> {
    let api = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .map_err(|error| format!("{}: {error}", json.display()))?;
    Ok(api.items().map(|item| format!("{item}\n")).collect())
}
