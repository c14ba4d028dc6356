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

use crate::app::level::quiz::QuizState;
use crate::app::{
    host::{
        shown::Shown,
        state::{OpenedLevel, Overlays},
    },
    level::leaf_tree::LeafTreeState,
    paint::overlays::layers::Layers,
};

/// Inputs of the drawing: the question, whether it was answered, and the palette.
type QuestionInputs = (Arc<Question>, bool, Palette);

/// Draws the question, unless its film is shown. While the quiz is closed, marks the point that the tour asks about.
pub(super) fn draw(
    (current, leaf_tree, overlays): (Shown<OpenedLevel>, Shown<LeafTreeState>, Res<Overlays>),
    (mut quiz, mut layers): (ResMut<QuizState>, ResMut<Layers>),
    (mut drawn, mut marked): (Local<Option<QuestionInputs>>, Local<Option<(Vec3, Palette)>>),
) {
    let quiz = quiz.bypass_change_detection();
    let question = quiz.current_question().filter(|_| quiz.is_scene_drawn()).cloned();
    let is_answered = quiz.current_answer().is_some();
    let mark = quiz.mark.filter(|_| !quiz.is_open());
    let mark = mark.map(|at| (at, overlays.palette));
    let is_same = match (&*drawn, &question) {
        (Some((known, answered, palette)), Some(question)) => {
            Arc::ptr_eq(known, question) && (*answered, *palette) == (is_answered, overlays.palette)
        }
        (None, None) => true,
        _ => false,
    };
    if is_same && *marked == mark {
        return;
    }
    let shown = match (&question, mark) {
        (Some(question), _) => {
            let trees = quiz.trees_on_screen(&current, &leaf_tree);
            drawing(question, &trees, is_answered, overlays.palette)
        }
        (None, Some((at, palette))) => marked_point(at, palette),
        (None, None) => Drawing::default(),
    };
    layers.set(Layer::Quiz, shown);
    *marked = mark;
    *drawn = question.map(|question| (question, is_answered, overlays.palette));
}
