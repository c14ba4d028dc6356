//! The planes on the path of the eye, in the model, where nothing else of the tree is shown.

use bevy::prelude::*;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{layer::Layer, path::drawing};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::node_storing::NodeId;

use super::layers::Layers;
use crate::app::{
    quiz::QuizState,
    shown::Shown,
    state::{BuildFilm, ModelView, OpenedLevel, Overlays, Player, QueryPlayer, TreeId},
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

/// Whether nothing else is shown of the tree that the lines would lie over: no other overlay, no film, no question.
fn is_alone(overlays: &Overlays, view: &ModelView, films: [bool; 3]) -> bool {
    let mut others = OverlayKind::ALL
        .into_iter()
        .filter(|kind| !matches!(kind, OverlayKind::Path | OverlayKind::Materials));
    others.all(|kind| !overlays.is_on(kind)) && !view.shows_division() && !films.contains(&true)
}

/// Draws them where tree, path, cut or colours have changed.
pub(super) fn draw(
    current: Option<Shown<OpenedLevel>>,
    player: Option<Shown<Player>>,
    (overlays, view): (Res<Overlays>, Res<ModelView>),
    (build, query, quiz): (
        Option<Res<BuildFilm>>,
        Option<Res<QueryPlayer>>,
        Option<Res<QuizState>>,
    ),
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<Key>>,
) {
    let shown = current.zip(player);
    let films = [
        build.is_some_and(|film| film.open),
        query.is_some_and(|film| film.open),
        quiz.is_some_and(|quiz| quiz.game.is_open()),
    ];
    let is_on = view.is_cut() && overlays.is_on(OverlayKind::Path);
    let shown = shown.filter(|_| is_on && is_alone(&overlays, &view, films));
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
