//! Tests that the film and quiz cards contain the right text and hide no other card.

use bspwalk_explain::films::{QueryKind, caption, preset};
use bspwalk_explain::quiz::{Answers, Kind};
use bspwalk_overlays::section::FilmCounts;

use super::*;
use crate::app::{host::prelude::*, level::quiz::AskQuiz};

/// Cards that a film card must not hide.
const OTHERS: [&str; 3] = ["left", "right", "model"];

#[test]
fn build_film_says_what_each_step_does() {
    let mut bench = Bench::full();
    bench.send(Action::ToggleBuildFilm);
    for step in [0, 2] {
        bench.resource_mut::<ProgramState>().build.step = step;
        bench.app.update();
        bench.until_filmed();
        for size in SIZES {
            let case = format!("{size:?}, step {step}");
            let text = bench.texts(size, &case);
            assert_has(&text, [format!("Split {} of ", step + 1)], &case);
            bench.assert_hides_none("build film", &OTHERS, &case);
        }
    }
}

#[test]
fn films_have_a_sentence_and_a_legend() {
    let mut bench = Bench::full();
    let counts = FilmCounts {
        tree: FilmTree::Nodes,
        depth: 2,
        last: 9,
        planes: [3, 812],
        cells: 4,
    };
    bench.resource_mut::<SectionFacts>().0.film = Some(counts);
    bench.send(Action::ToggleDivision);
    assert!(bench.resource::<ProgramState>().view.shows_division());
    let said = "3 of 812 planes at depths 0 to 1 produce 4 cells in this section.";
    let text = bench.texts(USUAL, "division");
    assert_has(&text, [said, "the planes of the current step"], "division");

    bench.send(Action::ToggleBuildFilm);
    bench.until_filmed();
    let tree = &bench.shown::<OpenedLevel>().tree;
    let divisions = &bench.resource::<ProgramState>().divisions;
    let said = divisions.caption(tree, &bench.resource::<ProgramState>().build);
    assert!(said.starts_with("Split 1 of "), "{said}");
    let text = bench.texts(USUAL, "build");
    let expected = [said.as_str(), "chosen plane, its faces and its cell"];
    assert_has(&text, expected, "build");
}

#[test]
fn query_film_says_what_each_step_does() {
    let mut bench = Bench::full();
    bench.send(Action::ToggleQueryFilm);
    for kind in QueryKind::ALL {
        for step in [0, 3, u32::MAX] {
            bench.resource_mut::<ProgramState>().query.asked.kind = kind;
            bench.until_filmed();
            let tree = bench.shown::<OpenedLevel>().tree.clone();
            let player = &mut bench.resource_mut::<ProgramState>().into_inner().query;
            (player.step, player.playing) = (step.min(player.last_step(&tree)), false);
            bench.app.update();
            let player = &bench.resource::<ProgramState>().query;
            let film = player.film(&tree).expect("it is recorded");
            let said = caption(film, &tree, player.step as usize);
            for size in SIZES {
                let case = format!("{size:?}, {kind:?}, step {step}");
                let text = bench.texts(size, &case);
                assert_has(&text, [said.as_str(), "face tested, no hit"], &case);
                bench.assert_hides_none("query film", &OTHERS, &case);
            }
        }
    }
}

#[test]
fn worked_example_names_its_subject_and_source() {
    let mut bench = Bench::full();
    let example = preset("separating_axis").expect("there is one");
    bench.resource_mut::<ProgramState>().query.preset = Some(example);
    let text = bench.texts(USUAL, "a worked example");
    let source = example.source.to_string();
    let expected = [example.title.text(), source.as_str(), example.words.text()];
    assert_has(&text, expected, "a worked example");
}

/// Draws the quiz card, and returns its text as one line.
fn quiz_text(bench: &mut Bench, size: [f32; 2], kind: Kind) -> String {
    let case = format!("{kind:?} in {size:?}");
    let text = bench.texts(size, &case);
    let screen = bench.places().window.expand(1.0);
    let card = bench.card("quiz");
    let is_whole = card.is_some_and(|card| screen.contains_rect(card));
    assert!(is_whole, "{case}: {card:?}");
    text.replace('\n', " ")
}

#[test]
fn each_question_is_read_answered_and_explained() {
    let mut bench = Bench::bare();
    bench.send(Action::ToggleQuiz);
    // A fixed seed produces the same questions in every run.
    bench.resource_mut::<ProgramState>().quiz.open(7, &Kind::ALL);
    for kind in Kind::ALL {
        bench.until("a question", |world| {
            world.resource::<ProgramState>().quiz.current_question().is_some()
        });
        bench.app.update();
        let question = bench.resource::<ProgramState>().quiz.current_question().cloned();
        let question = question.expect("it is there");
        assert_eq!(question.kind, kind);
        for size in [USUAL, SIZES[0]] {
            let text = quiz_text(&mut bench, size, kind);
            assert_has(&text, [kind.title()], "the title");
            if let Answers::Choices(choices) = &question.answers {
                assert_has(&text, choices.iter().map(|choice| &choice.text), "a choice");
            }
            assert!(!text.contains("Next"), "not answered yet: {text}");
        }
        bench.write_message(AskQuiz::Answer(question.right));
        bench.app.update();
        let text = quiz_text(&mut bench, USUAL, kind);
        assert_has(&text, ["Right.", "Next"], "answered");
        bench.write_message(AskQuiz::Next);
        bench.app.update();
    }
}
