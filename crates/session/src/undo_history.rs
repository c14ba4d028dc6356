//! Undo of overlays, selections, camera jumps and changes of one front end, in chronological order.
//!
//! The state is compared with the previous one, so changes need not be reported. Dragging a slider counts as a single
//! change. Walking, turning and films cannot be undone.

use bspwalk_text::text;
use glam::Vec3;

use crate::{
    overlays::Overlays,
    program::Program,
    selection::Selected,
    undo::{Jump, Undo},
    view::{Orbit, View},
};

/// Undoable state that only one front end has. `()` is no such state.
pub trait OwnState: Clone + PartialEq {
    /// Describes the change that led to this state, as a phrase to follow "Undo".
    fn describe_change(&self, before: &Self) -> String;
}

impl OwnState for () {
    fn describe_change(&self, (): &Self) -> String {
        String::new()
    }
}

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
struct Parts<T> {
    overlays: Option<Overlays>,
    selected: Option<Selected>,
    camera: Option<Camera>,
    own: Option<T>,
}

/// Snapshot of the state.
#[derive(Clone, Debug)]
struct Moment<T> {
    overlays: Overlays,
    selected: Selected,
    camera: Camera,
    own: T,
    /// Index of the body's path, which increases with every teleport, and whether noclip is on. Toggling noclip also
    /// starts a new path.
    path: (u64, bool),
}

impl<T: OwnState> Moment<T> {
    fn now(program: &Program<'_>, own: T) -> Self {
        let (body, view) = (&program.walker.body, &program.state.view);
        Self {
            overlays: program.state.overlays.clone(),
            selected: program.selected.items(),
            camera: Camera {
                position: body.position,
                angles: [body.yaw, body.pitch],
                walking: body.walking,
                view: view.view,
                // If the camera is moving towards a goal, save the goal.
                orbit: view.goal.map_or(view.orbit, |goal| Some(goal.orbit)),
                cut: view.goal.and_then(|goal| goal.cut).or(view.cut),
            },
            own,
            path: (body.path, body.noclip),
        }
    }

    /// Returns the values of this snapshot for the parts that are present in `parts`.
    fn same_parts(&self, parts: &Parts<T>) -> Parts<T> {
        Parts {
            overlays: parts.overlays.as_ref().map(|_| self.overlays.clone()),
            selected: parts.selected.map(|_| self.selected),
            camera: parts.camera.map(|_| self.camera),
            own: parts.own.as_ref().map(|_| self.own.clone()),
        }
    }
}

impl<T> Parts<T> {
    /// Restores the parts, except the front end's own state.
    fn restore(&self, program: &mut Program<'_>) {
        if let Some(overlays) = &self.overlays {
            program.state.overlays.clone_from(overlays);
        }
        if let Some(selected) = self.selected {
            program.selected.restore(selected);
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
    }
}

/// Requests of the user since the last recorded change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UndoRequests {
    /// Last command that makes the camera jump.
    pub jump: Option<Jump>,
    /// Whether the user is dragging with the mouse.
    pub drags: bool,
    /// Whether a command changes the selection.
    pub selects: bool,
    /// Whether the camera jumps to a clicked position on the map.
    pub by_map: bool,
    /// Whether a view requested by a command line or a bookmark was shown.
    pub by_view: bool,
}

/// Maximum number of changes of a front end's own state. It is limited because each of them stores whole trees.
const MOST_OWN: usize = 12;

/// Minimum distance of a camera jump (in metres). Pushing the player out of a wall does not count as a jump.
const LEAST_JUMP: f32 = 0.05;

/// Undo history.
#[derive(Clone, Debug)]
pub struct UndoHistory<T> {
    undo: Undo<Parts<T>>,
    /// Last recorded state. During a drag, the overlays are those from before the drag.
    last: Option<Moment<T>>,
    /// Requests of the user.
    pub requests: UndoRequests,
}

