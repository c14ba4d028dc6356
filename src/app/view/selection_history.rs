//! Back and forward navigation through selected nodes and leaves, like the history in a browser.

use bevy::prelude::*;
use bspwalk_session::selection_history;
use bspwalk_text::{text, words};
use bspwalk_trees::solid_leaf::LeafId;

use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        shown::{Shown, ShownMut, add_to_levels},
        state::{BuildFilm, Notice, OpenedLevel, Selection, TreeId},
    },
    level::leaf_tree::{ChosenLeaf, LeafTreeParams},
};

/// Maintains the history.
pub(in crate::app) struct SelectionHistoryPlugin;

impl Plugin for SelectionHistoryPlugin {
    fn build(&self, app: &mut App) {
        add_to_levels::<SelectionHistory>(app);
        app.add_systems(
            Update,
            step.after(AppSystems::LeafTree)
                .before(AppSystems::Overlays)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// A selection of a node, a leaf, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    /// Selected node, and the face through which it was selected.
    pub(in crate::app) node: Selection,
    /// Selected leaf, if any.
    pub(in crate::app) leaf: Option<LeafId>,
}

impl Selected {
    /// Describes the selection, as a phrase to follow "Undo".
    pub(in crate::app) fn words(&self) -> String {
        match (self.node.node, self.leaf) {
            (Some(node), None) => text!("undo-select-node", node = words::count(node)),
            (None, Some(leaf)) => text!("undo-select-leaf", leaf = words::count(leaf)),
            (Some(node), Some(leaf)) => {
                text!(
                    "undo-select-both",
                    node = words::count(node),
                    leaf = words::count(leaf)
                )
            }
            (None, None) => text!("undo-select-nothing").to_owned(),
        }
    }
}

/// Selections made since the current trees were built.
#[derive(Component, Clone, Debug, Default, Deref, DerefMut)]
pub struct SelectionHistory {
    #[deref]
    selections: selection_history::SelectionHistory<Selected>,
    /// Node-storing tree of the selections, and parameters of their solid-leaf tree.
    of: Option<(TreeId, LeafTreeParams)>,
}

/// Records the current selection.
pub(in crate::app) fn step(
    (current, params, film): (Shown<OpenedLevel>, Shown<LeafTreeParams>, Res<BuildFilm>),
    mut history: ShownMut<SelectionHistory>,
    (selection, chosen): (Shown<Selection>, Shown<ChosenLeaf>),
) {
    let of = (current.tree_id(), LeafTreeParams::clone(&params));
    if history.of.as_ref() != Some(&of) {
        // Other trees use different indices.
        **history = SelectionHistory {
            of: Some(of),
            ..SelectionHistory::default()
        };
    }
    // While a film step is being computed, the node of the previous step stays selected. The user did not choose that
    // node.
    if film.next.is_none() {
        history.bypass_change_detection().visit(Selected {
            node: **selection,
            leaf: chosen.0,
        });
    }
}

/// Moves back or forward in the history.
pub(in crate::app) fn go(
    In(back): In<bool>,
    mut history: ShownMut<SelectionHistory>,
    (mut selection, mut chosen): (ShownMut<Selection>, ShownMut<ChosenLeaf>),
    mut notices: MessageWriter<Notice>,
) {
    match history.bypass_change_detection().go(back) {
        Ok(selected) => {
            selection.set_if_neq(selected.node);
            chosen.set_if_neq(ChosenLeaf(selected.leaf));
        }
        Err(told) => _ = notices.write(Notice::info(told)),
    }
}
