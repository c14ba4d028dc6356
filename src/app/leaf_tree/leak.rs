//! Stepping along the leak.

use bevy::prelude::*;

use super::LeafTreeState;
use crate::app::state::{Command, Notice, Player};

/// The corner of the leak to which the eye was moved last, counted from the spawn.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeakPlace(pub Option<usize>);

/// Moves the eye along the leak, in noclip: the body may not fit there.
pub(super) fn step(
    mut commands: MessageReader<Command>,
    leaf_tree: Res<LeafTreeState>,
    mut place: ResMut<LeakPlace>,
    mut player: ResMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    if leaf_tree.is_changed() && leaf_tree.built().is_none() {
        place.set_if_neq(LeakPlace(None));
    }
    for command in commands.read() {
        let forward = match command {
            Command::AlongLeak => true,
            Command::BackAlongLeak => false,
            _ => continue,
        };
        let built = leaf_tree.built();
        let Some(leak) = built.and_then(|built| built.leak.as_ref()) else {
            notices.write(Notice::info(match built {
                None => "The solid-leaf tree is not built yet: whether the level leaks is not known",
                Some(built) => built.no_leak(),
            }));
            continue;
        };
        let last = leak.line.len().saturating_sub(1);
        let next = match (place.0, forward) {
            (None, _) => 0,
            (Some(at), true) => (at + 1).min(last),
            (Some(at), false) => at.saturating_sub(1),
        };
        place.0 = Some(next);
        let Some(&point) = leak.line.get(next) else {
            continue;
        };
        player.noclip = true;
        player.teleport(point.as_vec3());
        let toward = match leak.line.get(next + 1) {
            Some(&ahead) => ahead - point,
            // At the hole the eye looks out of it.
            None => point - leak.line[last.saturating_sub(1)],
        };
        if let Some(toward) = toward.as_vec3().try_normalize() {
            player.yaw = (-toward.x).atan2(-toward.z);
            player.pitch = toward.y.asin().clamp(-1.5, 1.5);
        }
        notices.write(Notice::info(format!("Leak: corner {} of {}", next + 1, last + 1)));
    }
}
