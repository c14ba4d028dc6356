//! Quiz: what happens next? The question is drawn in the model view and asked on a card. After the answer, a film shows
//! what happens.

mod asking;
mod keys;
mod scene;

use std::sync::Arc;

use bevy::{input::InputSystems, prelude::*};
use bspwalk_overlays::quiz::{drawing, view as view_of};
use bspwalk_session::{
    files::pictures_folder,
    overlays::OverlayKind,
    program::quiz_trees,
    view::{ModelView, View},
};
use bspwalk_text::text;

use crate::app::level::quiz::{AskQuiz, WindowQuiz};
use crate::app::{
    host::prelude::*, input::KeysQueued, input::bindings::KeysHeard, level::program::ProgramParams,
    level::save_as::SaveAs, paint::overlays::PaintedUnits,
};

/// Aspect ratio assumed when framing a question.
const ASPECT: f32 = 16.0 / 9.0;

/// Asks questions and checks answers, but draws nothing.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<WindowQuiz>()
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

/// Draws the current question in the level.
pub(in crate::app) fn scene_plugin(app: &mut App) {
    app.add_systems(
        Update,
        scene::draw
            .in_set(AppSystems::Overlays)
            .run_if(in_state(AppState::InLevel)),
    );
}

/// Handles requests from the quiz card.
fn handle(
    mut asked: MessageReader<AskQuiz>,
    mut program: ProgramParams,
    (mut commands, mut files): (MessageWriter<Act>, MessageWriter<SaveAs>),
) {
    for &asked in asked.read() {
        match asked {
            AskQuiz::Answer(given) => {
                program.state.quiz.answer(&program.current.level.name, given);
            }
            AskQuiz::Next if program.state.quiz.is_open() => program.change(|program| {
                program.go_on_after_answer();
            }),
            AskQuiz::Show => {
                let shown = program.change(|program| {
                    let state = &mut *program.state;
                    let tree = &program.opened.tree;
                    state.quiz.show_film(tree, &mut state.build, &mut state.query)
                });
                if let Some([from, to]) = shown {
                    for action in [Action::SightFrom(Some(from)), Action::SelectLeaf(to)] {
                        commands.write(Act(action));
                    }
                    if !program.state.overlays.is_on(OverlayKind::Sight) {
                        commands.write(Act(Action::Overlay(OverlayKind::Sight.key())));
                    }
                }
            }
            AskQuiz::Save if program.state.quiz.results.answered.is_empty() => {
                program.notices.write(Notice::info(text!("quizcard-none")));
            }
            AskQuiz::Save => {
                let csv = program.state.quiz.results.csv().into_bytes();
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
fn follow(mut program: ProgramParams, mut window: ResMut<WindowQuiz>) {
    let quiz = &program.state.quiz;
    if !quiz.is_open() || quiz.asked_by().is_some() {
        return;
    }
    let trees = program.change(quiz_trees);
    let state = &mut program.state.0;
    state
        .quiz
        .seek_question_node(&program.current.tree, &mut state.query);
    state.quiz.update_questions(&trees);
    let Some(question) = state.quiz.current_question().cloned() else {
        window.drawn = None;
        return;
    };
    let drawn = window.drawn.replace(Arc::clone(&question));
    if drawn.is_some_and(|drawn| Arc::ptr_eq(&drawn, &question)) {
        return;
    }
    let drawing = drawing(&question, &trees, false, Default::default());
    let Some((orbit, cut, bounds)) = view_of(&question, &trees, &drawing, ASPECT) else {
        return;
    };
    state.view = ModelView {
        view: View::Model,
        orbit: Some(orbit),
        framed: Some(Framed { bounds, orbit }),
        cut: Some(cut),
        away: state.view.away,
        ..default()
    };
}
