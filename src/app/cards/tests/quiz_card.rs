//! Tests that a question of each kind is legible and answerable, and that the card shows the correct answer.

use bspwalk_explain::quiz::{Answers, Kind};

use super::*;
use crate::app::{
    host::state::{Act, Action},
    level::quiz::{AskQuiz, QuizState},
};

fn wait(app: &mut App) {
    for step in 0.. {
        app.update();
        if app.world().resource::<QuizState>().asked().is_some() {
            break;
        }
        assert!(step < 6000, "no question comes");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    app.update();
}

#[test]
fn each_question_is_read_answered_and_explained() {
    let (mut app, context) = bare_bench();
    app.world_mut().write_message(Act(Action::ToggleQuiz));
    app.update();
    // A fixed seed gives the same questions in every run.
    app.world_mut().resource_mut::<QuizState>().open(7, &Kind::ALL);
    for kind in Kind::ALL {
        wait(&mut app);
        let question = app
            .world()
            .resource::<QuizState>()
            .asked()
            .cloned()
            .expect("it is there");
        assert_eq!(question.kind, kind);
        let card_in = |app: &mut App, size: [f32; 2]| {
            let case = format!("{kind:?} in {size:?}");
            let (screen, shapes) = draw(app, &context, size);
            let text = check_texts(&context, screen, &shapes, &case);
            let area = context.memory(|memory| memory.area_rect(Id::new("quiz")));
            assert!(
                screen.expand(1.0).contains_rect(area.expect("it is drawn")),
                "{case}: {area:?}"
            );
            text.replace('\n', " ")
        };
        for size in [[1280.0, 720.0], [1024.0, 600.0]] {
            let text = card_in(&mut app, size);
            assert!(text.contains(kind.title()), "{text}");
            if let Answers::Choices(choices) = &question.answers {
                for choice in choices {
                    assert!(text.contains(&choice.text), "no {:?} in {text}", choice.text);
                }
            }
            assert!(
                !text.contains("Next"),
                "it can be gone by only once it was answered: {text}"
            );
        }
        app.world_mut().write_message(AskQuiz::Answer(question.right));
        app.update();
        let text = card_in(&mut app, [1280.0, 720.0]);
        assert!(text.contains("Right.") && text.contains("Next"), "{text}");
        app.world_mut().write_message(AskQuiz::Next);
        app.update();
    }
}
