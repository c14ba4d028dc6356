//! End points of a query where the user clicks.

use crate::app::host::{
    shown::Shown,
    state::{Act, Aim, ModelView, Notice, OpenedLevel, Player, QueryPlayer},
};
use bevy::prelude::*;
use bspwalk_session::films;
use bspwalk_text::text;

/// Distance in metres between a clicked face and the picked point in front of it.
const BEFORE: f32 = 0.02;

/// Sets the end that the user picks to the point under the mouse pointer or the crosshair.
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
        let hit = current
            .tree
            .cast(from, from + direction * films::reach(&current.tree, from));
        if let Some(hit) = hit {
            *player.asked.end_mut(end) = hit.point - direction * BEFORE;
            (player.picking, player.preset) = (None, None);
        } else {
            notices.write(Notice::info(text!("select-no-face-there")));
        }
    }
}
