//! Moving the player in the fixed step: the input of the keys or a script goes into the mover, and a pose comes out.

pub mod drive;
pub mod history;
pub(in crate::app) mod places;
pub mod recording;
pub mod scripts;

use bevy::prelude::*;
use bspwalk_session::{overlays::OverlayKind, start::begins_on_foot};
use bspwalk_trees::{
    collision::mover::{Event, Mode, Mover, Placement, PutBackReason, Trees},
    observer::VisitedNodes,
};

use super::{
    clock::{STEP, STEPS_PER_SECOND},
    input::MoveIntent,
    leaf_tree::LeafTreeState,
    replay::Replay,
    schedule::{AppState, AppSystems},
    state::{Command, CurrentLevel, Notice, Overlays, Player, Selection},
    stop_reason::Explanation,
};
use drive::Driver;
use history::{History, Moment};

/// How quickly the eye follows the keys in noclip, in 1/s.
const RESPONSE: f32 = 14.0;

/// Below this speed, and with no key held, the eye is at rest, in metres a second.
const REST: f32 = 1.0e-3;

/// The user is told if the body was moved further than this to find room, in metres.
const TOLD: f32 = 0.05;

/// Moves the player.
pub struct PlayerPlugin;

impl Plugin for PlayerPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Time::<Fixed>::from_hz(STEPS_PER_SECOND))
            .add_plugins(scripts::plugin)
            .add_systems(
                FixedUpdate,
                (drift.run_if(eye_alone), step.run_if(not(eye_alone)))
                    .chain()
                    .in_set(AppSystems::Step),
            )
            .add_systems(
                Update,
                (
                    forget.after(AppSystems::LeafTree).before(AppSystems::Overlays),
                    enter.in_set(AppSystems::Enter),
                    stay.in_set(AppSystems::Replay)
                        .run_if(resource_exists::<CurrentLevel>),
                    commands
                        .after(scripts::started)
                        .in_set(AppSystems::Command)
                        .run_if(in_state(AppState::InLevel)),
                ),
            );
    }
}

/// Whether the eye moves without the body: in noclip, and during a replay.
fn eye_alone(player: Res<Player>, replay: Option<Res<Replay>>) -> bool {
    player.noclip || replay.is_some()
}

/// One fixed step of the body.
fn step(
    mut driver: Driver,
    current: Res<CurrentLevel>,
    leaf_tree: Res<LeafTreeState>,
    mut player: ResMut<Player>,
    mut history: ResMut<History>,
    overlays: Res<Overlays>,
    (mut explanation, mut selection): (Option<ResMut<Explanation>>, ResMut<Selection>),
) {
    let seconds = STEP;
    let player = &mut *player;
    player.previous = player.position;
    let trees = leaf_tree.trees(&current);
    // A script that was recorded with planes waits until there are planes.
    if driver.is_playing() && player.method.needs_leaves() && trees.planes.is_none() && !leaf_tree.is_done() {
        return;
    }
    let eye = player.position;
    let was_entered = player.entered && eye == player.mover.eye();
    let placed = place(player, trees);
    if let Some(Placement::Pushed { distance } | Placement::Found { distance }) = placed {
        driver.notices.write_batch(notice_of(Event::Freed { distance }));
    }
    if !was_entered {
        driver.put(eye, player);
    }
    let Some(input) = driver.next(player, &current.tree) else {
        return;
    };
    let before = player.mover.clone();
    let watched = VisitedNodes::default();
    let step = if overlays.is_on(OverlayKind::Collision) {
        player.mover.tick_observed(trees, &input, seconds, &watched)
    } else {
        player.mover.tick(trees, &input, seconds)
    };
    player.visited_nodes = watched.into_inner();
    let notices = step.events.iter().copied().filter_map(notice_of);
    driver.notices.write_batch(notices);
    player.follow(&step);
    let fell_out = Event::PutBack {
        why: PutBackReason::FellOut,
    };
    if step.events.contains(&fell_out) {
        player.path += 1;
        return;
    }
    let moment = Moment {
        before,
        input,
        seconds,
        step,
    };
    if let Some(explanation) = &mut explanation
        && let Some(first) = explanation.follow(&current, player.path, &moment)
    {
        selection.set_if_neq(first);
    }
    history.push(player.path, moment);
}

/// Forgets the steps of another path than the one that the body is on.
fn forget(player: Res<Player>, mut history: ResMut<History>) {
    if history.path() != player.path {
        history.keep(player.path);
    }
}

