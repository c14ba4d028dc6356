//! The body in the model: a figure with the cone of its view, and the path of its last seconds.

use bevy::prelude::*;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{
    layer::Layer,
    section::figure::{figure, steps_away, trail},
};
use bspwalk_trees::collision::Capsule;

use crate::app::{
    overlays::layers::Layers,
    shown::Shown,
    state::{ModelView, Overlays, Player},
};

/// Draws the body as a figure, and the cone of its view; from afar with a ring around it.
pub(super) fn draw(
    (view, overlays, player): (Res<ModelView>, Res<Overlays>, Shown<Player>),
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<(Vec3, f32, f32, i32, Palette)>>,
) {
    let key = view.is_cut().then(|| {
        (
            player.position,
            player.yaw,
            view.height(&player),
            steps_away(view.orbit.map_or(0.0, |orbit| orbit.distance)),
            overlays.palette,
        )
    });
    if *drawn == key {
        return;
    }
    *drawn = key;
    let lines = key.map(|(eye, yaw, height, away, palette)| {
        let body = if player.walking {
            player.mover.body()
        } else {
            Capsule::sphere(player.radius)
        };
        let center = if player.entered {
            player.mover.position()
        } else {
            eye
        };
        figure((body, center), eye, yaw, height, away, palette)
    });
    layers.set(Layer::Figure, lines.unwrap_or_default());
}

/// Draws the path of the body's last seconds, which fades with its age, and where faces turned the body or pushed it.
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
