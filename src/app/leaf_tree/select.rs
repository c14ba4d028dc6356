//! Selection of a leaf.

use bevy::prelude::*;
use bspwalk_trees::solid_leaf::OUTSIDE;

use super::{
    parts::{ChosenLeaf, LeafIsLatest, SightFrom},
    state::LeafTreeState,
};
use crate::app::{
    shown::{Shown, ShownMut},
    state::{Act, Action, Aim, ModelView, OpenedLevel, Player, QueryPlayer},
};

/// Handles the commands that select a leaf: by number, or in front of the face under the crosshair.
pub(super) fn select(
    mut commands: MessageReader<Act>,
    leaf_tree: Shown<LeafTreeState>,
    current: Shown<OpenedLevel>,
    (view, pointed, player): (Res<ModelView>, Res<Aim>, Shown<Player>),
    (mut chosen, mut latest): (ShownMut<ChosenLeaf>, ShownMut<LeafIsLatest>),
    (mut sight_from, query): (ShownMut<SightFrom>, Res<QueryPlayer>),
) {
    for &Act(command) in commands.read() {
        if query.takes(command) {
            continue;
        }
        if command.selects() {
            latest.set_if_neq(LeafIsLatest(matches!(command, Action::SelectLeaf(_))));
        }
        let leaf = match command {
            Action::SightFrom(leaf) => {
                sight_from.set_if_neq(SightFrom(leaf));
                continue;
            }
            Action::SelectLeaf(leaf) => Some(leaf),
            Action::SelectUnderCrosshair | Action::SelectUnderPointer => {
                let Some(built) = leaf_tree.built() else {
                    continue;
                };
                let aim = view.aim_of(command, *pointed, &player);
                let Aim { from, direction } = aim.unwrap_or_default();
                let reach = current.tree.bounds().size().length() as f32;
                current
                    .tree
                    .cast(from, from + direction * reach.max(1.0))
                    .map(|hit| {
                        // A point slightly in front of the face is in the leaf through which the face is seen.
                        let back = built.tree.tolerances().on_plane.max(1.0e-4) * 8.0;
                        let nearer = hit.point.as_dvec3() - direction.as_dvec3() * back;
                        built.tree.locate(nearer)
                    })
            }
            Action::ClearSelection => None,
            _ => continue,
        };
        if !matches!(command, Action::SelectLeaf(_)) {
            sight_from.set_if_neq(SightFrom(None));
        }
        chosen.set_if_neq(ChosenLeaf(leaf.filter(|&leaf| leaf != OUTSIDE)));
    }
}
