//! Draws a question in the level, and the point that the tour asks about.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_draw::color::palette::Palette;
use bspwalk_explain::quiz::Question;
use bspwalk_overlays::{
    drawing::Drawing,
    layer::Layer,
    quiz::{drawing, marked_point},
};
use bspwalk_session::program::quiz_trees;

use crate::app::{level::program::ProgramParams, level::quiz::WindowQuiz, paint::overlays::layers::Layers};

/// Inputs of the drawing: the question, whether it was answered, and the palette.
type QuestionInputs = (Arc<Question>, bool, Palette);

/// Draws the question, unless its film is shown. While the quiz is closed, marks the point that the tour asks about.
pub(super) fn draw(
    mut program: ProgramParams,
    (window, mut layers): (Res<WindowQuiz>, ResMut<Layers>),
    (mut drawn, mut marked): (Local<Option<QuestionInputs>>, Local<Option<(Vec3, Palette)>>),
) {
    let (quiz, palette) = (&program.state.quiz, program.state.overlays.palette);
    let question = quiz.current_question().filter(|_| quiz.is_scene_drawn()).cloned();
    let is_answered = quiz.current_answer().is_some();
    let mark = window.mark.filter(|_| !quiz.is_open());
    let mark = mark.map(|at| (at, palette));
    let is_same = match (&*drawn, &question) {
        (Some((known, answered, drawn_with)), Some(question)) => {
            Arc::ptr_eq(known, question) && (*answered, *drawn_with) == (is_answered, palette)
        }
        (None, None) => true,
        _ => false,
    };
    if is_same && *marked == mark {
        return;
    }
    let shown = match (&question, mark) {
        (Some(question), _) => {
            let trees = program.change(quiz_trees);
            drawing(question, &trees, is_answered, palette)
        }
        (None, Some((at, palette))) => marked_point(at, palette),
        (None, None) => Drawing::default(),
    };
    layers.set(Layer::Quiz, shown);
    *marked = mark;
    *drawn = question.map(|question| (question, is_answered, palette));
}
