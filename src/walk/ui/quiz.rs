//! The quiz card: the question, the choices, the right answer with its explanation, the score and the keys.

use bspwalk_explain::quiz::{Answers, QuizAnswer, letter, points};
use bspwalk_session::{actions::Action, quiz::QuizState, walk::Session};
use bspwalk_text::{
    text,
    words::{count, count_with_noun},
};
use ratatui::text::Line;

use super::{skin::Skin, wrap::rows};

/// Maximum line length, in columns.
const WIDTH: usize = 100;

pub(super) fn card(session: &Session, skin: Skin, columns: usize) -> Option<Vec<Line<'static>>> {
    let quiz = session.quiz()?;
    let width = columns.saturating_sub(2).min(WIDTH);
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut add = |text: &str, style| lines.extend(rows(&skin.plain(text), width, style));
    add(&title(quiz), skin.title());
    let keys = |actions: [Action; 4]| actions.map(|action| session.keys().action_key(action));
    let [next, before, enter, close] = keys([
        Action::NextStep,
        Action::PreviousStep,
        Action::AcceptOffer,
        Action::Escape,
    ]);
    let Some(question) = quiz.current_question() else {
        add(
            if quiz.is_exhausted() {
                text!("screen-quiz-exhausted")
            } else {
                text!("screen-quiz-waits")
            },
            skin.text(),
        );
        add(&text!("screen-close-key", close), skin.note());
        return Some(lines);
    };
    add(&question.text, skin.text());
    let (given, marked) = (quiz.current_answer(), quiz.marked);
    match &question.answers {
        Answers::Choices(choices) => {
            for (place, choice) in choices.iter().enumerate() {
                let this = QuizAnswer::Choice(place);
                let text = match given {
                    Some(_) if question.right == this => text!("screen-quiz-right", choice = choice.text),
                    Some(given) if given == this => text!("screen-quiz-yours", choice = choice.text),
                    _ => choice.text.clone(),
                };
                let is_marked = given.is_none() && place as u32 == marked;
                let sign = if is_marked { '>' } else { ' ' };
                let style = if is_marked { skin.title() } else { skin.text() };
                add(&format!("{sign} {}  {text}", letter(place)), style);
            }
        }
        Answers::Number(most) => {
            let number = match given {
                Some(QuizAnswer::Number(number)) => number,
                _ => marked,
            };
            add(
                &text!("screen-quiz-number", number = count(number), most = count(*most)),
                skin.title(),
            );
        }
    }
    if let Some(given) = given {
        add(
            &text!(
                "text-sentences",
                first = question.verdict(given),
                second = question.why
            ),
            skin.text(),
        );
        if let Some(chapter) = question.look_again(given) {
            add(&text!("screen-quiz-again", chapter), skin.note());
        }
        add(
            &if quiz.asked_by().is_some() {
                text!("screen-quiz-film-keys", enter, close)
            } else {
                text!("screen-quiz-next-keys", enter, close)
            },
            skin.note(),
        );
    } else {
        if question.shows_plane() {
            add(text!("screen-quiz-arrow"), skin.note());
        }
        add(
            &text!("screen-quiz-keys", next, before, enter, close),
            skin.note(),
        );
    }
    Some(lines)
}

fn title(quiz: &QuizState) -> String {
    let all = quiz.round_results().tally(None);
    let title = match quiz.current_question() {
        None => text!("screen-quiz").to_owned(),
        Some(question) => {
            let kind = question.kind.title();
            match question.kind.difficulty() {
                1 => text!("screen-quiz-easy", kind),
                2 => text!("screen-quiz-harder", kind),
                _ => text!("screen-quiz-hard", kind),
            }
        }
    };
    if all.asked == 0 {
        return title;
    }
    let (points, all) = (points(all.points), count_with_noun(all.asked as u64, "point"));
    text!("screen-quiz-score", title, points, all)
}
