//! Overlay of the body: nearby faces, the last push, the recent and predicted paths, the faces that stopped the body,
//! and the replay.

use bevy::prelude::*;
use bspwalk_collision::{Capsule, mover::CollisionMethod};
use bspwalk_draw::color::palette::Palette;
use bspwalk_overlays::motion::{PredictedPath, replay_drawing, stop_reason_lines};
use bspwalk_overlays::{contacts, layer::Layer, lines::LineBatch, section::figure::trail};
use bspwalk_session::{overlays::OverlayKind, stop_reason::Explanation};

use super::layers::Layers;
use crate::app::{host::prelude::*, level::leaf_tree::LeafTreeState};

/// The body as drawn by the overlay.
///
/// In noclip, it stays behind when the eye flies off, so that you can look at the body from outside.
#[derive(Resource, Clone, Debug, Default, PartialEq, Deref, DerefMut)]
pub struct Body(contacts::Body);

pub(in crate::app) fn follow(
    player: Shown<Player>,
    current: Shown<OpenedLevel>,
    leaf_tree: Shown<LeafTreeState>,
    (eye, program): (Query<&Transform, With<Eye>>, Res<ProgramState>),
    mut body: ResMut<Body>,
    mut entered: Local<Option<LevelId>>,
) {
    let new_level = entered.replace(current.level_id()) != Some(current.level_id());
    // In the model view, the camera is not at the player's eye.
    let camera = eye.iter().next().filter(|_| !program.view.is_cut());
    let eye = camera.map_or(player.position, |transform| transform.translation);
    let body = body.bypass_change_detection();
    let away = player.noclip || player.walker.replay.is_some();
    body.left = away && !new_level && body.center.distance(eye) > player.radius * 1.2;
    if !away || new_level {
        // Interpolate between the last two steps, as for the eye.
        body.center = eye;
        if player.entered {
            body.center += player.mover.position() - player.mover.eye();
        }
        // Show the last push for as long as the body touches something. A push that lasts for a single step would
        // flicker.
        if player.push != Vec3::ZERO {
            body.push = player.push;
        } else if !body.near.iter().any(|contact| body.touches(contact)) {
            body.push = Vec3::ZERO;
        }
    }
    let shape = match player.entered {
        true => player.mover.body(),
        false => Capsule::sphere(player.radius),
    };
    (body.radius, body.half_axis) = (shape.radius, shape.half_axis);
    body.visited = player.visited.map(|visited| {
        // The plane-based method queries both trees.
        let planes = player.mover.method == CollisionMethod::Planes;
        let leaves = leaf_tree.built().filter(|_| planes);
        let of_leaves = leaves.map_or(0, |built| built.tree.node_count());
        [visited, u64::from(current.tree.queried_node_count() + of_leaves)]
    });
    body.nodes.clone_from(&player.visited_nodes);
    if program.overlays.is_on(OverlayKind::Collision) {
        body.find_near_faces(&current.tree);
    } else {
        body.near.clear();
        body.straddled.clear();
    }
}

/// Inputs of the current drawings, which are redrawn only when these inputs change.
#[derive(Default)]
pub(super) struct DrawnInputs {
    ahead: Option<(PredictedPath, Palette)>,
    explanation: Option<(Explanation, Palette)>,
    /// Identifier of the path, and number of recorded moments.
    trail: Option<(u64, u64)>,
    replay: bool,
}

pub(super) fn draw(
    (player, program): (Shown<Player>, Res<ProgramState>),
    (current, leaf_tree): (Shown<OpenedLevel>, Shown<LeafTreeState>),
    mut layers: ResMut<Layers>,
    mut drawn: Local<DrawnInputs>,
) {
    let overlays = &program.overlays;
    let (palette, radius, history) = (overlays.palette, player.radius, player.history());
    let replay = player.walker.replay.as_ref();
    let shows_path = overlays.is_on(OverlayKind::Collision) && !player.noclip && replay.is_none();
    let last = history.last().filter(|_| shows_path);
    let trees = leaf_tree.trees(&current);
    let ahead = last.map(|last| (PredictedPath::predict(trees, &player.mover, last), palette));
    let why = player.walker.why.as_deref();
    let explanation = why.map(|why| (why.clone(), palette));
    let path = program.view.is_cut().then(|| (player.path, history.added()));
    let mut redraw = |layer, lines: Option<LineBatch>| layers.set(layer, lines.unwrap_or_default());
    if ahead != drawn.ahead {
        let lines = ahead.as_ref().map(|(ahead, _)| ahead.lines(palette, radius));
        redraw(Layer::Motion, lines);
        drawn.ahead = ahead;
    }
    if explanation != drawn.explanation {
        redraw(Layer::StopReason, why.map(|why| stop_reason_lines(why, palette)));
        drawn.explanation = explanation;
    }
    if path != drawn.trail {
        redraw(Layer::Trail, path.map(|_| trail(history.moments(), palette)));
        drawn.trail = path;
    }
    if replay.is_some() || drawn.replay {
        let drawing = replay.map(|replay| replay_drawing(replay, palette));
        layers.set(Layer::Replay, drawing.unwrap_or_default());
        drawn.replay = replay.is_some();
    }
}
