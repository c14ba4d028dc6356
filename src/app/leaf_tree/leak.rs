//! Stepping along the leak.

use bevy::prelude::*;
use bspwalk_session::leak_walk;
use bspwalk_text::text;

use super::state::LeafTreeState;
use crate::app::{
    shown::{Shown, ShownMut},
    state::{Act, Action, Notice, Player},
};

/// The corner of the leak to which the eye was moved last, counted from the spawn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeakPlace(pub Option<usize>);

/// Moves the eye along the leak, in noclip: the body may not fit there.
pub(super) fn step(
    mut commands: MessageReader<Act>,
    leaf_tree: Shown<LeafTreeState>,
    mut place: ShownMut<LeakPlace>,
    mut player: ShownMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    if leaf_tree.is_changed() && leaf_tree.built().is_none() {
        place.set_if_neq(LeakPlace(None));
    }
    for &Act(command) in commands.read() {
        let forward = match command {
            Action::AlongLeak => true,
            Action::BackAlongLeak => false,
            _ => continue,
        };
        let built = leaf_tree.built();
        let Some(leak) = built.and_then(|built| built.leak.as_ref()) else {
            notices.write(Notice::info(match built {
                None => text!("leaftree-leak-not-yet"),
                Some(built) => built.no_leak(),
            }));
            continue;
        };
        let told = leak_walk::step(leak, &mut place.0, forward, &mut player);
        notices.write(Notice::info(told));
    }
}
