//! Picks the end points of a query where you click.

use crate::app::host::{
    shown::Shown,
    state::{Notice, OpenedLevel, QueryPlayer},
};
use bevy::prelude::*;
use bspwalk_session::films;
use bspwalk_text::text;

/// Distance between a clicked face and the picked point in front of it (in metres).
const BEFORE: f32 = 0.02;

/// Sets the query end that is being picked to the point where a ray hits the level.
pub(in crate::app) fn pick(
    In([from, direction]): In<[Vec3; 2]>,
    current: Shown<OpenedLevel>,
    mut player: ResMut<QueryPlayer>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(end) = player.picking else { return };
    let hit = current.tree.cast(
        from,
        from + direction * films::max_face_distance(&current.tree, from),
    );
    if let Some(hit) = hit {
        *player.asked.end_mut(end) = hit.point - direction * BEFORE;
        (player.picking, player.preset) = (None, None);
    } else {
        notices.write(Notice::info(text!("select-no-face-there")));
    }
}
