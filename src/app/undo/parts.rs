//! What can be undone: the parts of what is shown that a change replaces.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_session::{
    undo::Undo,
    view::{Orbit, View},
    walker::Walker,
};

use crate::app::{
    leaf_tree::{ChosenLeaf, LeafTreeParams, TreeOwner},
    selection_history::{Selected, SelectionHistory},
    shown::{Shown, ShownMut},
    state::{LevelId, ModelView, OpenedLevel, Overlays, Page, Player, Selection, Ui},
    what_if::{Trial, Tried},
};

/// Parts of what is shown, as they were before a change; none where the change did not touch them.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub(super) overlays: Option<Overlays>,
    pub(super) selected: Option<Selected>,
    pub(super) camera: Option<Camera>,
    pub(super) tried: Option<Tried>,
}

/// From where the level is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Camera {
    pub(super) position: Vec3,
    pub(super) angles: [f32; 2],
    walking: bool,
    view: View,
    orbit: Option<Orbit>,
    cut: Option<f32>,
}

/// The trees to which the numbers of nodes and leaves belong.
type Of = (LevelId, LeafTreeParams, TreeOwner);

/// What is shown at one time.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) of: Of,
    pub(super) overlays: Overlays,
    pub(super) selected: Selected,
    pub(super) camera: Camera,
    pub(super) tried: Tried,
    /// The path of the body, and whether the eye passes through walls: the one changes with the other.
    pub(super) path: (u64, bool),
}

/// What is shown, to be watched and to be put back.
#[derive(SystemParam)]
pub(super) struct Stage<'w, 's> {
    current: ShownMut<'w, 's, OpenedLevel>,
    trial: ShownMut<'w, 's, Trial>,
    params: Shown<'w, 's, LeafTreeParams>,
    owner: Res<'w, TreeOwner>,
    overlays: ResMut<'w, Overlays>,
    selection: ShownMut<'w, 's, Selection>,
    chosen: ShownMut<'w, 's, ChosenLeaf>,
    selections: ShownMut<'w, 's, SelectionHistory>,
    player: ShownMut<'w, 's, Player>,
    view: ResMut<'w, ModelView>,
    ui: ResMut<'w, Ui>,
}

impl Stage<'_, '_> {
    /// What is shown now.
    pub(super) fn now(&self) -> Moment {
        let (player, view) = (&**self.player, &*self.view);
        Moment {
            of: (
                self.current.level_id(),
                LeafTreeParams::clone(&self.params),
                *self.owner,
            ),
            overlays: Overlays::clone(&self.overlays),
            selected: Selected {
                node: **self.selection,
                leaf: self.chosen.0,
            },
            camera: Camera {
                position: player.position,
                angles: [player.yaw, player.pitch],
                walking: player.walking,
                view: view.view,
                // Where it goes is where it will be.
                orbit: view.goal.map_or(view.orbit, |goal| Some(goal.orbit)),
                cut: view.goal.and_then(|goal| goal.cut).or(view.cut),
            },
            tried: Tried::now(&self.current, &self.trial),
            path: (player.path, player.noclip),
        }
    }

    /// The body and its controls.
    pub(super) fn walker(&self) -> &Walker {
        &self.player.walker
    }

    /// Whether the tree is still the one of a moment, or came of planes that were tried since.
    pub(super) fn follows(&self, before: &Moment, now: &Moment) -> bool {
        now.of == before.of && now.tried.follows(&before.tried, &self.trial)
    }

    /// Whether this page lies over the level.
    pub(super) fn is_at(&self, page: Page) -> bool {
        self.ui.page == Some(page)
    }

    /// Whether the mouse turns the view.
    pub(super) fn is_captured(&self) -> bool {
        self.ui.captured
    }

    /// Whether the tour runs.
    pub(super) fn is_in_tour(&self) -> bool {
        self.ui.tour
    }

    /// Puts parts back.
    pub(super) fn put(&mut self, parts: &Parts) {
        if let Some(tried) = &parts.tried {
            tried.restore(&mut self.current, &mut self.trial);
            // What is selected belongs to this tree, even where it has the same number.
            self.selection.set_changed();
        }
        if let Some(overlays) = &parts.overlays {
            self.overlays.set_if_neq(overlays.clone());
        }
        if let Some(selected) = parts.selected {
            self.selection.set_if_neq(selected.node);
            self.chosen.set_if_neq(ChosenLeaf(selected.leaf));
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
    /// The same parts as those, of this moment.
    pub(super) fn same_parts(&self, parts: &Parts) -> Parts {
        Parts {
            overlays: parts.overlays.as_ref().map(|_| self.overlays.clone()),
            selected: parts.selected.map(|_| self.selected),
            camera: parts.camera.map(|_| self.camera),
            tried: parts.tried.as_ref().map(|_| self.tried.clone()),
        }
    }
}

/// The most changes of trees that are kept: each keeps whole trees.
const MOST_TREES: usize = 12;

/// What was done, to be undone and redone.
#[derive(Resource, Default)]
pub struct History {
    pub(super) undo: Undo<Parts>,
    /// What was shown in the frame before, or at the last change that counts.
    pub(super) last: Option<Moment>,
}

impl History {
    /// What would be undone, in words.
    #[must_use]
    pub fn undo_words(&self) -> Option<&str> {
        self.undo.undo_words()
    }

    /// What would be redone, in words.
    #[must_use]
    pub fn redo_words(&self) -> Option<&str> {
        self.undo.redo_words()
    }

    /// Takes note of a change.
    pub(super) fn push(&mut self, words: String, before: Parts) {
        self.undo.push(words, before);
        self.undo.keep_latest(MOST_TREES, |parts| parts.tried.is_some());
    }
}
