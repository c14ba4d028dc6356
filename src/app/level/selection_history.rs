//! Back and forward navigation through selected nodes and leaves, like the history in a browser.

use bevy::prelude::*;
use bspwalk_session::selection_history::SelectionHistory;

use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        shown::{Shown, ShownMut, add_to_levels},
        state::{OpenedLevel, ProgramState, Selection, TreeId},
    },
    level::leaf_tree::LeafTreeParams,
};

/// Maintains the history.
pub(in crate::app) struct SelectionHistoryPlugin;

impl Plugin for SelectionHistoryPlugin {
    fn build(&self, app: &mut App) {
        add_to_levels::<HistoryTrees>(app);
        app.add_systems(
            Update,
            step.after(AppSystems::LeafTree)
                .before(AppSystems::Overlays)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// Trees that the selection history of a level belongs to: the node-storing tree, and the parameters of the solid-leaf
/// tree.
#[derive(Component, Default)]
pub(in crate::app) struct HistoryTrees(Option<(TreeId, LeafTreeParams)>);

/// Records the current selection.
pub(in crate::app) fn step(
    (current, params): (Shown<OpenedLevel>, Shown<LeafTreeParams>),
    (mut program, mut trees): (ResMut<ProgramState>, ShownMut<HistoryTrees>),
    selection: Shown<Selection>,
) {
    let of = Some((current.tree_id(), LeafTreeParams::clone(&params)));
    if trees.0 != of {
        // Other trees use different indices.
        trees.0 = of;
        program.level.selections = SelectionHistory::default();
    }
    // While a film step is being computed, the node of the previous step stays selected. The user did not choose that
    // node.
    if program.build.next.is_none() {
        program.level.selections.visit(selection.items());
    }
}
