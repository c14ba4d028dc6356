//! Camera positions for quiz questions.

use std::f32::consts::FRAC_PI_3;

use bspwalk_explain::quiz::{Question, Scene, Trees};
use bspwalk_session::view::{Orbit, half_angles};
use glam::{Quat, Vec2, Vec3};

use crate::{drawing::Drawing, quiz::bounds};

/// Downward pitch of the camera, in radians.
const PITCH: f32 = 0.62;

/// Height of the model's cut above a path or a body, in metres.
const HEADROOM: f32 = 0.15;

/// Height of the model's cut above horizontal faces such as a floor, in metres. The walls around them stay visible.
const STANDING: f32 = 1.2;

/// Distance of the cut below the top of objects that reach from floor to ceiling, as a fraction of their height.
const BELOW_TOP: f32 = 0.1;

/// Returns the height of the model's cut for a question with these bounds, in metres. No ceiling may hide the question.
fn cut(question: &Question, bounds: [Vec3; 2]) -> f32 {
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

/// Returns the camera's direction for a question, in radians to the left of −Z and below the horizontal. It shows a
/// path from the side, and a plane from its front at a slight angle.
fn angles(question: &Question, trees: &Trees) -> [f32; 2] {
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

/// Returns the view of a question in a picture with this aspect ratio. It consists of the camera's orbit, the height of
/// the cut, and the minimum and maximum corner of the drawing, in metres. `None` if the question shows nothing.
pub fn view(
    question: &Question,
    trees: &Trees,
    drawing: &Drawing,
    aspect: f32,
) -> Option<(Orbit, f32, [Vec3; 2])> {
    let bounds = bounds(drawing)?;
    let orbit = Orbit::whole(
        bounds,
        angles(question, trees),
        half_angles(aspect, Vec2::ONE),
        false,
    );
    Some((orbit, cut(question, bounds), bounds))
}
