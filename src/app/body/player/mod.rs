//! The player's body: commands, fixed steps and scripts.

pub(in crate::app) mod places;
pub mod scripts;
mod step;

use bevy::prelude::*;
use bspwalk_session::{
    start::has_floor_below_spawn,
    walker::{Surroundings, WalkerChange},
};

use super::clock::STEPS_PER_SECOND;
use crate::app::{
    host::{
        schedule::AppSystems,
        shown::{IsShown, Shown, ShownMut},
        state::{Action, LevelId, ModelView, Notice, OpenedLevel, Player, Selection},
    },
    input::{KeyLabels, MoveIntent},
    level::leaf_tree::LeafTreeState,
};

/// Moves the player.
pub struct PlayerPlugin;

impl Plugin for PlayerPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Time::<Fixed>::from_hz(STEPS_PER_SECOND))
            .add_plugins(scripts::plugin)
            .add_systems(FixedUpdate, step::step.in_set(AppSystems::Step))
            .add_systems(
                Update,
                (
                    enter.in_set(AppSystems::Enter),
                    (follow_level, advance_replay, close_what_was_left)
                        .chain()
                        .in_set(AppSystems::Replay),
                ),
            );
    }
}

/// Applies a change to the walker.
pub(in crate::app) fn walk(
    In(change): In<WalkerChange>,
    (current, leaf_tree): (Shown<OpenedLevel>, Shown<LeafTreeState>),
    mut player: ShownMut<Player>,
    labels: Res<KeyLabels>,
    mut notices: MessageWriter<Notice>,
) {
    let surroundings = Surroundings {
        level: &current.level,
        trees: leaf_tree.trees(&current),
        moving: None,
        planes_pending: !leaf_tree.is_done(),
    };
    let told = change(&mut player.walker, &surroundings, labels.names());
    notices.write_batch(told.map(Notice::info));
}

/// Ends the replay or script that the given command interrupts.
pub(in crate::app) fn interrupt(In(action): In<Action>, mut player: ShownMut<Player>) {
    player.walker.interrupt(action);
}

/// Selects the node of the first face that the stop explanation names.
pub(in crate::app) fn select_reason(player: Shown<Player>, mut selection: ShownMut<Selection>) {
    if let Some(reason) = player.walker.reason() {
        selection.select_node(reason.node_of_level(), Some(reason.face));
    }
}

/// Changes the movement speed by a number of wheel notches. In the model view, zooms instead.
pub(in crate::app) fn change_speed(
    In(notches): In<f32>,
    current: Shown<OpenedLevel>,
    (mut player, mut view): (ShownMut<Player>, ResMut<ModelView>),
) {
    if !view.zoom(notches, None, current.level.bounds.size().length() as f32) {
        player.change_speed(notches);
    }
}

/// Closes the replay and the stop explanation once the body has left their path.
fn close_what_was_left(mut player: ShownMut<Player>) {
    player.walker.close_what_was_left();
}

fn advance_replay(time: Res<Time<Real>>, mut player: ShownMut<Player>) {
    if let Some(replay) = &mut player.walker.replay {
        replay.advance(time.delta_secs());
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
    player.respawn(&current.level.spawn);
    player.walking = has_floor_below_spawn(&current.tree, &current.level.spawn);
}
