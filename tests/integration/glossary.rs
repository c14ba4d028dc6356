//! Tests that there is only one glossary: `GLOSSARY.md` and its translations are generated from the same source, and no
//! other page defines terms. The panel and the legends draw text only through widgets that can explain glossary terms.

use std::{fs, path::Path};

use bspwalk_explain::glossary::{self, Term};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::languages;
use proc_macro2::{TokenStream, TokenTree};

use crate::layering::rust_files;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect("the page is there")
}

#[test]
fn glossary_pages_are_up_to_date() {
    for language in languages() {
        let name = match language.tag() {
            "en" => "GLOSSARY.md".to_owned(),
            tag => format!("GLOSSARY.{tag}.md"),
        };
        let is_same = page(&name).replace("\r\n", "\n") == glossary::markdown(language);
        assert!(
            is_same,
            "regenerate {name}: cargo run -p bspwalk_explain --example glossary"
        );
    }
}

/// Returns the cells of all table rows on a page.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().filter(|line| line.starts_with('|'));
    lines
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn no_other_page_defines_terms() {
    let book = fs::read_dir(root().join("docs/src")).expect("the book is there");
    let chapters = book.map(|entry| entry.expect("the entry is readable").file_name());
    let chapters = chapters.map(|name| format!("docs/src/{}", name.to_string_lossy()));
    let mut names: Vec<String> = chapters.filter(|name| name.ends_with(".md")).collect();
    names.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(str::to_owned));
    for name in names {
        for row in rows(&page(&name)) {
            assert!(
                !(row.len() > 1 && row[0] == "term"),
                "{name} defines a term: {row:?}"
            );
        }
    }
    for (name, link) in [
        ("README.md", "(GLOSSARY.md)"),
        ("ARCHITECTURE.md", "(GLOSSARY.md)"),
        ("docs/src/introduction.md", "(glossary.md)"),
        ("docs/src/teaching.md", "(glossary.md)"),
        ("docs/src/glossary.md", "{{#include ../../GLOSSARY.md}}"),
    ] {
        assert!(page(name).contains(link), "{name} leads to the glossary");
    }
    let page = page("GLOSSARY.md");
    let rows = rows(&page);
    for &term in Term::ALL {
        let defined = rows.iter().filter(|row| row[0] == term.name()).count();
        assert_eq!(defined, 1, "{term:?}");
    }
}

#[test]
fn overlay_text_names_its_term() {
    for kind in OverlayKind::ALL {
        let words = format!("{} {}", kind.title(), kind.description());
        let mut forms = kind.term().ambiguous_forms();
        let is_named = glossary::find(&words)
            .iter()
            .any(|found| found.term == kind.term())
            || forms.any(|form| words.to_lowercase().contains(form));
        // The collision overlay must not call the touched faces contacts.
        assert!(
            is_named || kind == OverlayKind::Collision || kind == OverlayKind::Entities,
            "{kind}: {words}"
        );
    }
}

/// Counts the calls of a method with the given name.
fn calls(tokens: TokenStream, method: &str) -> usize {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut count = 0;
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => count += calls(group.stream(), method),
            TokenTree::Ident(name) if name == method => {
                let is_after_dot = index > 0 && tokens[index - 1].to_string() == ".";
                let is_called = matches!(tokens.get(index + 1), Some(TokenTree::Group(_)));
                count += usize::from(is_after_dot && is_called);
            }
            _ => {}
        }
    }
    count
}

#[test]
fn panel_and_legends_draw_text_through_widgets() {
    let mut files = Vec::new();
    for folder in ["src/app/panel", "src/app/paint/overlays"] {
        rust_files(&root().join(folder), &mut files);
    }
    files.push(root().join("src/app/kit/widgets.rs"));
    let mut seen = 0;
    for file in files {
        let is_widgets = file.ends_with("kit/widgets.rs");
        let source = fs::read_to_string(&file).expect("it is readable");
        let tokens: TokenStream = source.parse().expect("it is made of Rust tokens");
        for method in ["label", "checkbox"] {
            let count = calls(tokens.clone(), method);
            seen += count;
            assert!(
                count == 0 || is_widgets,
                "{} calls `{method}`: `widgets` has functions that take a term, or search a text for terms",
                file.display()
            );
        }
    }
    assert!(seen > 3, "the widgets themselves call both");
}
