//! Tests that the quiz in the window asks questions about the current trees, and that answers are counted and saved.

use std::sync::Arc;

use bevy::{
    input::{ButtonState, keyboard::Key},
    prelude::*,
};
use bspwalk::app::{
    host::state::{Act, Action, OpenedLevel, Page, ProgramState},
    level::{leaf_tree::LeafTreeState, quiz::AskQuiz},
};
use bspwalk_explain::quiz::{Answers, Choice, Kind, Mark, Question, QuizAnswer, Scene};
use bspwalk_session::{actions::Source, quiz::QuizState, view::View};
use bspwalk_trees::NodeId;

use crate::app::harness::{Rig, THREE_ROOMS, room};

fn rig() -> Rig {
    let mut rig = Rig::selecting(THREE_ROOMS);
    rig.run(Action::ToggleQuiz);
    wait(&mut rig);
    rig
}

fn state(rig: &Rig) -> &QuizState {
    &rig.resource::<ProgramState>().quiz
}

/// Waits for a question.
fn wait(rig: &mut Rig) -> Arc<Question> {
    rig.until("a question", |rig| state(rig).current_question().is_some());
    rig.frames(1);
    Arc::clone(state(rig).current_question().expect("it is there"))
}

fn ask(rig: &mut Rig, asked: AskQuiz) {
    rig.send(asked);
    rig.frames(2);
}

#[test]
fn questions_are_shown_answered_and_saved() {
    let mut rig = Rig::selecting(THREE_ROOMS);
    // All kinds of questions are available once there is a PVS.
    rig.until("the PVS", |rig| {
        let built = rig.shown::<LeafTreeState>().built();
        built.is_some_and(|built| built.pvs.is_some())
    });
    rig.run_for(Action::SelectNode(NodeId(3)), 2);
    let selected = rig.selected();
    assert_eq!(selected.node, Some(NodeId(3)));
    rig.run(Action::ToggleQuiz);
    let mut kinds = Vec::new();
    for turn in 0..8 {
        let question = wait(&mut rig);
        kinds.push(question.kind);
        let view = rig.resource::<ProgramState>().view;
        assert_eq!(view.view, View::Model);
        assert!(view.framed.is_some() && view.cut.is_some());
        assert_eq!(rig.selected().node, None, "nothing else is lit");
        // Give one wrong answer, then a second answer that does not count.
        let wrong = match (&question.answers, question.right) {
            (Answers::Choices(choices), QuizAnswer::Choice(right)) => {
                QuizAnswer::Choice((right + 1) % choices.len())
            }
            (_, QuizAnswer::Number(right)) => QuizAnswer::Number(right + 1),
            other => panic!("{other:?}"),
        };
        let given = if turn == 3 { wrong } else { question.right };
        ask(&mut rig, AskQuiz::Answer(given));
        ask(&mut rig, AskQuiz::Answer(wrong));
        assert_eq!(state(&rig).current_answer(), Some(given));
        ask(&mut rig, AskQuiz::Show);
        let world = rig.app.world();
        let [query, build] = [
            world.resource::<ProgramState>().query.open,
            world.resource::<ProgramState>().build.open,
        ];
        match question.scene {
            Scene::Query { .. } => assert!(query && !build),
            Scene::Division { .. } => assert!(build && !query),
            _ => assert!(!query && !build),
        }
        rig.run_for(Action::AcceptOffer, 2);
        assert!(!rig.resource::<ProgramState>().query.open);
    }
    kinds.sort_unstable();
    assert_eq!(kinds, {
        let mut all = Kind::ALL;
        all.sort_unstable();
        all
    });
    let round = state(&rig).round_results();
    assert_eq!(round.answered.len(), 8);
    assert!((6.0..8.0).contains(&round.tally(None).points), "{round:?}");
    let kept = rig.resource::<ProgramState>().settings().quiz;
    assert_eq!(kept.answered.len(), 8);
    rig.run_for(Action::ToggleQuiz, 2);
    assert!(
        rig.resource::<ProgramState>().view.is_eye(),
        "the view of before comes back"
    );
    assert_eq!(rig.selected(), selected);
    // A new round asks different questions and starts counting from zero.
    rig.command(Action::ToggleQuiz);
    let question = wait(&mut rig);
    assert!(kept.answered.iter().all(|answered| answered.id != question.id()));
    assert!(state(&rig).round_results().answered.is_empty());
}

