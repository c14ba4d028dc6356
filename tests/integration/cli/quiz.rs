//! Tests for `quiz`: interactive questions, and questions as JSON.

use std::fs;

use serde_json::Value;

use crate::cli::{done, err, failed, has, json, out, run, run_with};

fn questions(args: &[&str]) -> Vec<Value> {
    let document = json(&run([&["quiz", "--json"], args].concat()));
    document.as_array().expect("an array").clone()
}

/// Returns the input that answers a question correctly.
fn typed(question: &Value) -> String {
    let right = question["answer"].as_u64().expect("a number");
    match question.get("choices") {
        Some(_) => ["a", "B", "c", "D"][right as usize].to_owned(),
        None => right.to_string(),
    }
}

#[test]
fn document_has_every_kind_and_follows_the_seed() {
    let all = questions(&["three_rooms"]);
    assert_eq!(all.len(), 8);
    let kinds: std::collections::BTreeSet<&str> = all.iter().filter_map(|one| one["kind"].as_str()).collect();
    assert_eq!(kinds.len(), 8, "{kinds:?}");
    assert_eq!(all, questions(&["three_rooms"]));
    assert_ne!(all, questions(&["three_rooms", "--seed", "77"]));
    for question in &all {
        for field in ["text", "why", "view"] {
            assert!(question[field].is_string(), "{field}: {question}");
        }
    }
}

#[test]
fn view_of_each_question_is_accepted_by_shot() {
    let folder = tempfile::tempdir().expect("a folder");
    for question in questions(&["three_rooms"]) {
        let view = question["view"].as_str().expect("a text");
        assert!(view.contains("--view=model"), "{view}");
        let picture = folder
            .path()
            .join(format!("{}.png", question["id"].as_str().expect("an id")));
        let picture = picture.to_string_lossy().into_owned();
        let words = ["shot", "three_rooms", "-o", &picture, "--size", "160x90"];
        done(run(words.into_iter().chain(view.split(' '))));
    }
}

#[test]
fn right_answers_score_and_wrong_ones_get_advice() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("answers.csv");
    let args = [
        "quiz",
        "three_rooms",
        "--count",
        "8",
        "--csv",
        &file.to_string_lossy(),
    ];
    let all = questions(&["three_rooms", "--count", "8"]);
    let right: String = all.iter().map(|question| typed(question) + "\n").collect();
    let output = done(run_with(args, &right));
    let text = out(&output);
    assert!(
        text.contains("Score: 8 of 8 points.") && !text.contains("To review"),
        "{text}"
    );
    let csv = fs::read_to_string(&file).expect("it is written");
    assert_eq!(
        csv.lines().filter(|line| line.ends_with(",1.00")).count(),
        8,
        "{csv}"
    );

    // After invalid input, the question is asked again. The input ends after one wrong answer.
    let first = all[0]["answer"].as_u64().expect("a choice");
    let wrong = if first == 0 { "b" } else { "a" };
    let text = out(&run_with(args, &format!("perhaps\n{wrong}\n")));
    has(&text, "`perhaps` is not a valid answer. Enter A to D.");
    has(&text, "Score: 0 of 1 point.");
    has(&text, "To review “front or back”, see ");
}

#[test]
fn empty_level_or_bad_option_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let empty = folder.path().join("empty.obj");
    fs::write(&empty, "v 0 0 0\n").expect("it can be written");
    let output = run(["quiz", &empty.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1), "{}", out(&output));
    has(&err(&output), "empty.obj");
    let nowhere = folder.path().join("no/such/folder.csv");
    failed(
        &run_with(["quiz", "three_rooms", "--csv", &nowhere.to_string_lossy()], ""),
        1,
        "folder.csv",
    );
    assert_eq!(run(["quiz", "hall", "--count", "0"]).status.code(), Some(2));
}
