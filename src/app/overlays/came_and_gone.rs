//! What came and what is gone since the save before, while the panel asks for it.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{came_and_gone::drawing, layer::Layer};
use bspwalk_session::{between_saves::SaveDifference, identity::Identity};

use super::layers::Layers;
use crate::app::{
    between_saves::{DrawnSave, LevelSaves},
    shown::Shown,
    state::{ModelView, Overlays, Player},
};

/// What the drawing depends on: the save, the height of the cut in millimetres, the eye to some metres, and the colours.
type Key = (Identity<SaveDifference>, Option<i64>, IVec3, Palette);

/// The drawing changes where the eye has moved so far, in metres.
const STEP: f32 = 4.0;

/// Draws what the last save changed.
pub(super) fn draw(
    (saves, is_drawn): (Option<Shown<LevelSaves>>, Res<DrawnSave>),
    (overlays, view): (Res<Overlays>, Res<ModelView>),
    player: Option<Shown<Player>>,
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<Key>>,
) {
    let save = saves
        .as_ref()
        .filter(|_| is_drawn.0)
        .and_then(|saves| saves.latest());
    let shown = save.zip(player.as_ref());
    let cut = |player: &Player| view.is_cut().then(|| f64::from(view.height(player)));
    let key = shown.map(|(save, player)| {
        let cut = cut(player).map(|height| (height * 1000.0).round() as i64);
        let eye = (player.position / STEP).round().as_ivec3();
        (Identity::of(save), cut, eye, overlays.palette)
    });
    if *drawn != key {
        *drawn = key;
        let drawing = shown.map(|(save, player)| {
            let save: &Arc<SaveDifference> = save;
            drawing(
                &save.changed,
                player.position.as_dvec3(),
                cut(player),
                overlays.palette,
            )
        });
        layers.set(Layer::CameAndGone, drawing.unwrap_or_default());
    }
}
