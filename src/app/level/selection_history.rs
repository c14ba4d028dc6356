//! Back and forward navigation through selected nodes and leaves, like the history in a browser.

use bevy::prelude::*;
use bspwalk_session::{selection::Selected, selection_history};

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
        add_to_levels::<SelectionHistory>(app);
        app.add_systems(
            Update,
            step.after(AppSystems::LeafTree)
                .before(AppSystems::Overlays)
                .run_if(in_state(AppState::InLevel)),
        );
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
    (current, params, program): (Shown<OpenedLevel>, Shown<LeafTreeParams>, Res<ProgramState>),
    mut history: ShownMut<SelectionHistory>,
    selection: Shown<Selection>,
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
    if program.build.next.is_none() {
        history.bypass_change_detection().visit(selection.items());
    }
}
