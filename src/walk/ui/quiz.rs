//! The card of the quiz: the question, its choices, what is right and why, the score, and the keys.

use bspwalk_explain::quiz::{Answers, Given, letter, points};
use bspwalk_progress::words::{count, counted};
use bspwalk_session::{
    actions::{Action, key_of},
    quiz::QuizGame,
    walk::Session,
};
use bspwalk_text::lines;
use ratatui::text::Line;

use super::{skin::Skin, text::plain};

/// Most characters of a line of a sentence.
const WIDTH: usize = 100;

/// The card of the quiz while it is open, on a screen of so many columns.
pub(super) fn card(session: &Session, skin: Skin, columns: usize) -> Option<Vec<Line<'static>>> {
    let quiz = session.quiz()?;
    let width = columns.saturating_sub(2).min(WIDTH);
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut add = |text: &str, style| {
        lines.extend(
            lines::in_columns(&plain(text, skin), width)
                .into_iter()
                .map(|row| Line::styled(row, style)),
        );
    };
    add(&title(quiz), skin.title());
    let keys = |actions: [Action; 4]| actions.map(|action| key_of(action, session.front().1));
    let [next, before, enter, close] = keys([
        Action::NextStep,
        Action::PreviousStep,
        Action::AcceptOffer,
        Action::ToggleQuiz,
    ]);
    let Some(question) = quiz.asked() else {
        add(
            if quiz.is_exhausted() {
                "There is nothing more to ask about this level."
            } else {
                "A question is being made …"
            },
            skin.text(),
        );
        add(&format!("{close}: close"), skin.note());
        return Some(lines);
    };
    add(&question.text, skin.text());
    let (given, marked) = (quiz.given(), session.marked_answer());
    match &question.answers {
        Answers::Choices(choices) => {
            for (place, choice) in choices.iter().enumerate() {
                let this = Given::Choice(place);
                let note = match given {
                    Some(_) if question.right == this => "   (right)",
                    Some(given) if given == this => "   (yours)",
                    _ => "",
                };
                let is_marked = given.is_none() && place as u32 == marked;
                let sign = if is_marked { '>' } else { ' ' };
                let style = if is_marked { skin.title() } else { skin.text() };
                add(&format!("{sign} {}  {}{note}", letter(place), choice.text), style);
            }
        }
        Answers::Number(most) => {
            let number = match given {
                Some(Given::Number(number)) => number,
                _ => marked,
            };
            add(&format!("> {} of {}", count(number), count(*most)), skin.title());
        }
    }
    if let Some(given) = given {
        add(
            &format!("{} {}", question.verdict(given), question.why),
            skin.text(),
        );
        let look_again = quiz.round().look_again();
        if let [worst, ..] = look_again[..] {
            add(&format!("Look again at {}.", worst.look_at()), skin.note());
        }
        add(
            &if session.is_asked_by_film() {
                format!("{enter}: the film goes on   {close}: close")
            } else {
                format!("{enter}: the next question   {close}: close")
            },
            skin.note(),
        );
    } else {
        if question.shows_plane() {
            add("The arrow on the plane points to its front.", skin.note());
        }
        add(
            &format!("{next} {before}: mark the next one, the one before   {enter}: answer   {close}: close"),
            skin.note(),
        );
    }
    Some(lines)
}

/// What is asked about, how hard it is, and the score of the round.
fn title(quiz: &QuizGame) -> String {
    let all = quiz.round().tally(None);
    let score = if all.asked > 0 {
        format!(
            ", {} of {}",
            points(all.points),
            counted(all.asked as u64, "point")
        )
    } else {
        String::new()
    };
    let Some(question) = quiz.asked() else {
        return format!("Quiz{score}");
    };
    let how_hard = match question.kind.difficulty() {
        1 => "easy",
        2 => "harder",
        _ => "hard",
    };
    format!("{} ({how_hard}){score}", question.kind.title())
}
