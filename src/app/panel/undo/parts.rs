//! Undoable state: the values that a change replaces.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_session::{
    selection::Selected,
    undo::{Jump, Undo},
    view::{Orbit, View},
    walker::Walker,
};

use crate::app::{
    host::{
        shown::{Shown, ShownMut},
        state::{LevelId, ModelView, OpenedLevel, Overlays, Player, Selection, Ui},
    },
    level::{
        leaf_tree::{LeafTreeParams, TreeOwner},
        what_if::{Trial, TrialSnapshot},
    },
    view::selection_history::SelectionHistory,
};

/// State before a change. Parts that the change did not affect are `None`.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub(super) overlays: Option<Overlays>,
    pub(super) selected: Option<Selected>,
    pub(super) camera: Option<Camera>,
    pub(super) tried: Option<TrialSnapshot>,
}

/// Position and view direction of the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Camera {
    pub(super) position: Vec3,
    pub(super) angles: [f32; 2],
    walking: bool,
    view: View,
    orbit: Option<Orbit>,
    cut: Option<f32>,
}

/// Trees that the node and leaf indices belong to.
type Of = (LevelId, LeafTreeParams, TreeOwner);

/// Snapshot of the state.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) of: Of,
    pub(super) overlays: Overlays,
    pub(super) selected: Selected,
    pub(super) camera: Camera,
    pub(super) tried: TrialSnapshot,
    /// Index of the player's path, which increases with every teleport, and whether noclip is on. Toggling noclip also
    /// starts a new path.
    pub(super) path: (u64, bool),
}

/// State to observe and restore.
#[derive(SystemParam)]
pub(super) struct Stage<'w, 's> {
    current: ShownMut<'w, 's, OpenedLevel>,
    trial: ShownMut<'w, 's, Trial>,
    params: Shown<'w, 's, LeafTreeParams>,
    owner: Res<'w, TreeOwner>,
    overlays: ResMut<'w, Overlays>,
    selection: ShownMut<'w, 's, Selection>,
    selections: ShownMut<'w, 's, SelectionHistory>,
    player: ShownMut<'w, 's, Player>,
    view: ResMut<'w, ModelView>,
    ui: ResMut<'w, Ui>,
}

impl Stage<'_, '_> {
    /// Returns the current state.
    pub(super) fn now(&self) -> Moment {
        let (player, view) = (&**self.player, &*self.view);
        Moment {
            of: (
                self.current.level_id(),
                LeafTreeParams::clone(&self.params),
                *self.owner,
            ),
            overlays: Overlays::clone(&self.overlays),
            selected: self.selection.items(),
            camera: Camera {
                position: player.position,
                angles: [player.yaw, player.pitch],
                walking: player.walking,
                view: view.view,
                // If the camera is moving towards a goal, save the goal.
                orbit: view.goal.map_or(view.orbit, |goal| Some(goal.orbit)),
                cut: view.goal.and_then(|goal| goal.cut).or(view.cut),
            },
            tried: TrialSnapshot::now(&self.current, &self.trial),
            path: (player.path, player.noclip),
        }
    }

    /// Returns the player's body and controls.
    pub(super) fn walker(&self) -> &Walker {
        &self.player.walker
    }

    /// Returns whether the tree has not changed since `before`, or has changed only through planes tried since then.
    pub(super) fn follows(&self, before: &Moment, now: &Moment) -> bool {
        now.of == before.of && now.tried.is_trial_result(&before.tried, &self.trial)
    }

    /// Returns whether the mouse is captured, so that it turns the view.
    pub(super) fn is_captured(&self) -> bool {
        self.ui.captured
    }

    /// Returns whether the tour is running.
    pub(super) fn is_in_tour(&self) -> bool {
        self.ui.tour
    }

    /// Restores the given parts of the state.
    pub(super) fn restore_parts(&mut self, parts: &Parts) {
        if let Some(tried) = &parts.tried {
            tried.restore(&mut self.current, &mut self.trial);
            // The selection belongs to the restored tree, so mark it as changed even if its node index is the same.
            self.selection.set_changed();
        }
        if let Some(overlays) = &parts.overlays {
            self.overlays.set_if_neq(overlays.clone());
        }
        if let Some(selected) = parts.selected {
            self.selection.restore(selected);
            self.selections.go_to(selected);
        }
        if let Some(camera) = parts.camera {
            self.player.teleport(camera.position);
            [self.player.yaw, self.player.pitch] = camera.angles;
            self.player.walking = camera.walking;
            (self.view.view, self.view.orbit, self.view.cut) = (camera.view, camera.orbit, camera.cut);
            (self.view.goal, self.view.framed) = (None, None);
            self.ui.captured &= self.view.is_eye();
        }
    }
}

impl Moment {
    /// Returns the values of this snapshot for the parts that are present in `parts`.
    pub(super) fn same_parts(&self, parts: &Parts) -> Parts {
        Parts {
            overlays: parts.overlays.as_ref().map(|_| self.overlays.clone()),
            selected: parts.selected.map(|_| self.selected),
            camera: parts.camera.map(|_| self.camera),
            tried: parts.tried.as_ref().map(|_| self.tried.clone()),
        }
    }
}

/// The user's requests in the current frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FrameRequests {
    /// Last command in this frame that makes the camera jump.
    pub(super) jump: Option<Jump>,
    /// Whether the user is dragging with the mouse.
    pub(super) drags: bool,
    /// Whether a command changes the selection.
    pub(super) selects: bool,
    /// Whether the camera jumps to a clicked position on the map.
    pub(super) by_map: bool,
    /// Whether a view requested by a command line or a bookmark was shown.
    pub(super) by_view: bool,
}

/// Maximum number of tree changes in the history. It is limited because each change stores whole trees.
const MOST_TREES: usize = 12;

/// Undo history.
#[derive(Resource, Default)]
pub struct History {
    pub(super) undo: Undo<Parts>,
    /// State in the previous frame. During a drag, the overlays are those from before the drag.
    pub(super) last: Option<Moment>,
    /// Requests of this frame.
    pub(super) asked: FrameRequests,
    /// Requested undo steps (true) and redo steps (false).
    pub(super) crossings: Vec<bool>,
}

impl History {
    /// Returns a description of the change that undo would revert.
    #[must_use]
    pub fn undo_words(&self) -> Option<&str> {
        self.undo.undo_words()
    }

    /// Returns a description of the change that redo would restore.
    #[must_use]
    pub fn redo_words(&self) -> Option<&str> {
        self.undo.redo_words()
    }

    /// Records a change, given the state before it.
    pub(super) fn push(&mut self, words: String, before: Parts) {
        self.undo.push(words, before);
        self.undo.keep_latest(MOST_TREES, |parts| parts.tried.is_some());
    }
}
