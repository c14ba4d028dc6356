//! `bspwalk sheet`: one page with everything in it, of the same figures as the commands that it repeats.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value;

use crate::{err, level, out, run};

fn sheet(level: &str, options: &[&str], to: &Path) -> String {
    let to = to.display().to_string();
    let words = ["sheet", level, "-o", &to];
    let output = run(words.iter().chain(options).copied());
    assert!(output.status.success(), "{level}: {}", err(&output));
    fs::read_to_string(to).expect("it was written")
}

/// The texts between two marks.
fn between<'a>(text: &'a str, from: &'a str, to: &'a str) -> impl Iterator<Item = &'a str> {
    let parts = text.split(from).skip(1);
    parts.filter_map(move |part| part.split_once(to).map(|(inside, _)| inside))
}

fn json(command: &[&str]) -> Value {
    let output = run(command);
    assert!(output.status.success(), "{command:?}: {}", err(&output));
    serde_json::from_str(&out(&output)).expect("it is JSON")
}

#[test]
fn a_page_shows_the_figures_of_the_other_commands() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let page = sheet(
        "three_rooms",
        &["--samples", "20"],
        &folder.path().join("page.html"),
    );
    // Nothing is fetched from elsewhere.
    for word in ["src=", "@import", "url(", "<link", "https:", "fetch("] {
        assert!(!page.contains(word), "{word}");
    }
    let ids: Vec<&str> = between(&page, "id=\"", "\"").collect();
    let once: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), once.len(), "each name once: {ids:?}");
    for id in [
        "level",
        "division",
        "build",
        "cast",
        "contacts",
        "sweep",
        "tree",
        "questions",
        "duel",
    ] {
        assert!(once.contains(id), "{id}");
        assert!(page.contains(&format!("href=\"#{id}\"")), "{id}");
    }
    // The tree.
    let info = json(&["info", "three_rooms", "--json"]);
    let nodes = info["tree"]["nodes"].as_u64().expect("a number");
    let bars = between(&page, "id=\"bars\">", "</script>")
        .next()
        .expect("it is there");
    let bars: Value = serde_json::from_str(bars).expect("it is JSON");
    let bars = bars.as_array().expect("a list");
    assert_eq!(bars.len() as u64, nodes);
    assert_eq!(bars[0][2].as_f64(), Some(nodes as f64), "the root has all nodes");
    for bar in bars.iter().skip(1) {
        let parent = &bars[bar[5].as_u64().expect("a parent") as usize];
        assert_eq!(bar[1].as_u64(), parent[1].as_u64().map(|depth| depth + 1));
    }
    // The questions.
    let quiz = json(&["quiz", "three_rooms", "--json"]);
    let asked = quiz["questions"].as_array().expect("a list");
    assert_eq!(between(&page, "data-answer=\"", "\"").count(), asked.len());
    for question in asked {
        let text = question["question"].as_str().expect("a text");
        assert!(page.contains(text), "{text}");
    }
    let rights = between(&page, "data-right=\"", "\"").map(|right| right.parse::<u64>().ok());
    let choices = asked.iter().filter(|question| question["choices"].is_array());
    assert!(rights.eq(choices.map(|question| question["right"].as_u64())));
    // Each step has a picture and a sentence.
    let steps: Vec<&str> = between(&page, "<figure class=\"step\">", "</figure>").collect();
    assert!(steps.len() > 30, "{}", steps.len());
    for step in steps {
        assert!(
            step.contains("<use href=\"#model\"/>") && step.contains("<svg"),
            "{step:.200}"
        );
        let words = between(step, "<p aria-live=\"polite\">", "</p>").next();
        assert!(words.is_some_and(|words| words.len() > 15), "{words:?}");
    }
}

#[test]
fn names_and_empty_levels_break_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let to = folder.path().join("page.html");
    let name = "a <b> & \"c\".obj";
    let own = level(
        &folder,
        name,
        "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 3 0\nf 1 2 3\nf 1 4 2\n",
    );
    let page = sheet(&own.display().to_string(), &["--samples", "0"], &to);
    assert!(page.contains("a &lt;b&gt; &amp; &quot;c&quot;") && !page.contains("a <b>"));
    assert!(!page.contains("id=\"duel\""), "it was left out");
    let flat = level(&folder, "flat.obj", "v 0 0 0\nv 1 0 0\nv 1 0 0\nf 1 2 3\n");
    let flat = flat.display().to_string();
    let output = run(["sheet", &flat, "-o", &to.display().to_string()]);
    let said = err(&output);
    assert!(output.status.success() || said.contains("flat.obj"), "{said}");
    let output = run(["sheet", "three_rooms", "-o", "page.pdf"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains(".html"), "{}", err(&output));
}

#[test]
fn the_page_of_the_hall_is_small() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let to = folder.path().join("hall.html");
    let page = sheet("hall", &["--samples", "20", "--questions", "4"], &to);
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
}
