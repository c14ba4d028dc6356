//! Checks that overlays use only colours from the table of meanings, and that they use all of them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use bspwalk_draw::color::meaning::MEANINGS;

/// Returns the source files below a folder, except for tests. Names have no extension.
fn sources(root: &Path) -> Vec<(String, String)> {
    let mut open: Vec<PathBuf> = vec![root.to_owned()];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("a folder of sources");
            open.extend(entries.map(|entry| entry.expect("its entry").path()));
            continue;
        }
        let name = path.strip_prefix(root).expect("it lies below").with_extension("");
        let name = name.to_string_lossy().replace('\\', "/");
        let is_test = name
            .split('/')
            .any(|part| part == "tests" || part == "screenshots");
        if path.extension().is_none_or(|extension| extension != "rs") || is_test {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source");
        let code: String = text
            .split("#[cfg(test)]\nmod tests")
            .next()
            .unwrap_or_default()
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect::<Vec<_>>()
            .join("\n");
        found.push((name, code));
    }
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the name of the palette method that provides the colour for a meaning.
fn method(meaning: impl std::fmt::Debug) -> String {
    format!("palette.{}()", format!("{meaning:?}").to_lowercase())
}

#[test]
fn every_meaning_is_used_by_an_overlay() {
    let sources = sources(&root().join("crates/overlays/src"));
    assert!(sources.len() > 40, "{}", sources.len());
    for entry in &MEANINGS {
        let method = method(entry.meaning);
        let is_user = |(_, code): &(String, String)| code.replace(['\n', ' '], "").contains(&method);
        assert!(sources.iter().any(is_user), "nothing means {:?}", entry.meaning);
    }
}

#[test]
fn overlays_contain_no_literal_colours() {
    for folder in ["crates/overlays/src", "src/app/paint/overlays"] {
        for (name, code) in sources(&root().join(folder)) {
            for literal in [
                "Rgb(",
                "from_rgb(",
                "from_rgba_unmultiplied(",
                "from_gray(",
                "srgb(",
                "Rgb::hex(",
            ] {
                let mut rest = code.as_str();
                while let Some(at) = rest.find(literal) {
                    rest = &rest[at + literal.len()..];
                    let next = rest.trim_start().chars().next();
                    assert!(
                        !next.is_some_and(|next| next.is_ascii_digit()),
                        "{folder}/{name}.rs has a colour that is not in crates/draw/src/color/meaning.rs: {literal}{}",
                        rest.lines().next().unwrap_or_default()
                    );
                }
            }
        }
    }
}
