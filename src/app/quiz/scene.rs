//! A question in the level: what is drawn, and from where it is looked at.

use std::{f32::consts::FRAC_PI_3, sync::Arc};

use bevy::prelude::*;
use bspwalk_explain::quiz::{Question, Scene, Trees};
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{layer::Layer, quiz::drawing};

use super::QuizState;
use crate::app::{
    leaf_tree::LeafTreeState,
    overlays::layers::Layers,
    shown::Shown,
    state::{OpenedLevel, Overlays},
};

/// The model is cut open this far above a path or a body, in metres.
const HEADROOM: f32 = 0.15;

/// And this far above what lies flat, such as a floor, in metres: the walls around it are seen.
const STANDING: f32 = 1.2;

/// What reaches from a floor to a ceiling is cut open this far below its top, as a share of its height.
const BELOW_TOP: f32 = 0.1;

/// The height at which the model is cut open for a question that is drawn within these bounds, in metres: so that no ceiling hides
/// what it is about.
pub(super) fn cut(question: &Question, bounds: [Vec3; 2]) -> f32 {
    let below = |[low, high]: [f32; 2]| {
        if high - low > 2.0 * HEADROOM {
            high - BELOW_TOP * (high - low)
        } else {
            high + STANDING
        }
    };
    match &question.scene {
        Scene::Query { query, .. } => {
            let radius = query.body().map_or(0.0, |body| body.radius);
            let [from, to] = query.path().unwrap_or([query.place(); 2]);
            from.y.max(to.y) + radius + HEADROOM
        }
        Scene::Division { piece, .. } if !piece.is_empty() => {
            let heights = piece.iter().map(|corner| corner.y as f32);
            below(heights.fold([f32::MAX, f32::MIN], |[low, high], y| [low.min(y), high.max(y)]))
        }
        _ => below([bounds[0].y, bounds[1].y]),
    }
}

/// How steeply questions are looked down at, in radians.
const PITCH: f32 = 0.62;

/// What is drawn: the question, whether it was answered, the colours.
type Drawn = (Arc<Question>, bool, Palette);

/// Draws the question, unless its film is shown.
pub(super) fn draw(
    (current, leaf_tree, overlays): (Shown<OpenedLevel>, Shown<LeafTreeState>, Res<Overlays>),
    (mut quiz, mut layers): (ResMut<QuizState>, ResMut<Layers>),
    mut drawn: Local<Option<Drawn>>,
) {
    let quiz = quiz.bypass_change_detection();
    let question = quiz.game.asked().filter(|_| quiz.is_drawn()).cloned();
    let is_answered = quiz.game.given().is_some();
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
        let trees = quiz.trees(&current, &leaf_tree);
        drawing(question, &trees, is_answered, overlays.palette)
    });
    layers.set(Layer::Quiz, shown.unwrap_or_default());
    *drawn = question.map(|question| (question, is_answered, overlays.palette));
}

/// The direction in which a question is looked at: radians to the left of −Z, and below the horizontal. A path is seen from its side,
/// a plane from its front, a little aside.
pub(super) fn angles(question: &Question, trees: &Trees) -> [f32; 2] {
    let along = match &question.scene {
        Scene::Query { query, .. } => {
            let [from, to] = query.path().unwrap_or([Vec3::ZERO, Vec3::X]);
            Quat::from_rotation_y(FRAC_PI_3) * (to - from)
        }
        Scene::Division { node, .. } => {
            let normal = trees
                .nodes
                .node(*node)
                .map_or(Vec3::Z, |view| view.plane.normal.as_vec3());
            Quat::from_rotation_y(FRAC_PI_3) * -normal
        }
        Scene::Painter { eye, .. } | Scene::Sight { eye, .. } => {
            let middle = trees.nodes.bounds().center().as_vec3();
            middle - *eye
        }
    };
    let flat = along.with_y(0.0).try_normalize().unwrap_or(Vec3::NEG_Z);
    [(-flat.x).atan2(-flat.z), PITCH]
}
