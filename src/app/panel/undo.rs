//! Undo and redo of plane changes, overlays, selections and camera jumps, in chronological order.
//!
//! Changing the level or tree clears the history. The planar tree page has a separate history for its drawing.

use bevy::prelude::*;
use bspwalk_session::undo_history::UndoHistory;
use bspwalk_text::text;

use crate::app::level::leaf_tree::{LeafTreeParams, TreeOwner};
use crate::app::level::what_if::{Trial, TrialSnapshot};
use crate::app::level::{selection_history, viewpoint::AskedView};
use crate::app::{body::program::ProgramParams, host::prelude::*};

/// Maintains the undo history.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<History>().add_systems(
        Update,
        (follow, go, restore)
            .chain()
            .after(AppSystems::LeafTree)
            .after(selection_history::step)
            .before(AppSystems::Overlays)
            .run_if(in_state(AppState::InLevel)),
    );
}

/// Undo history.
#[derive(Resource, Default, Deref, DerefMut)]
pub struct History {
    #[deref]
    history: UndoHistory<TrialSnapshot>,
    /// Trees that the node and leaf indices belong to.
    of: Option<(LevelId, LeafTreeParams, TreeOwner)>,
    /// Requested undo steps (true) and redo steps (false).
    pub(in crate::app) crossings: Vec<bool>,
    /// Tree and tried planes to restore.
    restored: Option<TrialSnapshot>,
}

/// Records changes made by the user.
fn follow(
    (mut places, buttons): (MessageReader<GoToPlace>, Res<ButtonInput<MouseButton>>),
    (asked, ui): (Res<AskedView>, Res<Ui>),
    (trial, params, owner): (Shown<Trial>, Shown<LeafTreeParams>, Res<TreeOwner>),
    mut program: ProgramParams,
    mut history: ResMut<History>,
) {
    let tried = TrialSnapshot::now(&program.current, &trial);
    let of = Some((program.current.level_id(), LeafTreeParams::clone(&params), *owner));
    let is_same_tree = |before: &TrialSnapshot| tried.is_trial_result(before, &trial);
    if history.of != of || !history.last_own().is_none_or(is_same_tree) {
        history.clear();
        history.of = of;
    }
    history.requests.by_map = places.read().count() > 0;
    history.requests.drags = !ui.captured && buttons.pressed(MouseButton::Left);
    history.requests.by_view = asked.is_changed() && asked.0.is_none();
    let is_suspended = ui.tour || program.state.quiz.is_open();
    program.change(|program| history.follow(program, tried, is_suspended));
}

/// Performs the requested undo and redo steps, after the latest change has been recorded.
fn go(trial: Shown<Trial>, mut program: ProgramParams, mut ui: ResMut<Ui>, mut history: ResMut<History>) {
    for is_undo in std::mem::take(&mut history.crossings) {
        if ui.tour {
            program.notices.write(Notice::info(text!("undo-tour")));
            continue;
        }
        let restored = history.restored.take();
        let tried = restored.clone();
        let tried = tried.unwrap_or_else(|| TrialSnapshot::now(&program.current, &trial));
        let changed = program.change(|program| history.go(is_undo, program, tried));
        history.restored = changed.or(restored);
        ui.captured &= program.state.view.is_eye();
    }
}

fn restore(
    (mut current, mut trial): (ShownMut<OpenedLevel>, ShownMut<Trial>),
    mut selection: ShownMut<Selection>,
    mut history: ResMut<History>,
) {
    if let Some(tried) = history.restored.take() {
        tried.restore(&mut current, &mut trial);
        // The selection belongs to the restored tree, so mark it as changed even if its node index is the same.
        selection.set_changed();
    }
}
