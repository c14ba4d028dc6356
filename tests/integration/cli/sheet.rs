//! Tests for `bspwalk sheet`, which writes a self-contained page with the same numbers as the individual commands.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value;

use crate::cli::{done, err, failed, has, json, level, out, run};

/// Names of the page's films.
const FILMS: [&str; 5] = ["division", "build", "cast", "contacts", "sweep"];

fn sheet(level: &str, options: &[&str], to: &Path) -> String {
    let to = to.display().to_string();
    let words = ["sheet", level, "-o", &to];
    let output = done(run(words.iter().chain(options).copied()));
    assert!(out(&output).starts_with(&to), "{}", out(&output));
    fs::read_to_string(to).expect("it was written")
}

/// Returns the substrings between two markers.
fn between<'a>(text: &'a str, from: &'a str, to: &'a str) -> impl Iterator<Item = &'a str> {
    let parts = text.split(from).skip(1);
    parts.filter_map(move |part| part.split_once(to).map(|(inside, _)| inside))
}

/// Returns the section of the page with the given ID.
fn part<'a>(page: &'a str, id: &str) -> &'a str {
    let (_, part) = page
        .split_once(&format!("<section id=\"{id}\""))
        .expect("the part");
    part.split_once("</section>").expect("its end").0
}

/// Returns all numbers in a sentence.
fn numbers(words: &str) -> Vec<u32> {
    let plain = words.replace(',', "");
    let parts = plain.split(|sign: char| !sign.is_ascii_digit());
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// Returns the number of steps that `film` reports.
fn steps_of_film(level: &str, name: &str, folder: &Path) -> u32 {
    let to = folder.join("film.gif").display().to_string();
    let output = run(["film", level, "--of", name, "--steps", "4000000000..", "-o", &to]);
    assert_eq!(output.status.code(), Some(1), "{name}");
    let error = err(&output);
    let (_, steps) = error
        .split_once("steps are numbered 1 to ")
        .expect("it says them");
    numbers(steps)[0]
}

/// Checks that each step of a film has a number, a sentence and a picture.
fn check_film(page: &str, name: &str, all: u32) {
    let film = part(page, name);
    let steps: Vec<&str> = between(film, "<figure class=\"step\">", "</figure>").collect();
    let (mut last, mut pictures) = (0, BTreeSet::new());
    for step in &steps {
        let number = between(step, "<p class=\"number\">", "</p>").next();
        let said = numbers(number.expect("its number"));
        assert_eq!(said.len(), 2, "{name}: {number:?}");
        assert!(said[0] > last && said[0] <= all, "{name}: {said:?} after {last}");
        assert_eq!(said[1], all, "{name}");
        last = said[0];
        let words = between(step, "<p class=\"words\">", "</p>").next();
        assert!(words.is_some_and(|words| words.len() > 15), "{name}: {words:?}");
        for layer in between(step, "<i class=\"l", "\"") {
            assert!(page.contains(&format!("\n.l{layer} {{")), "{name}: layer {layer}");
        }
        pictures.insert(between(step, "<div class=\"screen\">", "</div>").next());
    }
    assert!(
        pictures.len() * 2 > steps.len(),
        "{name}: {} pictures",
        pictures.len()
    );
    let intro = between(film, "<p class=\"intro\">", "</p>")
        .next()
        .expect("an intro");
    let is_said = intro.contains("These are ");
    assert_eq!(is_said, steps.len() < all as usize, "{name}: {intro}");
    if is_said {
        assert!(numbers(intro).contains(&(steps.len() as u32)), "{name}: {intro}");
    }
    assert!(name == "build" || last == all, "{name} ends with {last}");
}

/// Checks that the page loads no other files, and that all IDs on it are unique.
fn check_alone(page: &str) {
    for word in ["@import", "<link", "http", "fetch("] {
        assert!(!page.contains(word), "{word}");
    }
    for (any, own) in [("url(", "url(data:"), ("src=", "src=\"data:")] {
        assert_eq!(page.matches(any).count(), page.matches(own).count(), "{any}");
    }
    let (parts, _) = page.split_once("<script>\n").expect("the script");
    let ids: Vec<&str> = between(parts, " id=\"", "\"").collect();
    let once: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), once.len(), "each name once: {ids:?}");
    for link in between(parts, "href=\"#", "\"") {
        assert!(once.contains(link), "{link}");
    }
}

