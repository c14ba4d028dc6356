//! Moving the body in the fixed step, by the keys or by a script.

pub(in crate::app) mod places;
pub mod playing;
pub mod recording;
pub mod scripts;
mod step;

use bevy::prelude::*;
use bspwalk_session::{actions::Front, start::begins_on_foot};

use super::{
    bindings::Bindings,
    clock::STEPS_PER_SECOND,
    input::{KeyLabels, MoveIntent},
    schedule::{AppState, AppSystems},
    shown::{IsShown, Shown, ShownMut},
    state::{Act, Action, LevelId, ModelView, Notice, OpenedLevel, Player, Ui},
};

/// Moves the player.
pub struct PlayerPlugin;

impl Plugin for PlayerPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Time::<Fixed>::from_hz(STEPS_PER_SECOND))
            .add_plugins((scripts::plugin, step::plugin))
            .add_systems(
                Update,
                (
                    enter.in_set(AppSystems::Enter),
                    stay.in_set(AppSystems::Replay),
                    act.after(scripts::started)
                        .in_set(AppSystems::Command)
                        .run_if(in_state(AppState::InLevel)),
                ),
            );
    }
}

fn act(
    mut messages: MessageReader<Act>,
    current: Shown<OpenedLevel>,
    (mut player, mut view): (ShownMut<Player>, ResMut<ModelView>),
    (mut intent, ui): (ResMut<MoveIntent>, Res<Ui>),
    (bindings, labels): (Res<Bindings>, Res<KeyLabels>),
    mut notices: MessageWriter<Notice>,
) {
    for &Act(action) in messages.read() {
        match action {
            Action::ToggleNoclip => {
                player.toggle_noclip();
                notices.write(Notice::info(player.noclip_words()));
            }
            Action::ToggleWalking => {
                player.walking = !player.walking;
                notices.write(Notice::info(player.mode_words(
                    bindings.0.names_for(Front::Window, true).with_pad(labels.pad()),
                )));
            }
            Action::NextCollision => {
                let told = player.next_method(&current.level);
                notices.write(Notice::info(told));
            }
            // In the tour the same key goes on.
            Action::AcceptOffer if !ui.tour => intent.use_in_front(),
            Action::Respawn => player.respawn(&current.level.spawn),
            Action::SpeedUp | Action::SpeedDown => {
                let notches = if action == Action::SpeedUp { 1.0 } else { -1.0 };
                if !view.zoom(notches, current.level.bounds.size().length() as f32) {
                    player.change_speed(notches);
                }
            }
            _ => {}
        }
    }
}

/// Keeps the body where it is in a level that was read again: with the next step it is put clear of the new walls.
fn stay(
    shown: Single<(Entity, &OpenedLevel), With<IsShown>>,
    mut player: ShownMut<Player>,
    mut known: Local<Option<(Entity, LevelId)>>,
) {
    let (entity, level) = (shown.0, shown.1.level_id());
    let before = known.replace((entity, level.clone()));
    if before.is_some_and(|(known, of)| known == entity && of != level) {
        // Its steps were taken in other walls.
        let eye = player.position;
        player.teleport(eye);
    }
}

/// Puts the player at the spawn of another level, on foot where there is a floor.
fn enter(current: Shown<OpenedLevel>, mut player: ShownMut<Player>, mut intent: ResMut<MoveIntent>) {
    intent.release_all();
    player.respawn(&current.level.spawn);
    player.walking = begins_on_foot(&current.tree, &current.level.spawn);
}
