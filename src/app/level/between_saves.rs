//! Shows one notice for each save of the level, once the trees of the saved level are built.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_session::between_saves::{BetweenSaves, SaveDifference, SavedState};

use super::leaf_tree::LeafTreeState;
use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        shown::{Shown, ShownMut},
        state::{Action, LevelId, Notice, OpenedLevel},
    },
    input::KeyLabels,
};

/// Saved states of a level, each compared with the previous one.
#[derive(Component, Default)]
pub struct LevelSaves {
    saves: BetweenSaves,
    /// Save that is shown, and its state once all trees of the level are built.
    shown: Option<(LevelId, Option<SavedState>)>,
}

impl LevelSaves {
    /// Returns the changes made by the last save, once they are known.
    #[must_use]
    pub fn latest(&self) -> Option<&Arc<SaveDifference>> {
        self.saves.latest()
    }
}

/// Whether the changes made by the last save are drawn in the level.
#[derive(Resource, Default)]
pub struct DrawnSave(pub bool);

/// Compares each saved state with the previous one.
pub(in crate::app) struct BetweenSavesPlugin;

impl Plugin for BetweenSavesPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            follow
                .after(AppSystems::LeafTree)
                .before(AppSystems::Overlays)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

fn follow(
    (current, leaves): (Shown<OpenedLevel>, Shown<LeafTreeState>),
    mut saves: ShownMut<LevelSaves>,
    labels: Res<KeyLabels>,
    mut notices: MessageWriter<Notice>,
) {
    let LevelSaves { saves, shown } = saves.bypass_change_detection();
    let id = current.level_id();
    let (of, state) = shown.get_or_insert_with(|| (id.clone(), None));
    if *of != id {
        saves.replace(state.take());
        *of = id;
    }
    let is_new = |known: &SavedState| !Arc::ptr_eq(&known.nodes, &current.tree);
    if state.is_none() || leaves.is_changed() || state.as_ref().is_some_and(is_new) {
        *state = saved_state(&current, &leaves);
    }
    if !saves.is_waiting() {
        return;
    }
    match saves.follow(state.clone()) {
        Some(Ok(report)) => {
            notices.write(Notice::info(
                report.line(&labels.key_or_palette_hint(Action::AlongLeak)),
            ));
        }
        Some(Err(reason)) => {
            notices.write(Notice::info(reason));
        }
        None => {}
    }
}

/// Returns the level with its trees, or `None` until all of them are built.
fn saved_state(current: &OpenedLevel, leaves: &LeafTreeState) -> Option<SavedState> {
    let built = leaves.built().filter(|_| leaves.is_done())?;
    if built.level != current.level_id() || built.is_own {
        return None;
    }
    Some(SavedState {
        level: Arc::clone(&current.level),
        nodes: Arc::clone(&current.tree),
        leaves: Arc::clone(&built.tree),
        pvs: built.pvs.clone(),
    })
}
