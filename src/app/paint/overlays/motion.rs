//! The body over time: its recent path in the model, its predicted path, the faces that stopped it, and its replay.

use bevy::prelude::*;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{
    layer::Layer,
    lines::LineBatch,
    motion::{Ahead, replay_lines, stop_reason_lines},
    section::figure::trail,
};
use bspwalk_session::{overlays::OverlayKind, stop_reason::Explanation};

use super::layers::Layers;
use crate::app::{
    host::{
        shown::Shown,
        state::{ModelView, OpenedLevel, Overlays, Player},
    },
    level::leaf_tree::LeafTreeState,
};

/// The current drawing, which is replaced only when it changes.
#[derive(Default)]
pub(super) struct Drawn {
    ahead: Option<(Ahead, Palette)>,
    replay: bool,
    explanation: Option<(Explanation, Palette)>,
}

pub(super) fn draw(
    (overlays, player): (Res<Overlays>, Shown<Player>),
    (current, leaf_tree): (Shown<OpenedLevel>, Shown<LeafTreeState>),
    mut layers: ResMut<Layers>,
    mut drawn: Local<Drawn>,
) {
    let palette = overlays.palette;
    let trees = leaf_tree.trees(&current);
    let replay = player.walker.replay.as_ref();
    let shows_path = overlays.is_on(OverlayKind::Collision) && !player.noclip && replay.is_none();
    let ahead = player
        .history()
        .last()
        .filter(|_| shows_path)
        .map(|last| (Ahead::of(trees, &player.mover, last), palette));
    if ahead != drawn.ahead {
        let lines = ahead
            .as_ref()
            .map(|(ahead, _)| ahead.lines(palette, player.radius));
        layers.set(Layer::Motion, lines.unwrap_or_default());
        drawn.ahead = ahead;
    }
    if let Some(replay) = replay {
        layers.set(Layer::Replay, replay_lines(replay, palette));
    } else if drawn.replay {
        layers.set(Layer::Replay, LineBatch::default());
    }
    drawn.replay = replay.is_some();
    let explanation = player
        .walker
        .why
        .as_deref()
        .map(|explanation| (explanation.clone(), palette));
    if explanation != drawn.explanation {
        let lines = explanation.as_ref().map(|(of, _)| stop_reason_lines(of, palette));
        layers.set(Layer::StopReason, lines.unwrap_or_default());
        drawn.explanation = explanation;
    }
}

/// Draws the body's path during the last seconds, fading with age, and marks where faces deflected or pushed the body.
pub(super) fn draw_trail(
    (view, overlays, player): (Res<ModelView>, Res<Overlays>, Shown<Player>),
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<(u64, u64)>>,
) {
    let shown = view.is_cut().then(|| (player.path, player.history().added()));
    if shown == *drawn {
        return;
    }
    *drawn = shown;
    let lines = shown.map(|_| trail(player.history().moments(), overlays.palette));
    layers.set(Layer::Trail, lines.unwrap_or_default());
}
