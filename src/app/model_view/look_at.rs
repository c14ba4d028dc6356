//! Looking at the selection: the model turns to the node's plane or the leaf, or the player flies to a position with a
//! view of it.

use bevy::prelude::*;
use bspwalk_progress::words;
use bspwalk_session::{
    overlays::OverlayKind,
    view::{Sight, View, half_angles},
};
use bspwalk_text::text;
use bspwalk_trees::{
    collision::{Capsule, is_clear},
    solid_leaf::OUTSIDE,
};

use crate::app::{
    hud::layout::Screen,
    input::KeyLabels,
    leaf_tree::{ChosenLeaf, LeafIsLatest, LeafTreeState},
    settings::Settings,
    shown::{Shown, ShownMut},
    state::{Act, Action, Eye, LookGoal, ModelView, Notice, OpenedLevel, Overlays, Player, Selection},
};

/// Minimum visible fraction of a plane at a suitable eye position.
const ENOUGH: f32 = 0.2;

/// Decay rate of the distance to the goal while the model turns to a node, per second.
const HASTE: f32 = 5.0;

/// Duration of the flight to a node, in seconds.
const FLIGHT: f32 = 0.7;

/// Flight of the camera to a node: its start, and the remaining fraction from 1 to 0. The player is moved at once.
#[derive(Resource, Default)]
pub(super) struct Flight(Option<(Transform, f32)>);

/// Handles the command to look at the selection.
pub(super) fn look(
    mut commands: MessageReader<Act>,
    (current, leaf_tree, overlays): (Shown<OpenedLevel>, Shown<LeafTreeState>, Res<Overlays>),
    (selection, chosen, latest): (Shown<Selection>, Shown<ChosenLeaf>, Shown<LeafIsLatest>),
    (settings, keys, screen): (Res<Settings>, Res<KeyLabels>, Option<Res<Screen>>),
    mut view: ResMut<ModelView>,
    (mut player, mut flight): (ShownMut<Player>, ResMut<Flight>),
    eyes: Query<&Transform, With<Eye>>,
    mut notices: MessageWriter<Notice>,
) {
    let mut leaf = latest.leaf(selection.node, **chosen);
    for &Act(command) in commands.read() {
        if let Action::SelectLeaf(asked) = command {
            // The leaf is selected later in this frame.
            leaf = Some(asked);
        }
        if command != Action::LookAtSelection {
            continue;
        }
        let mut tell = |text: String| {
            notices.write(Notice::info(text));
        };
        let select = keys.of(Action::SelectUnderCrosshair);
        let tree = &current.tree;
        let built = leaf_tree.built();
        let (sight, name) = match (leaf, selection.node) {
            (Some(leaf), _) => (
                built.and_then(|built| {
                    let others = built.empty_leaves().iter().copied();
                    let may_see = others.filter(|&other| other != leaf && built.may_see(other, leaf));
                    Sight::of_leaf(&built.tree, leaf, may_see)
                }),
                text!("look-leaf", leaf = words::count(leaf)),
            ),
            (None, Some(id)) => (Sight::of(tree, id), text!("look-plane", node = words::count(id))),
            (None, None) => {
                tell(text!("look-select-first", select));
                continue;
            }
        };
        let Some(sight) = sight else {
            tell(text!("look-too-small", name));
            continue;
        };
        let aspect = 16.0 / 9.0;
        let [middle, free] = screen
            .as_ref()
            .map_or([Vec2::ZERO, Vec2::ONE], |screen| screen.free_share());
        if view.is_eye() {
            let flies = player.noclip || !player.walking;
            let tangent = (settings.vertical_field_of_view() * 0.5).tan();
            let tangents = Vec2::new(tangent * aspect, tangent);
            let half = (tangents * free).map(f32::atan);
            let body = Capsule::sphere(player.radius);
            let is_room = |place: Vec3| {
                let leaves = built.map(|built| &built.tree);
                let is_empty = leaves.is_none_or(|leaves| {
                    let leaf = leaves.locate(place.as_dvec3());
                    leaf != OUTSIDE && !leaves.is_solid(leaf)
                });
                flies
                    && is_empty
                    && tree.bounds().contains(place.as_dvec3())
                    && is_clear(&**tree, body, place)
            };
            let pose = sight.best_eye(tree, player.position, half, is_room);
            if let Some(pose) = pose.filter(|pose| pose.seen >= ENOUGH) {
                if pose.position != player.position {
                    player.teleport(pose.position);
                }
                // Centre the plane in the area that panel, dock and cards leave free.
                let aside = (middle * tangents).map(f32::atan);
                player.yaw = pose.yaw + aside.x;
                player.pitch = (pose.pitch - aside.y).clamp(-1.5, 1.5);
                flight.0 = eyes.iter().next().map(|&from| (from, 1.0));
                if leaf.is_some() && !overlays.is_on(OverlayKind::Leaves) {
                    let key = keys.of(Action::Overlay(OverlayKind::Leaves.key()));
                    tell(text!("look-ahead", name, key));
                }
                continue;
            }
            let model = keys.of(Action::ToggleModel);
            tell(if flies {
                text!("look-from-nowhere", name, model)
            } else {
                text!("look-on-foot", name, model)
            });
            view.view = View::Model;
        }
        let half = half_angles(aspect, free);
        let now = (view.orbit, view.height(&player));
        let pose = sight.best_orbit(tree, now, half, view.view == View::Plan);
        view.goal = Some(LookGoal {
            orbit: pose.orbit,
            cut: (pose.cut != now.1).then_some(pose.cut),
        });
        if view.orbit.is_none() {
            view.orbit = Some(pose.orbit);
        }
    }
}

/// Moves the model towards its goal.
pub(super) fn approach(
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    player: Shown<Player>,
    mut view: ResMut<ModelView>,
) {
    if view.goal.is_none() || view.is_eye() {
        return;
    }
    let height = view.height(&player);
    let share = settings.easing().share(HASTE, time.delta_secs());
    view.approach(height, share);
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