/// The build film stops before a division, asks about it, and continues once the question is answered, closed or
/// skipped.
#[test]
fn build_film_asks_before_a_division() {
    let mut rig = Rig::selecting(THREE_ROOMS);
    rig.command(Action::ToggleBuildFilm);
    let film = |rig: &Rig| rig.resource::<ProgramState>().build.clone();
    rig.until("the first division", |rig| film(rig).shown.is_some());
    let play = |rig: &mut Rig| {
        let film = &mut rig.resource_mut::<ProgramState>().into_inner().build;
        (film.asks, film.playing, film.speed) = (true, true, 50.0);
    };
    let shown = |rig: &Rig| film(rig).node();
    play(&mut rig);
    for turn in 0..6 {
        let question = wait(&mut rig);
        let Scene::Division { node, .. } = question.scene else {
            panic!("{question:?}");
        };
        rig.frames(5);
        assert_eq!((film(&rig).held, film(&rig).playing), (Some(node), false));
        assert_ne!(shown(&rig), Some(node), "it is asked before it is shown");
        assert_eq!(rig.selected().node, None, "nothing else is lit");
        match turn {
            // If the question is closed without an answer, the step is shown and the film is paused.
            4 => {
                rig.command(Action::ToggleQuiz);
                rig.until("the division", |rig| shown(rig) == Some(node));
                assert!(!film(&rig).playing && !state(&rig).is_open());
                play(&mut rig);
            }
            // Requesting a different step closes the question.
            5 => {
                rig.command(Action::PreviousStep);
                rig.until("the question to go", |rig| !state(rig).is_open());
                assert_eq!(film(&rig).held, None);
            }
            _ => {
                ask(&mut rig, AskQuiz::Answer(question.right));
                assert_ne!(shown(&rig), Some(node));
                ask(&mut rig, AskQuiz::Next);
                assert!(film(&rig).playing);
            }
        }
    }
    let kept = rig.resource::<ProgramState>().settings().quiz;
    assert_eq!(kept.tally(None).points, 4.0);
}

/// The division film stops before a depth, asks about a node at that depth, and then shows the depth.
#[test]
fn division_film_asks_before_a_depth() {
    let mut rig = Rig::selecting(THREE_ROOMS);
    rig.run_for(Action::ToggleDivision, 2);
    let film = |rig: &Rig| rig.resource::<ProgramState>().view.film;
    let play = |rig: &mut Rig| {
        let view = &mut rig.resource_mut::<ProgramState>().into_inner().view;
        (view.film.asks, view.film.playing) = (true, true);
    };
    play(&mut rig);
    for turn in 0..3 {
        let question = wait(&mut rig);
        let Scene::Division { node, .. } = question.scene else {
            panic!("{question:?}");
        };
        let depth = film(&rig).shown();
        let view = rig.shown::<OpenedLevel>().tree.node(node);
        assert_eq!(view.map(|view| view.depth), Some(depth), "it is divided next");
        rig.frames(5);
        assert!(!film(&rig).playing && film(&rig).shown() == depth && state(&rig).is_open());
        if turn == 2 {
            // Requesting a different depth closes the question.
            rig.resource_mut::<ProgramState>().view.film.depth = 0.0;
            rig.until("the question to go", |rig| !state(rig).is_open());
            return;
        }
        if turn == 1 {
            // If the question is closed without an answer, the film is paused and asks again when it is resumed.
            rig.run_for(Action::ToggleQuiz, 2);
            assert!(!film(&rig).playing && !state(&rig).is_open());
            play(&mut rig);
            assert_eq!(wait(&mut rig).id(), question.id());
        }
        ask(&mut rig, AskQuiz::Answer(question.right));
        ask(&mut rig, AskQuiz::Next);
        assert!(film(&rig).shown() == depth + 1 && film(&rig).playing || state(&rig).is_open());
    }
}

