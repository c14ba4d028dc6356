//! Moving the body in the fixed step, by the keys or by a script.

pub(in crate::app) mod places;
pub mod playing;
pub mod recording;
pub mod scripts;

use bevy::prelude::*;
use bspwalk_session::{
    actions::Front,
    body::{Driver, SCRIPT_ENDED, event_words},
    overlays::OverlayKind,
    start::begins_on_foot,
};
use bspwalk_text::text;
use bspwalk_trees::collision::mover::Event;

use self::{playing::Playing, recording::Recording};
use super::{
    bindings::Bindings,
    clock::STEPS_PER_SECOND,
    input::{KeyLabels, MoveIntent},
    leaf_tree::LeafTreeState,
    replay::Replay,
    schedule::{AppState, AppSystems},
    shown::{IsShown, Shown, ShownMut},
    state::{Act, Action, Doors, LevelId, ModelView, Notice, OpenedLevel, Overlays, Player, Selection, Ui},
    stop_reason::Explanation,
};

/// Moves the player.
pub struct PlayerPlugin;

impl Plugin for PlayerPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Time::<Fixed>::from_hz(STEPS_PER_SECOND))
            .add_plugins(scripts::plugin)
            .add_systems(FixedUpdate, step.in_set(AppSystems::Step))
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

/// One fixed step: of the eye alone in noclip and during a replay, else of the body.
fn step(
    mut commands: Commands,
    (current, leaf_tree, overlays): (Shown<OpenedLevel>, Shown<LeafTreeState>, Res<Overlays>),
    mut doors: ShownMut<Doors>,
    (mut player, mut intent): (ShownMut<Player>, ResMut<MoveIntent>),
    (bindings, labels): (Res<Bindings>, Res<KeyLabels>),
    (mut playing, mut recording): (Option<ResMut<Playing>>, ResMut<Recording>),
    (replay, mut explanation): (Option<Res<Replay>>, Option<ResMut<Explanation>>),
    mut selection: ShownMut<Selection>,
    mut notices: MessageWriter<Notice>,
) {
    let keys = intent.take().ticks();
    if replay.is_some() {
        player.drift(keys);
        return;
    }
    let trees = leaf_tree.trees(&current);
    // A script that was recorded with planes waits until there are planes.
    let waits = player.method.needs_leaves() && trees.planes.is_none() && !leaf_tree.is_done();
    if playing.is_some() && waits {
        player.previous = player.position;
        return;
    }
    if playing.is_some() && recording.is_on() {
        notices.write(Notice::info(text!("script-another")));
        recording.end(false, &mut notices);
    }
    let driver = Driver {
        keys,
        playing: playing.as_mut().map(|playing| &mut playing.0),
        draft: recording.bypass_change_detection().draft(),
        observes: overlays.is_on(OverlayKind::Collision),
    };
    let moving = doors.bypass_change_detection().0.as_mut();
    let stepped = player.step_among(trees, moving, driver);
    for event in stepped.events {
        if let Some(text) = event_words(
            event,
            bindings.0.names_for(Front::Window, true).with_pad(labels.pad()),
        ) {
            let error = event == Event::Stuck;
            notices.write(Notice { text, error });
        }
    }
    if stepped.has_ended {
        commands.remove_resource::<Playing>();
        notices.write(Notice::info(SCRIPT_ENDED));
    }
    if stepped.has_moved
        && let Some(explanation) = &mut explanation
        && explanation.follow(&current.tree, &current.level, &player)
        && let Some(first) = explanation.selection()
    {
        selection.set_if_neq(first);
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
    intent.forget();
    player.respawn(&current.level.spawn);
    player.walking = begins_on_foot(&current.tree, &current.level.spawn);
}
