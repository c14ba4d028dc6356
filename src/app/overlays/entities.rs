//! Entities: what stands in the level and has a name, each as a mark with its class, and an arrow where it looks.

use bevy::prelude::*;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{entities::drawing, layer::Layer};
use bspwalk_session::overlays::OverlayKind;

use super::layers::Layers;
use crate::app::{
    shown::Shown,
    state::{LevelId, OpenedLevel, Overlays},
};

/// Draws the marks where level or colours have changed.
pub(super) fn draw(
    current: Option<Shown<OpenedLevel>>,
    overlays: Res<Overlays>,
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<(LevelId, Palette)>>,
) {
    let shown = current.filter(|_| overlays.is_on(OverlayKind::Entities));
    let key = shown
        .as_ref()
        .map(|current| (current.level_id(), overlays.palette));
    if *drawn != key {
        *drawn = key;
        let drawing = shown.map(|current| drawing(&current.level, overlays.palette));
        layers.set(Layer::Entities, drawing.unwrap_or_default());
    }
}
