//! The player's body: fixed steps and scripts.

pub(in crate::app) mod places;
pub mod scripts;
mod step;

use bevy::prelude::*;
use bspwalk_session::{leak_walk, overlays::OverlayKind, start::has_floor_below_spawn};

use super::clock::STEPS_PER_SECOND;
use crate::app::{host::prelude::*, input::MoveIntent};

/// Moves the player.
pub fn plugin(app: &mut App) {
    app.insert_resource(Time::<Fixed>::from_hz(STEPS_PER_SECOND))
        .add_plugins(scripts::plugin)
        .add_systems(FixedUpdate, step::step.in_set(AppSystems::Step))
        .add_systems(
            Update,
            (
                enter.in_set(AppSystems::Enter),
                (follow_level, follow_body).chain().in_set(AppSystems::Replay),
            ),
        );
}

/// Advances the replay. Ends it with the stop explanation once the body has left their path, and leaves the leak path while
/// it is not drawn.
fn follow_body(
    (time, program): (Res<Time<Real>>, Res<ProgramState>),
    mut player: ShownMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    let walker = &mut player.walker;
    if let Some(replay) = &mut walker.replay {
        replay.advance(time.delta_secs());
    }
    walker.close_what_was_left();
    if !program.overlays.is_on(OverlayKind::Leak) && leak_walk::leave(&mut walker.body) {
        notices.write(Notice::info(walker.body.noclip_words()));
    }
}

/// Ends the replay, the stop explanation and the script when the tree or the level changes.
fn follow_level(
    shown: Single<(Entity, Ref<OpenedLevel>), With<IsShown>>,
    mut player: ShownMut<Player>,
    mut known: Local<Option<(Entity, LevelId)>>,
) {
    let (entity, current) = &*shown;
    if !current.is_changed() {
        return;
    }
    let walker = &mut player.walker;
    walker.forget_tree();
    let before = known.replace((*entity, current.level_id()));
    match before {
        Some((before, level)) if level != current.level_id() => {
            walker.playing = None;
            if before == *entity {
                walker.keep_place_after_reload();
            }
        }
        _ => {}
    }
}

/// Moves the player to the spawn of a newly opened level, and starts walking if there is a floor.
fn enter(current: Shown<OpenedLevel>, mut player: ShownMut<Player>, mut intent: ResMut<MoveIntent>) {
    intent.release_all();
    player.walker.forget_tree();
    player.leak_place = None;
    player.respawn(&current.level.spawn);
    player.walking = has_floor_below_spawn(&current.tree, &current.level.spawn);
}
