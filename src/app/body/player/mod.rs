//! The player's body: commands, fixed steps and scripts.

pub(in crate::app) mod places;
pub mod recording;
pub mod scripts;
mod step;

use bevy::prelude::*;
use bspwalk_session::{actions::Front, start::begins_on_foot};

use super::clock::STEPS_PER_SECOND;
use crate::app::{
    host::{
        schedule::AppSystems,
        shown::{IsShown, Shown, ShownMut},
        state::{Act, Action, LevelId, ModelView, Notice, OpenedLevel, Player, Selection, Ui},
    },
    input::{KeyLabels, MoveIntent, bindings::Bindings},
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
                    (follow_level, advance_replay, close_what_was_left, act)
                        .chain()
                        .in_set(AppSystems::Replay),
                ),
            );
    }
}

fn act(
    mut messages: MessageReader<Act>,
    (current, leaf_tree): (Shown<OpenedLevel>, Shown<LeafTreeState>),
    (mut player, mut view, mut selection): (ShownMut<Player>, ResMut<ModelView>, ShownMut<Selection>),
    (mut intent, ui): (ResMut<MoveIntent>, Res<Ui>),
    (bindings, labels): (Res<Bindings>, Res<KeyLabels>),
    mut notices: MessageWriter<Notice>,
) {
    let level = &current.level;
    for &Act(action) in messages.read() {
        let names = bindings.0.names_for(Front::Window, true).with_pad(labels.pad());
        let walker = &mut player.walker;
        walker.interrupt(action);
        let told = walker.handle(action, level, leaf_tree.trees(&current), names);
        notices.write_batch(told.map(Notice::info));
        match action {
            Action::Why => {
                if let Some(reason) = walker.reason() {
                    selection.set_if_neq(Selection::from(reason));
                }
            }
            // During the tour, this key advances it instead.
            Action::AcceptOffer if !ui.tour => intent.use_in_front(),
            Action::SpeedUp | Action::SpeedDown => {
                let notches = if action == Action::SpeedUp { 1.0 } else { -1.0 };
                if !view.zoom(notches, None, level.bounds.size().length() as f32) {
                    player.change_speed(notches);
                }
            }
            _ => {}
        }
    }
}

/// Closes the replay and the explanation of a path that the body has left.
fn close_what_was_left(mut player: ShownMut<Player>) {
    player.walker.close_what_was_left();
}

fn advance_replay(time: Res<Time<Real>>, mut player: ShownMut<Player>) {
    if let Some(replay) = &mut player.walker.replay {
        replay.advance(time.delta_secs());
    }
}

/// Ends the replay, the explanation and the script when the tree or the level changes.
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
                walker.enter_again();
            }
        }
        _ => {}
    }
}

/// Puts the player at the spawn of another level, walking if there is a floor.
fn enter(current: Shown<OpenedLevel>, mut player: ShownMut<Player>, mut intent: ResMut<MoveIntent>) {
    intent.release_all();
    player.walker.forget_tree();
    player.respawn(&current.level.spawn);
    player.walking = begins_on_foot(&current.tree, &current.level.spawn);
}
