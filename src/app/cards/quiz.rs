//! Quiz card: the question, its choices, the correct answer with an explanation, and the score.

use bevy::prelude::*;
use bspwalk_explain::quiz::{Answers, Mark, Question, QuizAnswer, Scene, letter, points};
use bspwalk_session::quiz::QuizState;
use bspwalk_text::words::count_with_noun;
use egui::{Align, Layout, RichText};

use crate::app::kit::widgets::{button, small_button};
use crate::app::kit::{definitions::draw_wrapped_text_with_terms as wrapped, prelude::*};
use crate::app::level::quiz::AskQuiz;

/// Width of the card contents, in points.
const WIDTH: f32 = 640.0;

/// Font sizes, in points.
const TEXT: f32 = 14.0;
const SMALL: f32 = 12.5;

pub(super) fn draw(
    mut contexts: EguiContexts,
    (current, keys): (Shown<OpenedLevel>, Res<KeyLabels>),
    (mut program, mut screen): (ResMut<ProgramState>, ResMut<Screen>),
    (mut commands, mut asks): (MessageWriter<Act>, MessageWriter<AskQuiz>),
) -> Result {
    let ui = program.ui;
    let quiz = &mut program.quiz;
    let (question, given) = (quiz.current_question().cloned(), quiz.current_answer());
    screen.at_the_bottom(contexts.ctx_mut()?, "quiz", !ui.captured, |card| {
        card.set_width(card.available_width().min(WIDTH));
        card.spacing_mut().item_spacing.y = 5.0;
        title(card, quiz, &keys, &mut commands);
        match &question {
            None if quiz.is_exhausted() => {
                let text = text!("quizcard-no-more", what = current.level.name);
                wrapped(card, text, style::TEXT, TEXT);
            }
            None => _ = wrapped(card, text!("quizcard-making"), style::FAINT, TEXT),
            Some(question) => {
                if quiz.is_asking() || quiz.asked_by().is_some() {
                    wrapped(card, &question.text, style::TEXT, TEXT);
                    let is_drawn = quiz.is_scene_drawn();
                    choices(card, (question, is_drawn), given, &mut quiz.marked, &mut asks);
                }
                if let Some(given) = given {
                    let is_right = question.score(given) >= 1.0;
                    let color = if is_right { style::BETTER } else { style::ALARM };
                    wrapped(card, question.verdict(given), color, TEXT);
                    wrapped(card, &question.why, style::TEXT, TEXT);
                }
            }
        }
        buttons(card, question.as_deref().zip(given), quiz, &keys, &mut asks);
    });
    Ok(())
}

/// Draws the topic, the difficulty, the score of this round, and the close button.
fn title(ui: &mut egui::Ui, quiz: &QuizState, keys: &KeyLabels, commands: &mut MessageWriter<Act>) {
    ui.horizontal(|ui| {
        style::draw_command_key(ui, keys, Action::ToggleQuiz);
        if let Some(question) = quiz.current_question() {
            style::title(ui, question.kind.title(), 17.0);
            let (name, hint) = match question.kind.difficulty() {
                1 => (text!("quizcard-easy"), text!("quizcard-easy-hint")),
                2 => (text!("quizcard-harder"), text!("quizcard-harder-hint")),
                _ => (text!("quizcard-hard"), text!("quizcard-hard-hint")),
            };
            style::label(ui, name, style::FAINT, SMALL).on_hover_text(hint);
        } else {
            style::title(ui, text!("quizcard-title"), 17.0);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if style::hinted(ui.small_button("×"), text!("quizcard-close")).clicked() {
                commands.write(Act(Action::ToggleQuiz));
            }
            let tally = quiz.round_results().tally(None);
            if tally.asked > 0 {
                let all = count_with_noun(tally.asked as u64, "point");
                let text = text!("quizcard-points", some = points(tally.points), all);
                style::label(ui, text, style::TEXT, TEXT);
            }
        });
    });
}

/// Draws the choices or the slider. `is_drawn` states whether the scene of the question is drawn in the level.
fn choices(
    ui: &mut egui::Ui,
    (question, is_drawn): (&Question, bool),
    given: Option<QuizAnswer>,
    number: &mut u32,
    asks: &mut MessageWriter<AskQuiz>,
) {
    match &question.answers {
        Answers::Choices(choices) => {
            for (place, choice) in choices.iter().enumerate() {
                let this = QuizAnswer::Choice(place);
                let (color, mark) = match given {
                    Some(_) if question.right == this => (style::BETTER, text!("quizcard-right")),
                    Some(given) if given == this => (style::FAINT, text!("quizcard-yours")),
                    Some(_) => (style::FAINT, ""),
                    None => (style::TEXT, ""),
                };
                let text = format!("{}   {}{mark}", letter(place), choice.text);
                let button = egui::Button::new(RichText::new(text).size(TEXT).color(color))
                    .selected(given == Some(this));
                if ui.add(button).clicked() && given.is_none() {
                    asks.write(AskQuiz::Answer(this));
                }
            }
            if given.is_none() {
                let has_place = is_drawn && choices.iter().any(|choice| choice.mark != Mark::None);
                let letters = if has_place { text!("quizcard-letters") } else { "" };
                let has_arrow = is_drawn && question.shows_plane();
                let arrow = if has_arrow { text!("quizcard-arrow") } else { "" };
                if has_place || has_arrow {
                    wrapped(ui, text!("quizcard-click", arrow, letters), style::FAINT, SMALL);
                }
            }
        }
        Answers::Number(most) => {
            ui.horizontal(|ui| {
                ui.spacing_mut().slider_width = 320.0;
                let slider = ui.add_enabled(given.is_none(), egui::Slider::new(number, 0..=*most));
                style::set_accessible_name(slider, text!("access-how-many"));
                let answer = egui::Button::new(text!("quizcard-that-many"));
                if ui.add_enabled(given.is_none(), answer).clicked() {
                    asks.write(AskQuiz::Answer(QuizAnswer::Number(*number)));
                }
            });
        }
    }
}

/// Draws the buttons that are available now. `answered` contains the question and its answer, if there is one.
fn buttons(
    ui: &mut egui::Ui,
    answered: Option<(&Question, QuizAnswer)>,
    quiz: &QuizState,
    keys: &KeyLabels,
    asks: &mut MessageWriter<AskQuiz>,
) {
    if let Some(station) = answered.and_then(|(question, given)| question.look_again(given)) {
        wrapped(ui, text!("quizcard-look-again", station), style::FAINT, SMALL);
    }
    ui.horizontal(|ui| {
        if small_button(ui, text!("quizcard-save"), text!("quizcard-save-hint")) {
            asks.write(AskQuiz::Save);
        }
        let Some((question, _)) = answered else { return };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let next = if quiz.asked_by().is_some() {
                text!("quizcard-go-on")
            } else {
                text!("quizcard-next")
            };
            if ui.button(next).clicked() {
                asks.write(AskQuiz::Next);
            }
            style::draw_key_cap(ui, &keys.key_or_palette_hint(Action::AcceptOffer));
            if quiz.is_asking() && !matches!(question.scene, Scene::Painter { .. }) {
                ui.add_space(6.0);
                if button(ui, text!("quizcard-film"), text!("quizcard-film-hint")) {
                    asks.write(AskQuiz::Show);
                }
            }
        });
    });
}