/// One fixed step of the eye without the body, through walls.
fn drift(mut driver: Driver, mut player: ResMut<Player>) {
    let (desired, seconds) = (driver.desired(&player), STEP);
    player.previous = player.position;
    let change = (desired - player.velocity) * (1.0 - (-RESPONSE * seconds).exp());
    player.velocity += change;
    if desired == Vec3::ZERO && player.velocity.length() < REST {
        player.velocity = Vec3::ZERO;
    }
    let displacement = player.velocity * seconds;
    player.position += displacement;
    player.push = Vec3::ZERO;
    player.clear = true;
    player.visited = None;
    player.visited_nodes.clear();
    player.contacts.clear();
}

/// The notice of an event, if the user is told.
fn notice_of(event: Event) -> Option<Notice> {
    match event {
        Event::Freed { distance } if distance > TOLD => Some(Notice::info(format!(
            "You were inside a wall, and were moved by {distance:.2} m."
        ))),
        Event::Stuck => Some(Notice::error(
            "There is no room for the body here: go through the wall (V), or back to the spawn (R).",
        )),
        Event::PutBack {
            why: PutBackReason::FellOut,
        } => Some(Notice::info(
            "You fell out of the level, and are back where you last stood.",
        )),
        Event::PutBack {
            why: PutBackReason::NoRoom,
        } => Some(Notice::info(
            "There was no room: you are back where you were before.",
        )),
        _ => None,
    }
}

/// Brings the body to the eye, and gives it the sizes and the mode that were set. Returns how room was found for it, if it
/// was looked for.
fn place(player: &mut Player, trees: Trees<'_>) -> Option<Placement> {
    let tree = trees.nodes;
    // Until the solid-leaf tree is built there are no planes; most levels have no hulls.
    let method = Some(player.method)
        .filter(|method| trees.suffice(*method))
        .unwrap_or_default();
    player.mover.method = method;
    // An eye that was put elsewhere takes the body along. New sizes may move the eye too: they are set after this.
    player.entered &= player.position == player.mover.eye();
    player.update_params();
    let mode = if player.walking { Mode::Walk } else { Mode::Fly };
    if player.entered && player.mover.mode() == mode {
        return None;
    }
    let placed = if player.entered {
        player.mover.set_mode(tree, mode)
    } else {
        if player.position != player.mover.eye() {
            player.path += 1;
        }
        player.mover = Mover::new(&player.params, mode, method, player.position);
        player.mover.enter(tree, player.position)
    };
    player.position = player.mover.eye();
    if !std::mem::replace(&mut player.entered, true) {
        player.previous = player.position;
    }
    Some(placed)
}

fn commands(
    mut messages: MessageReader<Command>,
    current: Res<CurrentLevel>,
    mut player: ResMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    for command in messages.read() {
        match command {
            Command::ToggleNoclip => {
                player.noclip = !player.noclip;
                // After noclip the body comes to the eye.
                player.entered &= player.noclip;
                let texts = ["Walls stop you again", "Noclip: you pass through walls"];
                notices.write(Notice::info(texts[usize::from(player.noclip)]));
            }
            Command::ToggleWalking => {
                player.walking = !player.walking;
                let flying = "Flying: Space goes up, Ctrl down";
                let texts = [flying, "Walking: Space jumps, Ctrl crouches"];
                notices.write(Notice::info(texts[usize::from(player.walking)]));
            }
            Command::Respawn => respawn(&mut player, &current),
            _ => {}
        }
    }
}

/// Puts the player at the level's spawn.
fn respawn(player: &mut Player, current: &CurrentLevel) {
    let spawn = current.level.spawn;
    player.pop_script_params();
    player.teleport(spawn.eye.as_vec3());
    player.yaw = spawn.yaw.to_radians() as f32;
    player.pitch = 0.0;
}

/// Keeps the body where it is in a level that was read again: with the next step it is put clear of the new walls.
fn stay(current: Res<CurrentLevel>, mut player: ResMut<Player>, mut known: Local<[u64; 2]>) {
    let new = [current.opened_revision, current.level_revision];
    let [opened, level] = std::mem::replace(&mut *known, new);
    if opened == new[0] && level != new[1] {
        // Its steps were taken in other walls.
        let eye = player.position;
        player.teleport(eye);
    }
}

/// Puts the player at the spawn of another level, on foot where there is a floor.
fn enter(current: Res<CurrentLevel>, mut player: ResMut<Player>, mut intent: ResMut<MoveIntent>) {
    intent.forget();
    respawn(&mut player, &current);
    player.walking = begins_on_foot(&current.tree, &current.level.spawn);
}
