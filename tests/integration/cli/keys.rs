//! Tests for `keys`, which writes the key table of all front ends as lines, as JSON and as a page of the book.

use std::{collections::HashSet, fs, process::Output};

use serde_json::{Value, json};

use crate::cli::{err, failed, has, json, out, program, run};

fn rows(args: &[&str]) -> Vec<Value> {
    rows_of(&run([&["keys", "--json"], args].concat()))
}

fn rows_of(output: &Output) -> Vec<Value> {
    json(output).as_array().expect("a list").clone()
}

#[test]
fn every_action_is_a_line_with_its_keys() {
    let rows = rows(&["--default"]);
    let text = out(&run(["keys", "--default"]));
    assert_eq!(text.lines().count(), rows.len());
    let names: HashSet<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(names.len(), rows.len(), "two rows have one name in the settings");
    let (mut known, mut with_pad) = (HashSet::new(), 0);
    for (line, row) in text.lines().zip(&rows) {
        let named = |device: &str| {
            let names = row[device].as_array().expect("names").iter();
            let prefix = if device == "pad" { "gamepad " } else { "" };
            names
                .map(move |name| format!("{prefix}{}", name.as_str().expect("a name")))
                .collect::<Vec<_>>()
        };
        let keys = [named("keys"), named("pad")].concat();
        // Some keys have a different function while a film is shown.
        let of_films = row["name"].as_str().is_some_and(|name| name.starts_with("film-"));
        for key in &keys {
            has(line, key);
            if of_films {
                continue;
            }
            for front in row["fronts"].as_array().expect("fronts") {
                let pair = (key.to_owned(), front.to_string());
                assert!(known.insert(pair), "{key} does two things in the {front}");
            }
        }
        with_pad += usize::from(!named("pad").is_empty());
        has(line, row["does"].as_str().expect("words"));
        let is_everywhere = row["fronts"].as_array().expect("fronts").len() == 3;
        assert_eq!(row["why_not_everywhere"].is_null(), is_everywhere, "{line}");
    }
    assert!(with_pad > 50, "{with_pad} rows have a gamepad's button");
}

#[test]
fn book_page_matches_the_key_table() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/keys.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let is_same = page.replace("\r\n", "\n") == out(&run(["keys", "--markdown", "--default"]));
    assert!(
        is_same,
        "write it anew: cargo run -- keys --markdown --default > docs/src/keys.md"
    );
}

/// Returns the keys of an action.
fn keys_of(rows: &[Value], name: &str) -> Value {
    let row = rows.iter().find(|row| row["name"] == name);
    row.unwrap_or_else(|| panic!("{name} is no action"))["keys"].clone()
}

#[test]
fn preset_is_printed_by_its_name() {
    for (preset, name, keys) in [
        ("azerty", "move-forward", json!(["Z"])),
        ("one-hand", "turn-left", json!(["Q", "←"])),
        ("qwerty", "move-forward", json!(["W"])),
    ] {
        assert_eq!(keys_of(&rows(&["--preset", preset]), name), keys);
    }
    let wrong = run(["keys", "--preset", "dvorak"]);
    failed(&wrong, 2, "qwerty, azerty, left-hand, one-hand");
}

#[test]
fn bound_keys_print_and_invalid_entry_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "speed = 3.0\n[keys]\npreset = 'azerty'\ntoggle-walking = ['U', 'Ctrl+H']\nwhy = 'Hyper'\n";
    fs::write(folder.path().join("settings.toml"), text).expect("a temporary file");
    let with = |args: &[&str]| {
        let mut command = program();
        let output = command
            .env("BSPWALK_CONFIG_DIR", folder.path())
            .args(args)
            .output();
        output.expect("the program starts")
    };
    let output = with(&["keys", "--json"]);
    let told = err(&output);
    assert!(told.contains("`keys.why`") && told.contains("Hyper"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    let rows = rows_of(&output);
    assert_eq!(keys_of(&rows, "move-forward"), json!(["Z"]));
    assert_eq!(keys_of(&rows, "toggle-walking"), json!(["U", "Ctrl+H"]));
    assert_eq!(keys_of(&rows, "toggle-model"), json!([]), "U was its key");
    assert_eq!(keys_of(&rows, "why"), json!(["Y"]), "the usual key");
    assert!(out(&with(&["keys"])).contains("U, Ctrl+H"));
    let usual = rows_of(&with(&["keys", "--json", "--default"]));
    assert_eq!(keys_of(&usual, "toggle-walking"), json!(["G"]));
}