#[test]
fn another_level_replaces_the_question() {
    let mut rig = rig();
    let question = wait(&mut rig);
    let path = rig.file("another.obj", room().as_bytes());
    rig.drop_file(&path);
    rig.frames(2);
    let other = wait(&mut rig);
    assert!(!Arc::ptr_eq(&question, &other));
}

/// Returns the positions of the choices, if they are points.
fn places(choices: &[Choice]) -> Vec<Vec3> {
    let point = |choice: &Choice| match choice.mark {
        Mark::Point(point) => Some(point),
        _ => None,
    };
    choices.iter().filter_map(point).collect()
}

#[test]
fn click_on_a_choice_answers() {
    let mut rig = rig();
    for _ in 0..80 {
        let question = wait(&mut rig);
        if let (Scene::Query { node: None, .. }, Answers::Choices(choices)) =
            (&question.scene, &question.answers)
            && let [_, point, ..] = places(choices)[..]
            // Viewed from above, no other choice may be in the way.
            && places(choices).iter().filter(|other| (**other - point).with_y(0.0).length() < 1.0).count() == 1
        {
            let from = point + Vec3::Y;
            *rig.resource_mut::<bspwalk::app::host::state::Aim>() = bspwalk::app::host::state::Aim {
                from,
                direction: Vec3::NEG_Y,
            };
            rig.run(Action::SelectUnderPointer);
            assert_eq!(state(&rig).current_answer(), Some(QuizAnswer::Choice(1)));
            return;
        }
        ask(&mut rig, AskQuiz::Answer(question.right));
        ask(&mut rig, AskQuiz::Next);
    }
    panic!("no question where a body ends");
}

#[test]
fn quiz_closes_the_page_over_the_level() {
    let mut rig = Rig::selecting(&room());
    let page = |rig: &Rig| rig.resource::<ProgramState>().ui.page;
    rig.run_for(Action::TogglePlanarPage, 2);
    assert_eq!(page(&rig), Some(Page::PlanarTree));
    rig.run_for(Action::ToggleQuiz, 2);
    assert_eq!(page(&rig), None);
    assert!(state(&rig).is_open());
}

#[test]
fn letter_keys_answer_and_do_nothing_else() {
    let mut rig = rig();
    let is_asked = |rig: &Rig| {
        let asked = state(rig).current_question();
        asked.is_some_and(|question| matches!(question.answers, Answers::Choices(_)))
    };
    while !is_asked(&rig) {
        wait(&mut rig);
        if !is_asked(&rig) {
            ask(&mut rig, AskQuiz::Next);
        }
    }
    let mut sent = rig.resource::<Messages<Act>>().get_cursor_current();
    // Answer with a choice's letter, regardless of the position of its key.
    for state in [ButtonState::Pressed, ButtonState::Released] {
        rig.typed(KeyCode::KeyX, Key::Character("b".into()), state);
        rig.frames(2);
    }
    assert_eq!(state(&rig).current_answer(), Some(QuizAnswer::Choice(1)));
    // Another letter neither changes the answer nor has another effect.
    rig.tap_for(KeyCode::KeyA, 3);
    assert_eq!(state(&rig).current_answer(), Some(QuizAnswer::Choice(1)));
    let acts = rig.resource::<Messages<Act>>();
    let sent: Vec<_> = sent.read(acts).collect();
    assert!(sent.is_empty(), "{sent:?}");
    // Once the quiz is closed, the key triggers its own action again.
    rig.bind(Action::ToggleReplay, Source::Char('b'));
    rig.run_for(Action::ToggleQuiz, 2);
    let mut sent = rig.resource::<Messages<Act>>().get_cursor_current();
    rig.tap(KeyCode::KeyB);
    let acts = rig.resource::<Messages<Act>>();
    assert!(sent.read(acts).any(|act| *act == Action::ToggleReplay));
}
