//! The points of a query: from the eye to what it looks at, or where the user clicks.

use crate::app::{
    shown::Shown,
    state::{Act, Aim, ModelView, Notice, OpenedLevel, Player, QueryPlayer},
};
use bevy::prelude::*;

/// A path that leads to a face ends this much beyond it, as a share of its length and in metres: so that it is met.
const BEYOND: (f32, f32) = (0.15, 0.3);

/// A point that was clicked on a face lies this far before it, in metres.
const BEFORE: f32 = 0.02;

/// Where a query begins and ends unless the user says otherwise, in metres: at the eye, and a little beyond the face that it
/// looks at.
pub(in crate::app) fn from_eye(current: &OpenedLevel, player: &Player) -> (Vec3, Vec3) {
    let (eye, forward) = (player.position, player.forward());
    let far = reach(current, eye);
    let length = current
        .tree
        .cast(eye, eye + forward * far)
        .map_or(far, |hit| hit.point.distance(eye) * (1.0 + BEYOND.0) + BEYOND.1);
    (eye, eye + forward * length)
}

/// How far all faces are from a point, in metres; at least 1.
fn reach(current: &OpenedLevel, from: Vec3) -> f32 {
    let bounds = current.tree.bounds();
    if bounds.is_empty() {
        return 1.0;
    }
    (bounds.size().length() + bounds.center().distance(from.as_dvec3())).max(1.0) as f32
}

/// Sets the end that the user picks: the point under the mouse pointer or under the crosshair.
pub(super) fn pick(
    mut commands: MessageReader<Act>,
    current: Shown<OpenedLevel>,
    (view, pointed, body): (Res<ModelView>, Res<Aim>, Shown<Player>),
    mut player: ResMut<QueryPlayer>,
    mut notices: MessageWriter<Notice>,
) {
    for &Act(command) in commands.read() {
        let Some(end) = player.picking.filter(|_| player.takes(command)) else {
            continue;
        };
        let Some(Aim { from, direction }) = view.aim_of(command, *pointed, &body) else {
            continue;
        };
        let hit = current.tree.cast(from, from + direction * reach(&current, from));
        if let Some(hit) = hit {
            *player.asked.end_mut(end) = hit.point - direction * BEFORE;
            (player.picking, player.preset) = (None, None);
        } else {
            notices.write(Notice::info("No face is there: point at one."));
        }
    }
}
