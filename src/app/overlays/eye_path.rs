//! The planes on the path of the eye, in the model.

use bevy::prelude::*;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{layer::Layer, path::drawing};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::node_storing::NodeId;

use super::layers::Layers;
use crate::app::{
    shown::Shown,
    state::{ModelView, OpenedLevel, Overlays, Player, TreeId},
};

/// What the lines depend on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    tree_id: TreeId,
    /// The last node of the path.
    last: Option<NodeId>,
    height: f32,
    palette: Palette,
}

/// Draws them where tree, path, cut or colours have changed.
pub(super) fn draw(
    current: Option<Shown<OpenedLevel>>,
    player: Option<Shown<Player>>,
    (overlays, view): (Res<Overlays>, Res<ModelView>),
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<Key>>,
) {
    let shown = current.zip(player);
    let shown = shown.filter(|_| view.is_cut() && overlays.is_on(OverlayKind::Path));
    let key = shown.as_ref().map(|(current, player)| Key {
        tree_id: current.tree_id(),
        last: current.tree.path(player.position).last().map(|step| step.node),
        height: view.height(player),
        palette: overlays.palette,
    });
    if *drawn != key {
        let drawing = shown
            .zip(key.as_ref())
            .map(|((current, player), key)| drawing(&current.tree, player.position, key.height, key.palette));
        layers.set(Layer::EyePath, drawing.unwrap_or_default());
        *drawn = key;
    }
}
