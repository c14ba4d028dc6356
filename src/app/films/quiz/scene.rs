//! Drawing of a question in the level.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_draw::color::palette::Palette;
use bspwalk_explain::quiz::Question;
use bspwalk_overlays::{layer::Layer, quiz::drawing};

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
type Drawn = (Arc<Question>, bool, Palette);

/// Draws the question, unless its film is shown.
pub(super) fn draw(
    (current, leaf_tree, overlays): (Shown<OpenedLevel>, Shown<LeafTreeState>, Res<Overlays>),
    (mut quiz, mut layers): (ResMut<QuizState>, ResMut<Layers>),
    mut drawn: Local<Option<Drawn>>,
) {
    let quiz = quiz.bypass_change_detection();
    let question = quiz.asked().filter(|_| quiz.is_drawn()).cloned();
    let is_answered = quiz.given().is_some();
    let is_same = match (&*drawn, &question) {
        (Some((known, answered, palette)), Some(question)) => {
            Arc::ptr_eq(known, question) && (*answered, *palette) == (is_answered, overlays.palette)
        }
        (None, None) => true,
        _ => false,
    };
    if is_same {
        return;
    }
    let shown = question.as_ref().map(|question| {
        let trees = quiz.trees_on_screen(&current, &leaf_tree);
        drawing(question, &trees, is_answered, overlays.palette)
    });
    layers.set(Layer::Quiz, shown.unwrap_or_default());
    *drawn = question.map(|question| (question, is_answered, overlays.palette));
}
