//! Selection of a leaf.

use bevy::prelude::*;
use bspwalk_session::selection::leaf_along;
use bspwalk_trees::solid_leaf::OUTSIDE;

use super::{
    parts::{ChosenLeaf, LeafIsLatest, SightFrom},
    state::LeafTreeState,
};
use crate::app::host::{
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
                let aim = view.aim_of(command, *pointed, &player).unwrap_or_default();
                leaf_along(&current.tree, &built.tree, [aim.from, aim.direction])
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
