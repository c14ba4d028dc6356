//! The body, the faces near it and its last push, updated from the player.

use bevy::prelude::*;
use bspwalk_overlays::contacts;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::collision::Capsule;

use crate::app::{
    host::{
        shown::Shown,
        state::{Eye, LevelId, OpenedLevel, Overlays, Player},
    },
    level::leaf_tree::LeafTreeState,
};

/// The body as the overlay shows it.
///
/// In noclip it stays behind when the eye flies off, so that you can look at it from outside.
#[derive(Resource, Clone, Debug, Default, PartialEq, Deref, DerefMut)]
pub struct Body(contacts::Body);

pub(in crate::app) fn follow(
    player: Shown<Player>,
    current: Shown<OpenedLevel>,
    overlays: Res<Overlays>,
    leaf_tree: Shown<LeafTreeState>,
    eye: Query<&Transform, With<Eye>>,
    mut body: ResMut<Body>,
    mut entered: Local<Option<LevelId>>,
) {
    let new_level = entered.replace(current.level_id()) != Some(current.level_id());
    let eye = eye
        .iter()
        .next()
        .map_or(player.position, |transform| transform.translation);
    let body = body.bypass_change_detection();
    let away = player.noclip || player.walker.replay.is_some();
    body.left = away && !new_level && body.center.distance(eye) > player.radius * 1.2;
    if !away || new_level {
        // Interpolate between the last two steps, like the eye.
        let settled = if player.entered {
            player.mover.position() - player.mover.eye()
        } else {
            Vec3::ZERO
        };
        body.center = eye + settled;
        // Show the push as long as something is touched: a push of a single step would flicker.
        if player.push != Vec3::ZERO {
            body.push = player.push;
        } else if !body.near.iter().any(|contact| body.touches(contact)) {
            body.push = Vec3::ZERO;
        }
    }
    let shape = if player.entered {
        player.mover.body()
    } else {
        Capsule::sphere(player.radius)
    };
    (body.radius, body.half_axis) = (shape.radius, shape.half_axis);
    body.visited = player.visited.map(|visited| {
        // With planes, both trees are queried.
        let planes = player.mover.method.needs_leaves();
        let leaves = leaf_tree.built().filter(|_| planes);
        let of_leaves = leaves.map_or(0, |built| built.tree.node_count());
        [visited, u64::from(current.tree.queried_node_count() + of_leaves)]
    });
    body.nodes.clone_from(&player.visited_nodes);
    if overlays.is_on(OverlayKind::Collision) {
        body.find_near(&current.tree);
    } else {
        body.near.clear();
    }
}
