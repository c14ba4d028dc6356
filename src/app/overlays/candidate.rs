//! A plane that the selected node could have, while the pointer is over it in the card or it is set by hand.

use bevy::prelude::*;
use bspwalk_geometry::Plane;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{candidate::drawing, layer::Layer};
use bspwalk_trees::node_storing::NodeId;

use super::layers::Layers;
use crate::app::{
    shown::Shown,
    state::{OpenedLevel, Overlays, TreeId},
    what_if::PlaneByHand,
};

/// A plane that a node could have: shown as long as it is here.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct PreviewedPlane(pub Option<(NodeId, Plane)>);

/// The plane that is drawn: a candidate under the pointer, or else the one that is set by hand.
pub(super) fn shown(
    current: &OpenedLevel,
    previewed: &PreviewedPlane,
    by_hand: &PlaneByHand,
) -> Option<(NodeId, Plane)> {
    previewed.0.or_else(|| by_hand.other(current))
}

/// Draws the plane, clipped to the node's cell.
pub(super) fn draw(
    (current, overlays): (Shown<OpenedLevel>, Res<Overlays>),
    (previewed, by_hand): (Res<PreviewedPlane>, Res<PlaneByHand>),
    mut layers: ResMut<Layers>,
    mut last: Local<Option<(TreeId, NodeId, Plane, Palette)>>,
) {
    let key = shown(&current, &previewed, &by_hand)
        .map(|(node, plane)| (current.tree_id(), node, plane, overlays.palette));
    if *last == key {
        return;
    }
    last.clone_from(&key);
    let drawing = key.map(|(_, node, plane, palette)| drawing(&current.tree, node, &plane, palette));
    layers.set(Layer::Candidate, drawing.unwrap_or_default());
}
