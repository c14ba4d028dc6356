//! Undo of plane changes, overlays, selections and camera jumps, in chronological order.
//!
//! The state is compared with the previous one, so changes need not be reported. Dragging a slider counts as a single
//! change. Walking, turning and films cannot be undone.

use std::sync::Arc;

use bspwalk_text::text;
use bspwalk_trees::NodeTree;
use glam::Vec3;

use crate::{
    overlays::Overlays,
    program::Program,
    program_state::LevelState,
    selection::Selected,
    trial::TrialSnapshot,
    undo::{Jump, Undo},
    view::{Orbit, View},
};

/// Position and view direction of the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Camera {
    position: Vec3,
    angles: [f32; 2],
    walking: bool,
    view: View,
    orbit: Option<Orbit>,
    cut: Option<f32>,
}

/// State before a change. Parts that the change did not affect are `None`.
#[derive(Clone, Debug, Default)]
struct Parts {
    overlays: Option<Overlays>,
    selected: Option<Selected>,
    camera: Option<Camera>,
    trial: Option<TrialSnapshot>,
}

/// Snapshot of the state.
#[derive(Clone, Debug)]
struct Moment {
    overlays: Overlays,
    selected: Selected,
    camera: Camera,
    trial: TrialSnapshot,
    /// Index of the body's path, which increases with every teleport, and whether noclip is on. Toggling noclip also
    /// starts a new path.
    path: (u64, bool),
}

impl Moment {
    fn now(program: &Program<'_>) -> Self {
        let (body, view) = (&program.walker.body, &program.state.view);
        let LevelState { selected, trial, .. } = &program.state.level;
        Self {
            overlays: program.state.overlays.clone(),
            selected: selected.items(),
            camera: Camera {
                position: body.position,
                angles: [body.yaw, body.pitch],
                walking: body.walking,
                view: view.view,
                // If the camera is moving towards a goal, save the goal.
                orbit: view.goal.map_or(view.orbit, |goal| Some(goal.orbit)),
                cut: view.goal.and_then(|goal| goal.cut).or(view.cut),
            },
            trial: trial.snapshot(&program.opened.tree),
            path: (body.path, body.noclip),
        }
    }

    /// Returns the values of this snapshot for the parts that are present in `parts`.
    fn same_parts(&self, parts: &Parts) -> Parts {
        Parts {
            overlays: parts.overlays.as_ref().map(|_| self.overlays.clone()),
            selected: parts.selected.map(|_| self.selected),
            camera: parts.camera.map(|_| self.camera),
            trial: parts.trial.as_ref().map(|_| self.trial.clone()),
        }
    }
}

impl Parts {
    /// Restores the parts. Returns the tree to restore, if it was changed.
    fn restore(self, program: &mut Program<'_>) -> Option<Arc<NodeTree>> {
        if let Some(overlays) = self.overlays {
            program.state.overlays = overlays;
        }
        if let Some(selected) = self.selected {
            program.state.level.selected.restore(selected);
            program.state.level.selections.go_to(selected);
        }
        if let Some(camera) = self.camera {
            let (body, view) = (&mut program.walker.body, &mut program.state.view);
            body.teleport(camera.position);
            [body.yaw, body.pitch] = camera.angles;
            body.walking = camera.walking;
            (view.view, view.orbit, view.cut) = (camera.view, camera.orbit, camera.cut);
            (view.goal, view.framed) = (None, None);
        }
        let LevelState {
            trial, reselection, ..
        } = &mut program.state.level;
        self.trial.map(|snapshot| {
            reselection.keep();
            trial.restore(snapshot)
        })
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
const MOST_TREES: usize = 12;

/// Minimum distance of a camera jump (in metres). Pushing the player out of a wall does not count as a jump.
const LEAST_JUMP: f32 = 0.05;

/// Undo history.
#[derive(Clone, Debug, Default)]
pub struct UndoHistory {
    undo: Undo<Parts>,
    /// Last recorded state. During a drag, the overlays are those from before the drag.
    last: Option<Moment>,
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

impl Program<'_> {
    /// Records what the user changed. `is_suspended` records nothing, for a tour, which restores all state when it ends.
    /// The same applies to an open quiz.
    pub fn record_changes(&mut self, is_suspended: bool) {
        let requests = std::mem::take(&mut self.state.undo.requests);
        let mut now = Moment::now(self);
        let is_suspended = is_suspended || self.state.quiz.is_open();
        if let (Some(before), false) = (self.state.undo.last.take(), is_suspended) {
            let parts = changed(&before, &now, self, requests);
            let is_same = parts.overlays.is_none();
            let undo = &mut self.state.undo.undo;
            if let Some(words) = words(&parts, &now, requests) {
                undo.push(words, parts);
                undo.keep_latest(MOST_TREES, |parts| parts.trial.is_some());
            }
            if is_same && now.overlays.is_changed_by_user(&before.overlays) {
                // A drag is a single change relative to its start.
                now.overlays = before.overlays;
            }
        }
        self.state.undo.last = Some(now);
    }

    /// Records what the user changed, then undoes or redoes a change and shows a notice. Returns the node-storing tree
    /// that replaces the current one, if the change affected it.
    pub fn undo_or_redo(&mut self, is_undo: bool) -> Option<Arc<NodeTree>> {
        self.walker.end_playback();
        self.record_changes(false);
        let now = Moment::now(self);
        let same = |parts: &Parts| now.same_parts(parts);
        let undo = &mut self.state.undo.undo;
        let crossed = if is_undo { undo.undo(same) } else { undo.redo(same) };
        let Some((what, parts)) = crossed else {
            self.notice(if is_undo {
                text!("undo-nothing")
            } else {
                text!("undo-nothing-to-redo")
            });
            return None;
        };
        let told = if is_undo {
            text!("undo-undone", what)
        } else {
            text!("undo-redone", what)
        };
        self.notice(told);
        let trial = parts.trial.clone().unwrap_or(now.trial);
        let tree = parts.restore(self);
        let last = Moment {
            trial,
            ..Moment::now(self)
        };
        self.state.undo.last = Some(last);
        tree
    }
}

/// Returns the parts of the state that the user changed, with their previous values.
fn changed(before: &Moment, now: &Moment, program: &Program<'_>, requests: UndoRequests) -> Parts {
    let walker = &*program.walker;
    let overlays = now.overlays.is_changed_by_user(&before.overlays) && !program.state.undo.drags;
    // An open build film selects nodes automatically, as does the explanation of a stop.
    let by_itself = program.state.build.open || (walker.why.is_some() && !requests.selects);
    let selected = now.selected != before.selected && !by_itself;
    let is_led = walker.playing.is_some() || walker.replay.is_some();
    let is_elsewhere = now.path.0 != before.path.0
        && now.path.1 == before.path.1
        && now.camera.position.distance(before.camera.position) > LEAST_JUMP;
    let looks = matches!(requests.jump, Some(Jump::View | Jump::Selection));
    let camera = !is_led && (is_elsewhere || (looks && now.camera != before.camera));
    Parts {
        overlays: overlays.then(|| before.overlays.clone()),
        selected: selected.then_some(before.selected),
        camera: camera.then_some(before.camera),
        trial: (now.trial != before.trial).then(|| before.trial.clone()),
    }
}

/// Describes a change, for use after "Undo". Returns `None` if nothing was changed.
fn words(parts: &Parts, now: &Moment, requests: UndoRequests) -> Option<String> {
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
