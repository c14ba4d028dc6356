//! Undo and redo of plane changes, overlays, selections and camera jumps, in chronological order.
//!
//! Each frame's state is compared with the previous one, so plugins need not report their changes. Dragging a slider
//! counts as a single change. Walking, turning and films cannot be undone. Changing the level or tree clears the
//! history. The planar tree page has a separate history for its drawing.

mod parts;

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_session::undo::Jump;
use bspwalk_text::text;

pub use self::parts::History;
use self::parts::{FrameRequests, Moment, Parts, Stage};
use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        state::{BuildFilm, GoToPlace, Notice},
    },
    level::{quiz::QuizState, viewpoint::AskedView},
    view::selection_history,
};

/// Maintains the undo history.
pub(in crate::app) struct UndoPlugin;

impl Plugin for UndoPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<History>().add_systems(
            Update,
            (follow, go)
                .chain()
                .after(AppSystems::LeafTree)
                .after(selection_history::step)
                .before(AppSystems::Overlays)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// State that determines whether a change was caused by the user.
#[derive(SystemParam)]
struct Context<'w> {
    buttons: Res<'w, ButtonInput<MouseButton>>,
    film: Res<'w, BuildFilm>,
    asked: Res<'w, AskedView>,
    quiz: Res<'w, QuizState>,
}

/// Records changes made by the user.
fn follow(
    mut places: MessageReader<GoToPlace>,
    (stage, context): (Stage, Context),
    mut history: ResMut<History>,
) {
    let history = history.bypass_change_detection();
    let asked = FrameRequests {
        by_map: places.read().count() > 0,
        drags: !stage.is_captured() && context.buttons.pressed(MouseButton::Left),
        by_view: context.asked.is_changed() && context.asked.0.is_none(),
        ..std::mem::take(&mut history.asked)
    };
    let now = stage.now();
    let Some(before) = history.last.take() else {
        history.last = Some(now);
        return;
    };
    if !stage.follows(&before, &now) {
        history.undo.clear();
        history.last = Some(now);
        return;
    }
    // The tour and the quiz restore all state when they end.
    if stage.is_in_tour() || context.quiz.is_open() {
        history.last = Some(now);
        return;
    }
    let mut next = now.clone();
    let parts = changed(&before, &now, (&stage, &context), asked);
    if parts.overlays.is_none() && now.overlays.is_changed_by_user(&before.overlays) {
        // A drag is a single change relative to its start.
        next.overlays = before.overlays.clone();
    }
    if let Some(words) = words(&parts, &now, asked) {
        history.push(words, parts);
    }
    history.last = Some(next);
}

/// Returns the parts of the state that the user changed, with their previous values.
fn changed(
    before: &Moment,
    now: &Moment,
    (stage, context): (&Stage<'_, '_>, &Context<'_>),
    asked: FrameRequests,
) -> Parts {
    let overlays = now.overlays.is_changed_by_user(&before.overlays) && !asked.drags;
    // An open build film selects nodes automatically, as does the explanation of a stop.
    let by_itself = context.film.open || (stage.walker().why.is_some() && !asked.selects);
    let selected = now.selected != before.selected && !by_itself;
    let is_led = stage.walker().playing.is_some() || stage.walker().replay.is_some();
    let is_elsewhere = now.path.0 != before.path.0
        && now.path.1 == before.path.1
        && now.camera.position.distance(before.camera.position) > LEAST_JUMP;
    let looks = asked.by_view || asked.jump == Some(Jump::Selection);
    let camera = !is_led && (is_elsewhere || (looks && now.camera != before.camera));
    Parts {
        overlays: overlays.then(|| before.overlays.clone()),
        selected: selected.then_some(before.selected),
        camera: camera.then_some(before.camera),
        tried: (now.tried != before.tried).then(|| before.tried.clone()),
    }
}

/// Minimum distance of a camera jump (in metres). Pushing the player out of a wall does not count as a jump.
const LEAST_JUMP: f32 = 0.05;

/// Describes a change, for use after "Undo". Returns `None` if nothing was changed.
fn words(parts: &Parts, now: &Moment, asked: FrameRequests) -> Option<String> {
    if let Some(tried) = &parts.tried {
        return Some(now.tried.words(tried));
    }
    if parts.camera.is_some() {
        let words = match asked {
            FrameRequests { by_view: true, .. } => text!("undo-view"),
            FrameRequests { by_map: true, .. } => text!("undo-map"),
            FrameRequests {
                jump: Some(Jump::Spawn),
                ..
            } => text!("undo-spawn"),
            FrameRequests {
                jump: Some(Jump::Selection),
                ..
            } => text!("undo-look"),
            FrameRequests {
                jump: Some(Jump::Leak),
                ..
            } => text!("undo-leak"),
            _ => text!("undo-place"),
        };
        return Some(words.to_owned());
    }
    if let Some(overlays) = &parts.overlays {
        return Some(now.overlays.describe_change(overlays));
    }
    parts.selected?;
    Some(now.selected.undo_words())
}

/// Records that a command makes the camera jump.
pub(in crate::app) fn record_camera_jump(In(jump): In<Jump>, mut history: ResMut<History>) {
    history.bypass_change_detection().asked.jump = Some(jump);
}

/// Records that a command changes the selection.
pub(in crate::app) fn record_selection_change(mut history: ResMut<History>) {
    history.bypass_change_detection().asked.selects = true;
}

/// Forgets the last state, so that the next change is relative to the state of the next frame.
pub(in crate::app) fn forget_last_state(mut history: ResMut<History>) {
    history.bypass_change_detection().last = None;
}

/// Requests undo or redo, to be performed after the latest change has been recorded.
pub(in crate::app) fn request_undo_or_redo(In(is_undo): In<bool>, mut history: ResMut<History>) {
    history.bypass_change_detection().crossings.push(is_undo);
}

/// Performs the requested undo and redo steps.
fn go(mut stage: Stage, mut history: ResMut<History>, mut notices: MessageWriter<Notice>) {
    if history.crossings.is_empty() {
        return;
    }
    for is_undo in std::mem::take(&mut history.crossings) {
        if stage.is_in_tour() {
            notices.write(Notice::info(text!("undo-tour")));
            continue;
        }
        let now = stage.now();
        let same = |parts: &Parts| now.same_parts(parts);
        let crossed = if is_undo {
            history.undo.undo(same)
        } else {
            history.undo.redo(same)
        };
        let Some((words, parts)) = crossed else {
            let words = if is_undo {
                text!("undo-nothing")
            } else {
                text!("undo-nothing-to-redo")
            };
            notices.write(Notice::info(words));
            continue;
        };
        let said = if is_undo {
            text!("undo-undone", what = words)
        } else {
            text!("undo-redone", what = words)
        };
        notices.write(Notice::info(said));
        stage.restore_parts(&parts);
        history.last = Some(stage.now());
    }
}
