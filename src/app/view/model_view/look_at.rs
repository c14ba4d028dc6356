//! Looking at the selection: the model view turns to it, or the player flies to a position with a view of it.

use bevy::prelude::*;
use bspwalk_session::{
    overlays::OverlayKind,
    view::{Eyes, Looking},
};

use crate::app::{
    host::{
        shown::{Shown, ShownMut},
        state::{Eye, ModelView, Notice, OpenedLevel, Overlays, Player, Selection},
    },
    input::{KeyLabels, settings::Settings},
    kit::layout::Screen,
    level::leaf_tree::LeafTreeState,
};

/// Duration of the camera flight to a node (in seconds).
const FLIGHT: f32 = 0.7;

/// Aspect ratio assumed when framing the selection.
const ASPECT: f32 = 16.0 / 9.0;

/// Camera flight to a node: its start pose, and the remaining fraction, which decreases from 1 to 0. The player itself
/// moves immediately.
#[derive(Resource, Default)]
pub(in crate::app) struct Flight(Option<(Transform, f32)>);

/// Turns the model view to the selection, or moves the player to a position with a view of it.
pub(in crate::app) fn look(
    (current, leaf_tree, overlays): (Shown<OpenedLevel>, Shown<LeafTreeState>, Res<Overlays>),
    selection: Shown<Selection>,
    (settings, keys, screen): (Res<Settings>, Res<KeyLabels>, Option<Res<Screen>>),
    mut view: ResMut<ModelView>,
    (mut player, mut flight): (ShownMut<Player>, ResMut<Flight>),
    eyes: Query<&Transform, With<Eye>>,
    mut notices: MessageWriter<Notice>,
) {
    let built = leaf_tree.built();
    let up = (settings.vertical_field_of_view() * 0.5).tan();
    let looking = Looking {
        tree: &current.tree,
        leaves: built.map(|built| &*built.tree),
        pvs: built.and_then(|built| built.pvs.as_deref()),
        eyes: Eyes {
            position: player.position,
            radius: player.radius,
            flies: player.noclip || !player.walking,
        },
        tangents: Vec2::new(up * ASPECT, up),
        free: screen
            .as_ref()
            .map_or([Vec2::ZERO, Vec2::ONE], |screen| screen.free_share()),
        draws_leaf: overlays.is_on(OverlayKind::Leaves),
    };
    let (pose, told) = looking.look_at((selection.node, selection.latest_leaf()), &mut view, |action| {
        keys.key_or_palette_hint(action)
    });
    if let Some(pose) = pose {
        if pose.position != player.position {
            player.teleport(pose.position);
        }
        (player.yaw, player.pitch) = (pose.yaw, pose.pitch);
        flight.0 = eyes.iter().next().map(|&from| (from, 1.0));
    }
    notices.write_batch(told.map(Notice::info));
}

/// Moves the model view towards its goal.
pub(super) fn approach(
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    player: Shown<Player>,
    mut view: ResMut<ModelView>,
) {
    if view.goal.is_some() && !view.is_eye() {
        view.approach(player.position.y, settings.easing(), time.delta_secs());
    }
}

/// Places the camera on its flight to a node.
pub(super) fn fly(
    (time, view, settings): (Res<Time<Real>>, Res<ModelView>, Res<Settings>),
    mut flight: ResMut<Flight>,
    mut eyes: Query<&mut Transform, With<Eye>>,
) {
    let Some((from, left)) = flight.0 else { return };
    let left = left - settings.easing().of_flight(time.delta_secs(), FLIGHT);
    flight.0 = (left > 0.0 && !view.is_cut()).then_some((from, left));
    if flight.0.is_none() {
        return;
    }
    let share = left * left * (3.0 - 2.0 * left);
    for mut transform in &mut eyes {
        transform.translation = transform.translation.lerp(from.translation, share);
        transform.rotation = transform.rotation.slerp(from.rotation, share);
    }
}
