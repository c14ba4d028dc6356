//! `keys`: the one table of all fronts, as lines, as JSON and as the page of the book.

use std::{collections::HashSet, fs};

use serde_json::Value;

use crate::{out, run};

fn rows() -> Vec<Value> {
    let output = run(["keys", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    serde_json::from_str(&out(&output)).expect("JSON")
}

#[test]
fn every_action_is_a_line_with_its_keys() {
    let rows = rows();
    let text = out(&run(["keys"]));
    assert_eq!(text.lines().count(), rows.len());
    let (mut known, mut with_pad) = (HashSet::new(), 0);
    for (line, row) in text.lines().zip(&rows) {
        let named = |device: &str| {
            let names = row[device].as_array().expect("names").iter();
            let prefix = if device == "pad" { "pad " } else { "" };
            names
                .map(move |name| format!("{prefix}{}", name.as_str().expect("a name")))
                .collect::<Vec<_>>()
        };
        let keys = [named("keys"), named("pad")].concat();
        assert!(!keys.is_empty());
        for key in &keys {
            assert!(line.contains(key), "{line}: {key}");
            for front in row["fronts"].as_array().expect("fronts") {
                let pair = (key.to_owned(), front.to_string());
                assert!(known.insert(pair), "{key} does two things in the {front}");
            }
        }
        with_pad += usize::from(!named("pad").is_empty());
        assert!(line.contains(row["does"].as_str().expect("words")), "{line}");
        let is_everywhere = row["fronts"].as_array().expect("fronts").len() == 3;
        assert_eq!(row["why_not_everywhere"].is_null(), is_everywhere, "{line}");
    }
    assert!(with_pad > 50, "{with_pad} rows have a gamepad's button");
}

#[test]
fn the_page_of_the_book_is_the_table() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/keys.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let is_same = page.replace("\r\n", "\n") == out(&run(["keys", "--markdown"]));
    assert!(
        is_same,
        "write it anew: cargo run -- keys --markdown > docs/src/keys.md"
    );
}
