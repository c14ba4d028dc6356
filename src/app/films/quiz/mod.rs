//! Quiz: what happens next? The question is drawn in the model view and asked on a card. After the answer, a film shows
//! what happens.

mod asking;
mod keys;
mod scene;

use std::sync::Arc;

use bevy::{input::InputSystems, prelude::*};
use bspwalk_explain::quiz::Kind;
use bspwalk_overlays::quiz::{drawing, view as view_of};
use bspwalk_session::{
    files::pictures_folder,
    overlays::OverlayKind,
    quiz::{AskedBy, QuizStage},
    selection::Selected,
    view::{self, View},
};
use bspwalk_text::text;

pub use crate::app::level::quiz::{AskQuiz, QuizState};
use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        shown::{Shown, ShownMut},
        state::{
            Act, Action, BuildFilm, Framed, ModelView, Notice, OpenedLevel, Overlays, QueryPlayer, Selection,
            Ui,
        },
    },
    input::{KeysQueued, bindings::KeysHeard, settings::Settings},
    level::{leaf_tree::LeafTreeState, save_as::SaveAs},
    paint::overlays::PaintedUnits,
};

/// Aspect ratio assumed when framing a question.
const ASPECT: f32 = 16.0 / 9.0;

/// Asks questions and checks answers, but draws nothing.
pub(in crate::app) struct QuizPlugin;

impl Plugin for QuizPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<QuizState>()
            .init_resource::<PaintedUnits>()
            .add_message::<AskQuiz>()
            .add_systems(
                PreUpdate,
                keys::read
                    .after(InputSystems)
                    .after(KeysHeard)
                    .before(KeysQueued)
                    .run_if(in_state(AppState::InLevel)),
            )
            .add_systems(
                Update,
                (
                    handle.in_set(AppSystems::Follow),
                    (follow, asking::ask, asking::ask_of_division)
                        .chain()
                        .after(AppSystems::LeafTree)
                        .before(AppSystems::Overlays),
                )
                    .run_if(in_state(AppState::InLevel)),
            );
    }
}

/// Draws the current question in the level.
pub(in crate::app) struct QuizScenePlugin;

impl Plugin for QuizScenePlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            scene::draw
                .in_set(AppSystems::Overlays)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// Opens the quiz, or closes it and restores the previous state.
pub(in crate::app) fn toggle(
    current: Shown<OpenedLevel>,
    (mut view, mut ui, mut overlays): (ResMut<ModelView>, ResMut<Ui>, ResMut<Overlays>),
    (mut query, mut build, settings): (ResMut<QueryPlayer>, ResMut<BuildFilm>, Res<Settings>),
    time: Res<Time<Real>>,
    (mut quiz, mut selection): (ResMut<QuizState>, ShownMut<Selection>),
) {
    let stage = QuizStage {
        level: current.level_id(),
        view: &mut view,
        overlays: &mut overlays,
        build: &mut build,
        query: &mut query,
        selected: &mut selection,
    };
    if quiz.is_open() {
        quiz.end(stage);
        return;
    }
    quiz.results = settings.quiz.clone();
    // The elapsed time seeds the questions, because a web page has no other source of randomness.
    let kinds = quiz.kinds.unwrap_or(&Kind::ALL);
    quiz.begin(stage, time.elapsed().as_nanos() as u64, kinds);
    // An open page would hide the question in the level.
    (ui.captured, ui.page) = (false, None);
}

/// Asks the next question if the current question has been answered.
pub(in crate::app) fn go_on(quiz: Res<QuizState>, mut asks: MessageWriter<AskQuiz>) {
    if quiz.current_answer().is_some() {
        asks.write(AskQuiz::Next);
    }
}

