//! Tests that links and pictures in the documentation refer to existing files and headings, and that the book includes
//! all chapters.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the paths of the pages in a folder, relative to the root.
fn pages_in(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder is readable");
    let names =
        entries.map(|entry| Path::new(folder).join(entry.expect("the entry is readable").file_name()));
    names
        .filter(|name| name.extension().is_some_and(|extension| extension == "md"))
        .collect()
}

/// Returns all pages in the root, the book and the crates.
fn pages() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).expect("the folder is readable");
    let crates = crates.map(|entry| entry.expect("the entry is readable").file_name());
    let crates = crates.flat_map(|name| pages_in(&format!("crates/{}", name.to_string_lossy())));
    [pages_in(""), pages_in("docs/src"), pages_in("fuzz")]
        .concat()
        .into_iter()
        .chain(crates)
        .collect()
}

fn read(page: &Path) -> String {
    let text = fs::read_to_string(root().join(page));
    text.unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// Removes code blocks, because links and headings are not recognised there.
fn without_code(text: &str) -> String {
    let mut is_code = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the targets of a page's links and pictures, except targets on other hosts.
fn links(text: &str) -> Vec<String> {
    let text = without_code(text);
    let ends = text.split("](").skip(1);
    ends.filter_map(|rest| rest.split_once(')').map(|(link, _)| link.trim().to_owned()))
        .filter(|link| !link.contains("://"))
        .collect()
}

/// Returns the anchors of a page's headings, as GitHub and mdBook generate them.
fn anchors(text: &str) -> BTreeSet<String> {
    let text = without_code(text);
    let headings = text
        .lines()
        .filter_map(|line| line.strip_prefix('#')?.trim_start_matches('#').strip_prefix(' '));
    let name = |heading: &str| {
        let kept = heading.trim().chars().filter_map(|c| match c {
            ' ' | '-' => Some('-'),
            c if c.is_alphanumeric() || c == '_' => Some(c.to_ascii_lowercase()),
            _ => None,
        });
        kept.collect()
    };
    headings.map(name).collect()
}

#[test]
fn links_have_targets() {
    let mut count = 0;
    let mut broken = Vec::new();
    for page in pages() {
        let text = read(&page);
        for link in links(&text) {
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let file = file.split_once('?').map_or(file, |(file, _)| file);
            let target = match file {
                "" => page.clone(),
                file => page.parent().unwrap_or(Path::new("")).join(file),
            };
            if !root().join(&target).exists() {
                broken.push(format!("{}: {link}", page.display()));
            } else if !anchor.is_empty() && !anchors(&read(&target)).contains(anchor) {
                broken.push(format!("{}: {link} names no heading there", page.display()));
            }
        }
    }
    assert!(count > 50, "only {count} links were found");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_chapter_and_picture_is_in_the_book() {
    let summary: BTreeSet<String> = links(&read(Path::new("docs/src/SUMMARY.md")))
        .into_iter()
        .collect();
    let mut shown = BTreeSet::new();
    for page in pages_in("docs/src") {
        let name = page
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        assert!(
            name == "SUMMARY.md" || summary.contains(&name),
            "{name} is not in SUMMARY.md"
        );
        for link in links(&read(&page)) {
            // mdBook does not include files outside the book, so links to them would be dead.
            assert!(
                !link.starts_with("..") || link.contains('?'),
                "{name} leads out of the book: {link}"
            );
            shown.extend(link.strip_prefix("pictures/").map(str::to_owned));
        }
    }
    for entry in fs::read_dir(root().join("docs/src/pictures")).expect("the folder is readable") {
        let picture = entry.expect("the entry is readable").file_name();
        let picture = picture.to_string_lossy();
        assert!(shown.contains(&*picture), "no chapter shows {picture}");
    }
    let views: BTreeMap<String, serde_json::Value> =
        serde_json::from_str(&read(Path::new("docs/src/views.json"))).expect("it is a table");
    for picture in views.keys() {
        assert!(
            shown.contains(picture),
            "{picture} has a view, and no chapter shows it"
        );
    }
}
