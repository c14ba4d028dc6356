//! Position of the eye on the leak path.

use bevy::prelude::*;
use bspwalk_session::{leak_walk, overlays::OverlayKind};

use super::state::LeafTreeState;
use crate::app::host::{
    shown::{Shown, ShownMut},
    state::{Notice, Overlays, Player},
};

/// Index of the leak path corner that the eye was last moved to, counted from the spawn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeakPlace(pub Option<usize>);

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
