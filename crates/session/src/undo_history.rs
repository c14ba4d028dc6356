//! Undo of plane changes, overlays, selections and camera jumps, in chronological order.
//!
//! The state is compared with the previous one, so changes need not be reported. Dragging a slider counts as a single
//! change. Walking, turning and films cannot be undone.

use bspwalk_text::text;
use glam::Vec3;

use crate::{
    overlays::Overlays,
    selection::Selected,
    trial::TrialSnapshot,
    undo::{Jump, Undo},
    view::{Orbit, View},
};

/// Position and view direction of the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Camera {
    pub(crate) position: Vec3,
    pub(crate) angles: [f32; 2],
    pub(crate) walking: bool,
    pub(crate) view: View,
    pub(crate) orbit: Option<Orbit>,
    pub(crate) cut: Option<f32>,
}

/// State before a change. Parts that the change did not affect are `None`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    pub(crate) overlays: Option<Overlays>,
    pub(crate) selected: Option<Selected>,
    pub(crate) camera: Option<Camera>,
    pub(crate) trial: Option<TrialSnapshot>,
}

/// Snapshot of the state.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    pub(crate) overlays: Overlays,
    pub(crate) selected: Selected,
    pub(crate) camera: Camera,
    pub(crate) trial: TrialSnapshot,
    /// Index of the body's path, which increases with every teleport, and whether noclip is on. Toggling noclip also
    /// starts a new path.
    pub(crate) path: (u64, bool),
}

impl Moment {
    /// Returns the values of this snapshot for the parts that are present in `parts`.
    pub(crate) fn same_parts(&self, parts: &Parts) -> Parts {
        Parts {
            overlays: parts.overlays.as_ref().map(|_| self.overlays.clone()),
            selected: parts.selected.map(|_| self.selected),
            camera: parts.camera.map(|_| self.camera),
            trial: parts.trial.as_ref().map(|_| self.trial.clone()),
        }
    }
}

/// Requests of the user since the last recorded change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UndoRequests {
    /// Last jump of the camera.
    pub jump: Option<Jump>,
    /// Whether a command changes the selection.
    pub selects: bool,
}

/// Maximum number of plane changes. It is limited because each of them stores whole trees.
pub(crate) const MOST_TREES: usize = 12;

/// Undo history.
#[derive(Clone, Debug, Default)]
pub struct UndoHistory {
    pub(crate) undo: Undo<Parts>,
    /// Last recorded state. During a drag, the overlays are those from before the drag.
    pub(crate) last: Option<Moment>,
    /// Requests of the user.
    pub requests: UndoRequests,
    /// Whether the user is dragging with the mouse.
    pub drags: bool,
}

impl UndoHistory {
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

    /// Forgets the last state, so that the next change is relative to the next state.
    pub fn restart(&mut self) {
        self.last = None;
    }

    /// Removes all changes. The next state is the first one.
    pub fn clear(&mut self) {
        self.undo.clear();
        self.last = None;
    }
}

/// Describes a change, for use after "Undo". Returns `None` if nothing was changed.
pub(crate) fn words(parts: &Parts, now: &Moment, requests: UndoRequests) -> Option<String> {
    if let Some(before) = &parts.trial {
        return Some(now.trial.describe_change(before));
    }
    if parts.camera.is_some() {
        let words = match requests.jump {
            Some(Jump::View) => text!("undo-view"),
            Some(Jump::Map) => text!("undo-map"),
            Some(Jump::Spawn) => text!("undo-spawn"),
            Some(Jump::Selection) => text!("undo-look"),
            Some(Jump::Leak) => text!("undo-leak"),
            Some(Jump::Station) | None => text!("undo-place"),
        };
        return Some(words.to_owned());
    }
    if let Some(overlays) = &parts.overlays {
        return Some(now.overlays.describe_change(overlays));
    }
    parts.selected.map(|_| now.selected.undo_words())
}