/// Answers a question about a location with the first object that a ray hits.
pub(in crate::app) fn answer_at(
    In([from, direction]): In<[Vec3; 2]>,
    (current, leaf_tree): (Shown<OpenedLevel>, Shown<LeafTreeState>),
    mut quiz: ResMut<QuizState>,
    mut asks: MessageWriter<AskQuiz>,
) {
    if quiz.marked_answer().is_some() {
        let trees = quiz.trees_on_screen(&current, &leaf_tree);
        asks.write_batch(
            quiz.choice_along_ray(&trees, from, direction)
                .map(AskQuiz::Answer),
        );
    }
}

/// Handles requests from the quiz card.
fn handle(
    mut asked: MessageReader<AskQuiz>,
    current: Shown<OpenedLevel>,
    (mut view, mut overlays): (ResMut<ModelView>, ResMut<Overlays>),
    (mut query, mut build, mut settings): (ResMut<QueryPlayer>, ResMut<BuildFilm>, ResMut<Settings>),
    (mut quiz, mut selection): (ResMut<QuizState>, ShownMut<Selection>),
    mut commands: MessageWriter<Act>,
    (mut files, mut notices): (MessageWriter<SaveAs>, MessageWriter<Notice>),
) {
    for &asked in asked.read() {
        match asked {
            AskQuiz::Answer(given) => {
                quiz.answer(&current.level.name, given);
                settings.quiz = quiz.results_to_save();
            }
            AskQuiz::Next if quiz.is_open() => match quiz.close_and_resume_film(&mut build, &mut query) {
                Some(AskedBy::Division(depth)) => {
                    (view.film.depth, view.film.playing) = (depth as f32, true);
                }
                Some(AskedBy::Painter(_)) => overlays.painter_plays = true,
                Some(AskedBy::Build | AskedBy::Query(_)) => {}
                None => {
                    overlays.clear();
                    selection.0 = Selected::default();
                }
            },
            AskQuiz::Show => {
                if let Some([from, to]) = quiz.show_film(&current.tree, &mut build, &mut query) {
                    for action in [Action::SightFrom(Some(from)), Action::SelectLeaf(to)] {
                        commands.write(Act(action));
                    }
                    if !overlays.is_on(OverlayKind::Sight) {
                        commands.write(Act(Action::Overlay(OverlayKind::Sight.key())));
                    }
                }
            }
            AskQuiz::Save if quiz.results.answered.is_empty() => {
                notices.write(Notice::info(text!("quizcard-none")));
            }
            AskQuiz::Save => {
                let csv = quiz.results.csv().into_bytes();
                files.write(SaveAs {
                    folder: Some(pictures_folder()),
                    ..SaveAs::new(text!("quizcard-answers"), "quiz-answers", "csv", csv)
                });
            }
            AskQuiz::Next => {}
        }
    }
}

/// Generates questions, turns the view to each new one, and moves its film to the node in question.
fn follow(
    (current, leaf_tree): (Shown<OpenedLevel>, Shown<LeafTreeState>),
    (mut view, mut query): (ResMut<ModelView>, ResMut<QueryPlayer>),
    mut quiz: ResMut<QuizState>,
) {
    if !quiz.is_open() || quiz.asked_by().is_some() {
        return;
    }
    quiz.seek_question_node(&current.tree, &mut query);
    let trees = quiz.trees_on_screen(&current, &leaf_tree);
    quiz.update_questions(&trees);
    let Some(question) = quiz.current_question().cloned() else {
        quiz.drawn = None;
        return;
    };
    let drawn = quiz.drawn.replace(Arc::clone(&question));
    if drawn.is_some_and(|drawn| Arc::ptr_eq(&drawn, &question)) {
        return;
    }
    let drawing = drawing(&question, &trees, false, Default::default());
    let Some((orbit, cut, bounds)) = view_of(&question, &trees, &drawing, ASPECT) else {
        return;
    };
    **view = view::ModelView {
        view: View::Model,
        orbit: Some(orbit),
        framed: Some(Framed { bounds, orbit }),
        cut: Some(cut),
        away: view.away,
        ..default()
    };
}
