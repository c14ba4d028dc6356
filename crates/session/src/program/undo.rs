//! Records changes for undo, and reverts them.

use std::sync::Arc;

use bspwalk_text::text;
use bspwalk_trees::NodeTree;

use super::Program;
use crate::{
    program_state::LevelState,
    undo::Jump,
    undo_history::{Camera, MOST_TREES, Moment, Parts, UndoRequests, words},
};

/// Minimum distance of a camera jump (in metres). Pushing the player out of a wall does not count as a jump.
const LEAST_JUMP: f32 = 0.05;

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
