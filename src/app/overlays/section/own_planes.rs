//! Where the planes of the selected node and of the root, and one that the node could have, meet the section: a bold line for each, with its
//! front and its back, whatever overlays are shown.

use bevy::prelude::*;
use bspwalk_geometry::Plane;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{
    drawing::Drawing,
    layer::Layer,
    section::own_planes::{add, add_selected},
};
use bspwalk_trees::node_storing::NodeId;

use crate::app::{
    overlays::{
        candidate::{self, PreviewedPlane},
        layers::Layers,
    },
    shown::Shown,
    state::{BuildFilm, FilmTree, ModelView, OpenedLevel, Overlays, Player, Selection, TreeId},
    what_if::PlaneByHand,
};

/// What the lines depend on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    tree_id: TreeId,
    selected: Option<NodeId>,
    other: Option<(NodeId, Plane)>,
    /// Whether a plane is set by hand, whose handles stand in the middle and at the ends of its line.
    has_handles: bool,
    /// Whether the film of the build shows the division of the selected node.
    divides: bool,
    height: f32,
    palette: Palette,
}

/// Draws the lines, where what they depend on has changed.
pub(super) fn draw(
    (view, player, overlays): (Res<ModelView>, Shown<Player>, Res<Overlays>),
    (current, selection): (Shown<OpenedLevel>, Shown<Selection>),
    (previewed, by_hand, film): (Res<PreviewedPlane>, Res<PlaneByHand>, Res<BuildFilm>),
    mut layers: ResMut<Layers>,
    mut last: Local<Option<Key>>,
) {
    let key = view.is_cut().then(|| Key {
        tree_id: current.tree_id(),
        // The film of the other tree shows the planes of that alone.
        selected: selection
            .node
            .filter(|_| view.film.tree != Some(FilmTree::Leaves)),
        other: candidate::shown(&current, &previewed, &by_hand),
        has_handles: by_hand.shown(&current).is_some(),
        divides: film.open,
        height: view.height(&player),
        palette: overlays.palette,
    });
    if *last == key {
        return;
    }
    last.clone_from(&key);
    let mut drawing = Drawing::default();
    if let Some(key) = key {
        let tree = &current.tree;
        if let Some(node) = key.selected {
            let at = (key.height, key.has_handles, key.divides);
            add_selected(&mut drawing, tree, node, at, key.palette);
        }
        if let Some((node, plane)) = key.other {
            let color = key.palette.candidate().lighter(0.25);
            add(
                &mut drawing,
                tree,
                (node, &plane),
                key.height,
                key.has_handles,
                color,
            );
        }
    }
    layers.set(Layer::OwnPlanes, drawing);
}
