//! Moves the eye along the leak path step by step.

use bevy::prelude::*;
use bspwalk_session::{commands::step_along_leak, leak_walk, overlays::OverlayKind};

use super::state::LeafTreeState;
use crate::app::host::{
    shown::{Shown, ShownMut},
    state::{Notice, Overlays, Player},
};

/// Index of the leak path corner that the eye was last moved to, counted from the spawn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeakPlace(pub Option<usize>);

/// Moves the eye to the next or previous corner of the leak path, and shows the path. Turns on noclip, because the
/// player may not fit there.
pub(in crate::app) fn step(
    In(forward): In<bool>,
    leaf_tree: Shown<LeafTreeState>,
    mut place: ShownMut<LeakPlace>,
    mut player: ShownMut<Player>,
    mut overlays: ResMut<Overlays>,
    mut notices: MessageWriter<Notice>,
) {
    let (built, walker) = (leaf_tree.built(), &mut player.walker);
    let told = step_along_leak(built, &mut place.0, forward, walker, &mut overlays);
    notices.write(Notice::info(told));
}

/// Leaves the leak path once it is no longer drawn, and forgets the position on it when the tree is replaced.
pub(super) fn leave(
    (overlays, leaf_tree): (Res<Overlays>, Shown<LeafTreeState>),
    mut was_drawn: Local<bool>,
    (mut place, mut player): (ShownMut<LeakPlace>, ShownMut<Player>),
    mut notices: MessageWriter<Notice>,
) {
    if leaf_tree.is_changed() && leaf_tree.built().is_none() {
        place.set_if_neq(LeakPlace(None));
    }
    let is_drawn = overlays.is_on(OverlayKind::Leak);
    let is_left = std::mem::replace(&mut *was_drawn, is_drawn) && !is_drawn;
    if is_left && leak_walk::leave(&mut place.0, &mut player) {
        notices.write(Notice::info(player.noclip_words()));
    }
}
