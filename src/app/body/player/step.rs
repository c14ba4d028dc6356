//! One fixed step of the body, doors and lifts.

use bevy::prelude::*;
use bspwalk_session::{overlays::OverlayKind, walker::Surroundings};

use crate::app::{
    host::{
        shown::{Shown, ShownMut},
        state::{Doors, Notice, OpenedLevel, Overlays, Player, Selection},
    },
    input::{KeyLabels, MoveIntent},
    level::leaf_tree::LeafTreeState,
};

pub(super) fn step(
    (current, leaf_tree, overlays): (Shown<OpenedLevel>, Shown<LeafTreeState>, Res<Overlays>),
    (mut player, mut doors, mut intent): (ShownMut<Player>, ShownMut<Doors>, ResMut<MoveIntent>),
    labels: Res<KeyLabels>,
    mut selection: ShownMut<Selection>,
    mut notices: MessageWriter<Notice>,
) {
    let surroundings = Surroundings {
        level: &current.level,
        trees: leaf_tree.trees(&current),
        moving: doors.0.as_mut(),
        planes_pending: leaf_tree.expanded_planes(&current).is_none() && !leaf_tree.is_done(),
    };
    let observes = overlays.is_on(OverlayKind::Collision);
    let outcome = player
        .walker
        .step(surroundings, intent.take_step_input(), observes, labels.names());
    notices.write_batch(outcome.notices.into_iter().map(Notice::from));
    if let Some(reason) = player.walker.reason().filter(|_| outcome.has_new_reason) {
        selection.select_node(reason.node_of_level(), Some(reason.face));
    }
}