impl<T> Default for UndoHistory<T> {
    fn default() -> Self {
        Self {
            undo: Undo::default(),
            last: None,
            requests: UndoRequests::default(),
        }
    }
}

impl<T> UndoHistory<T> {
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

    /// Returns the last recorded state of the front end's own.
    pub fn last_own(&self) -> Option<&T> {
        self.last.as_ref().map(|last| &last.own)
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

impl<T: OwnState> UndoHistory<T> {
    /// Records what the user changed. `is_suspended` records nothing, for a tour or a quiz, which restores all state when
    /// it ends.
    pub fn follow(&mut self, program: &Program<'_>, own: T, is_suspended: bool) {
        let requests = std::mem::take(&mut self.requests);
        let mut now = Moment::now(program, own);
        if let (Some(before), false) = (self.last.take(), is_suspended) {
            let parts = changed(&before, &now, program, requests);
            if let Some(words) = words(&parts, &now, requests) {
                self.undo.push(words, parts.clone());
                self.undo.keep_latest(MOST_OWN, |parts| parts.own.is_some());
            }
            if parts.overlays.is_none() && now.overlays.is_changed_by_user(&before.overlays) {
                // A drag is a single change relative to its start.
                now.overlays = before.overlays;
            }
        }
        self.last = Some(now);
    }

    /// Undoes or redoes a change, and shows a notice. `own` is the current state of the front end's own. Returns the state
    /// of its own to restore, if the change affected it.
    pub fn go(&mut self, is_undo: bool, program: &mut Program<'_>, own: T) -> Option<T> {
        let now = Moment::now(program, own.clone());
        let same = |parts: &Parts<T>| now.same_parts(parts);
        let crossed = if is_undo {
            self.undo.undo(same)
        } else {
            self.undo.redo(same)
        };
        let Some((what, parts)) = crossed else {
            program.notice(if is_undo {
                text!("undo-nothing")
            } else {
                text!("undo-nothing-to-redo")
            });
            return None;
        };
        program.notice(if is_undo {
            text!("undo-undone", what)
        } else {
            text!("undo-redone", what)
        });
        parts.restore(program);
        self.last = Some(Moment::now(program, parts.own.clone().unwrap_or(own)));
        parts.own
    }
}

/// Returns the parts of the state that the user changed, with their previous values.
fn changed<T: OwnState>(
    before: &Moment<T>,
    now: &Moment<T>,
    program: &Program<'_>,
    requests: UndoRequests,
) -> Parts<T> {
    let walker = &*program.walker;
    let overlays = now.overlays.is_changed_by_user(&before.overlays) && !requests.drags;
    // An open build film selects nodes automatically, as does the explanation of a stop.
    let by_itself = program.state.build.open || (walker.why.is_some() && !requests.selects);
    let selected = now.selected != before.selected && !by_itself;
    let is_led = walker.playing.is_some() || walker.replay.is_some();
    let is_elsewhere = now.path.0 != before.path.0
        && now.path.1 == before.path.1
        && now.camera.position.distance(before.camera.position) > LEAST_JUMP;
    let looks = requests.by_view || requests.jump == Some(Jump::Selection);
    let camera = !is_led && (is_elsewhere || (looks && now.camera != before.camera));
    Parts {
        overlays: overlays.then(|| before.overlays.clone()),
        selected: selected.then_some(before.selected),
        camera: camera.then_some(before.camera),
        own: (now.own != before.own).then(|| before.own.clone()),
    }
}

/// Describes a change, for use after "Undo". Returns `None` if nothing was changed.
fn words<T: OwnState>(parts: &Parts<T>, now: &Moment<T>, requests: UndoRequests) -> Option<String> {
    if let Some(own) = &parts.own {
        return Some(now.own.describe_change(own));
    }
    if parts.camera.is_some() {
        let words = match requests.jump {
            _ if requests.by_view => text!("undo-view"),
            _ if requests.by_map => text!("undo-map"),
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