#[test]
fn page_shows_figures_of_the_other_commands() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let page = sheet(
        "three_rooms",
        &["--samples", "20"],
        &folder.path().join("page.html"),
    );
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    check_alone(&page);
    for id in FILMS
        .iter()
        .chain(&["level", "tree", "questions", "answers", "duel"])
    {
        has(&page, &format!("href=\"#{id}\""));
    }
    for name in FILMS {
        check_film(&page, name, steps_of_film("three_rooms", name, folder.path()));
    }
    // Check the tree.
    let info = json(&run(["info", "three_rooms", "--json"]));
    let tree = between(&page, "id=\"numbers\">", "</script>")
        .next()
        .expect("it is there");
    let tree: Value = serde_json::from_str(tree).expect("it is JSON");
    let nodes = info["node_tree"]["nodes"].as_u64().expect("a number") as usize;
    assert_eq!(tree["children"].as_str().map(str::len), Some(nodes));
    let own = tree["own"].as_array().expect("a list");
    let fragments: u64 = own.iter().filter_map(Value::as_u64).sum();
    assert_eq!(Some(fragments), info["node_tree"]["fragments"].as_u64());
    assert_eq!(own.len(), nodes);
    // Every node except the root is a child, so count the children.
    let children = tree["children"].as_str().expect("digits").bytes();
    let count: u32 = children
        .map(|digit| u32::from(digit - b'0'))
        .map(|kinds| kinds / 3 + kinds % 3)
        .sum();
    assert_eq!(count as usize, nodes - 1);
    // Check the questions and their correct answers.
    let quiz = json(&run(["quiz", "three_rooms", "--json"]));
    let asked = quiz.as_array().expect("a list");
    assert_eq!(between(&page, "data-answer=\"", "\"").count(), asked.len());
    for question in asked {
        let text = question["text"].as_str().expect("a text");
        has(&page, text);
    }
    let rights = between(&page, "data-right=\"", "\"").map(|right| right.parse::<u64>().ok());
    assert!(rights.eq(asked.iter().map(|question| question["answer"].as_u64())));
    let answers = part(&page, "answers");
    for question in asked {
        if let (Some(choices), Some(right)) = (question["choices"].as_array(), question["answer"].as_u64()) {
            let choice = &choices[right as usize];
            let words = choice.as_str().or(choice["text"].as_str()).expect("a text");
            has(answers, words);
        }
    }
}

#[test]
#[ignore = "films a large level; `./check full` runs it"]
fn page_of_the_hall_is_small() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let to = folder.path().join("hall.html");
    let page = sheet("hall", &["--samples", "0", "--questions", "4"], &to);
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    check_alone(&page);
    for name in FILMS {
        let steps = between(part(&page, name), "<figure class=\"step\">", "</figure>").count();
        assert!(steps >= 4, "{name} has {steps} steps");
    }
}

#[test]
fn special_names_and_empty_levels_work() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let to = folder.path().join("page.html");
    let name = "a <b> & \"c\".obj";
    let own = level(
        &folder,
        name,
        "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 3 0\nf 1 2 3\nf 1 4 2\n",
    );
    let few = ["--samples", "0", "--size", "160x90"];
    let own = own.display().to_string();
    let page = sheet(&own, &few, &to);
    assert!(page.contains("a &lt;b&gt; &amp; &quot;c&quot;") && !page.contains("a <b>"));
    assert!(!page.contains("id=\"duel\""), "it was left out");
    for name in FILMS {
        check_film(&page, name, steps_of_film(&own, name, folder.path()));
    }
    let flat = level(&folder, "flat.obj", "v 0 0 0\nv 1 0 0\nv 1 0 0\nf 1 2 3\n");
    let flat = flat.display().to_string();
    let output = run(["sheet", &flat, "-o", &to.display().to_string()]);
    let said = err(&output);
    assert!(output.status.success() || said.contains("flat.obj"), "{said}");
}

#[test]
fn errors_are_one_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let to = folder.path().join("page.html");
    let to = to.display().to_string();
    let refused = |args: &[&str], status: i32, word: &str| {
        let output = run([&["sheet"], args].concat());
        failed(&output, status, word);
        assert!(status == 2 || err(&output).lines().count() == 1, "{args:?}");
    };
    refused(&["three_rooms", "-o", "page.pdf"], 2, ".html");
    refused(&["three_rooms"], 2, "--output");
    refused(&["three_rooms", "-o", &to, "--size", "0x9"], 2, "--size");
    refused(&["no_such_level.obj", "-o", &to], 1, "no_such_level.obj");
    refused(&["three_rooms", "-o", &to, "--select", "70"], 1, "no node 70");
    refused(
        &["three_rooms", "-o", "no/such/folder/page.html"],
        1,
        "no/such/folder",
    );
    assert!(!Path::new(&to).exists(), "nothing is left behind");
}
