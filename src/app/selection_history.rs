//! Back and forward through what was selected, nodes and leaves, as a browser steps through pages.

use bevy::prelude::*;
use bspwalk_session::selection_history;
use bspwalk_trees::solid_leaf::LeafId;

use super::{
    leaf_tree::{ChosenLeaf, LeafTreeParams},
    schedule::{AppState, AppSystems},
    state::{Act, Action, BuildFilm, CurrentLevel, Notice, Selection},
};

/// Keeps the history.
pub(super) struct SelectionHistoryPlugin;

impl Plugin for SelectionHistoryPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<SelectionHistory>().add_systems(
            Update,
            step.after(AppSystems::LeafTree)
                .before(AppSystems::Overlays)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// What is selected at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    node: Selection,
    leaf: Option<LeafId>,
}

/// What was selected since the trees are there.
#[derive(Resource, Clone, Debug, Default, Deref, DerefMut)]
pub struct SelectionHistory {
    #[deref]
    selections: selection_history::SelectionHistory<Selected>,
    /// The trees: the revision of the node-storing one, and the parameters of the other.
    of: Option<(u64, LeafTreeParams)>,
}

/// Follows the selection, and goes back and forward.
pub(super) fn step(
    mut commands: MessageReader<Act>,
    (current, params, film): (Res<CurrentLevel>, Res<LeafTreeParams>, Res<BuildFilm>),
    mut history: ResMut<SelectionHistory>,
    (mut selection, mut chosen): (ResMut<Selection>, ResMut<ChosenLeaf>),
    mut notices: MessageWriter<Notice>,
) {
    let is_same = history
        .of
        .as_ref()
        .is_some_and(|(revision, of)| (*revision, of) == (current.revision, &*params));
    if !is_same {
        // Other trees have other numbers.
        *history = SelectionHistory {
            of: Some((current.revision, params.clone())),
            ..SelectionHistory::default()
        };
    }
    let history = history.bypass_change_detection();
    // While a step of the film is being found, the node of the one before stays selected, which is no choice of the user.
    if film.next.is_none() {
        history.visit(Selected {
            node: *selection,
            leaf: chosen.0,
        });
    }
    for &Act(command) in commands.read() {
        let back = match command {
            Action::SelectionBack => true,
            Action::SelectionForward => false,
            _ => continue,
        };
        match history.go(back) {
            Some(selected) => {
                selection.set_if_neq(selected.node);
                chosen.set_if_neq(ChosenLeaf(selected.leaf));
            }
            None => {
                notices.write(Notice::info(
                    selection_history::SelectionHistory::<Selected>::at_its_end(back),
                ));
            }
        }
    }
}
