//! Selection of a leaf.

use bevy::prelude::*;
use bspwalk_session::selection::leaf_before_first_hit;
use bspwalk_trees::solid_leaf::LeafId;

use super::{
    parts::{ChosenLeaf, LeafIsLatest, SightFrom},
    state::LeafTreeState,
};
use crate::app::host::{
    shown::{Shown, ShownMut},
    state::OpenedLevel,
};

/// Selects a leaf, or clears the leaf selection. The start of the sightline stays the same.
pub(in crate::app) fn leaf(
    In(leaf): In<Option<LeafId>>,
    (mut chosen, mut latest): (ShownMut<ChosenLeaf>, ShownMut<LeafIsLatest>),
) {
    latest.set_if_neq(LeafIsLatest(true));
    chosen.set_if_neq(ChosenLeaf(leaf));
}

/// Selects the leaf in front of the first face along a ray.
pub(in crate::app) fn leaf_at(
    In(ray): In<[Vec3; 2]>,
    (leaf_tree, current): (Shown<LeafTreeState>, Shown<OpenedLevel>),
    (mut chosen, mut sight_from): (ShownMut<ChosenLeaf>, ShownMut<SightFrom>),
) {
    let Some(built) = leaf_tree.built() else { return };
    let leaf = leaf_before_first_hit(&current.tree, &built.tree, ray);
    sight_from.set_if_neq(SightFrom(None));
    chosen.set_if_neq(ChosenLeaf(leaf));
}

/// Clears the leaf selection and the start of the sightline.
pub(in crate::app) fn clear_leaf(mut chosen: ShownMut<ChosenLeaf>, mut sight_from: ShownMut<SightFrom>) {
    sight_from.set_if_neq(SightFrom(None));
    chosen.set_if_neq(ChosenLeaf(None));
}

/// Starts the sightline in a leaf, or in the leaf that contains the eye.
pub(in crate::app) fn sight_from(In(leaf): In<Option<LeafId>>, mut sight_from: ShownMut<SightFrom>) {
    sight_from.set_if_neq(SightFrom(leaf));
}

/// Records that the most recent selection is a leaf rather than a node.
pub(in crate::app) fn leaf_is_latest(mut latest: ShownMut<LeafIsLatest>) {
    latest.set_if_neq(LeafIsLatest(true));
}

/// Records that the most recent selection is a node rather than a leaf.
pub(in crate::app) fn node_is_latest(mut latest: ShownMut<LeafIsLatest>) {
    latest.set_if_neq(LeafIsLatest(false));
}
