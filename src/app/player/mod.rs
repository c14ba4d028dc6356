//! Moving the person in the fixed step: what the keys, or a script, ask for goes into the mover, and its pose comes out.

pub mod drive;
pub mod history;
pub mod recording;
pub mod scripts;

use bevy::prelude::*;

use super::{
    input::MoveIntent,
    leaf_tree::LeafTreeState,
    schedule::{AppState, AppSystems, Simulation},
    state::{Command, CurrentLevel, Notice, Player},
};
use crate::collision::mover::{CollisionMethod, Event, Mode, Mover, Placed, Trees, Why};
use drive::Driver;
use history::{History, Moment};

/// Fixed steps a second.
pub const STEPS_PER_SECOND: f64 = 120.0;

/// Seconds a step, as scripts count them; the clock's own duration is rounded to nanoseconds.
pub const STEP: f32 = (1.0 / STEPS_PER_SECOND) as f32;

/// How quickly the eye alone follows the keys, in 1/s.
const RESPONSE: f32 = 14.0;

/// Slower than this with no key held is at rest, in metres a second.
const REST: f32 = 1.0e-3;

/// A body that was moved further than this to find room is told so, in metres.
const TOLD: f32 = 0.05;

/// Moves the person.
pub struct PlayerPlugin;

impl Plugin for PlayerPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Time::<Fixed>::from_hz(STEPS_PER_SECOND))
            .init_resource::<History>()
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
                    enter.in_set(AppSystems::Enter),
                    commands
                        .after(scripts::started)
                        .in_set(AppSystems::Command)
                        .run_if(in_state(AppState::InLevel)),
                ),
            );
    }
}

/// Whether the eye moves without the body.
fn eye_alone(player: Res<Player>, simulation: Option<Res<State<Simulation>>>) -> bool {
    player.noclip || simulation.is_some_and(|simulation| *simulation.get() == Simulation::Replaying)
}

/// One fixed step of the body.
fn step(
    mut driver: Driver,
    current: Res<CurrentLevel>,
    leaf_tree: Res<LeafTreeState>,
    mut player: ResMut<Player>,
    mut history: ResMut<History>,
) {
    let seconds = STEP;
    let player = &mut *player;
    player.previous = player.position;
    let trees = leaf_tree.trees(&current);
    // What was recorded by planes is played by planes, once they are made.
    if driver.is_playing() && player.method.needs_leaves() && trees.planes.is_none() && !leaf_tree.is_done() {
        return;
    }
    let eye = player.position;
    let settled = player.settle(trees);
    if let Some(Placed::Pushed { distance } | Placed::Found { distance }) = settled.placed {
        driver.notices.write_batch(told(Event::Freed { distance }));
    }
    if settled.anew {
        driver.put(eye, player);
    }
    let Some(input) = driver.next(player, &current.tree) else {
        return;
    };
    let before = player.mover.clone();
    let step = player.mover.step(trees, &input, seconds);
    for &event in &step.events {
        if let Some(notice) = told(event) {
            driver.notices.write(notice);
        }
    }
    player.follow(&step);
    history.push(Moment {
        before,
        input,
        seconds,
        step,
    });
}

/// One fixed step of the eye alone, through walls.
fn drift(mut driver: Driver, mut player: ResMut<Player>) {
    let (desired, seconds) = (driver.desired(&player), STEP);
    player.previous = player.position;
    let change = (desired - player.velocity) * (1.0 - (-RESPONSE * seconds).exp());
    player.velocity += change;
    if desired == Vec3::ZERO && player.velocity.length() < REST {
        player.velocity = Vec3::ZERO;
    }
    let method = player.velocity * seconds;
    player.position += method;
    player.push = Vec3::ZERO;
    player.clear = true;
    player.contacts.clear();
}

/// What a person is told of an event.
fn told(event: Event) -> Option<Notice> {
    match event {
        Event::Freed { distance } if distance > TOLD => Some(Notice::info(format!(
            "You were inside something, and are {distance:.2} m beside it now."
        ))),
        Event::Stuck => Some(Notice::error(
            "There is no room for the body here: go through the wall (V), or back to the spawn (R).",
        )),
        Event::PutBack { why: Why::FellOut } => Some(Notice::info(
            "You fell out of the level, and are back where you stood last.",
        )),
        Event::PutBack { why: Why::NoRoom } => Some(Notice::info(
            "There was no room there: you are back where you were last.",
        )),
        _ => None,
    }
}

/// How the body was brought to where it should be.
#[derive(Default)]
struct Settled {
    /// Where room was found for it, if it was looked for.
    placed: Option<Placed>,
    /// Whether it was put there anew, at rest.
    anew: bool,
}

impl Player {
    /// Brings the body to where the eye is and to the sizes that were set.
    fn settle(&mut self, trees: Trees<'_>) -> Settled {
        let tree = trees.nodes;
        // Until the rooms are made there are no planes to go by.
        let method = if self.method.needs_leaves() && trees.planes.is_none() {
            CollisionMethod::default()
        } else {
            self.method
        };
        self.mover.method = method;
        // An eye that somebody has put elsewhere takes the body along; new sizes may move it too, and are no such thing.
        self.entered &= self.position == self.mover.eye();
        self.update_params();
        let mode = if self.walking { Mode::Walk } else { Mode::Fly };
        if self.entered {
            if self.mover.mode() != mode {
                let placed = self.mover.set_mode(tree, mode);
                self.position = self.mover.eye();
                return Settled {
                    placed: Some(placed),
                    anew: false,
                };
            }
            return Settled::default();
        }
        self.mover = Mover::new(&self.params, mode, method, self.position);
        let placed = self.mover.enter(tree, self.position);
        self.entered = true;
        self.position = self.mover.eye();
        self.previous = self.position;
        Settled {
            placed: Some(placed),
            anew: true,
        }
    }
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
                // The body comes to the eye when the walls stop it again.
                player.entered &= player.noclip;
                notices.write(Notice::info(if player.noclip {
                    "Noclip: you pass through walls"
                } else {
                    "Walls stop you again"
                }));
            }
            Command::ToggleWalking => {
                player.walking = !player.walking;
                notices.write(Notice::info(if player.walking {
                    "Walking: Space jumps, Ctrl crouches"
                } else {
                    "Flying: Space goes up, Ctrl down"
                }));
            }
            Command::Respawn => respawn(&mut player, &current),
            _ => {}
        }
    }
}

/// Puts the person at the level's spawn.
fn respawn(player: &mut Player, current: &CurrentLevel) {
    let spawn = current.level.spawn;
    player.pop_script_params();
    player.teleport(spawn.eye.as_vec3());
    player.yaw = spawn.yaw.to_radians() as f32;
    player.pitch = 0.0;
}

/// Begins anew in a level that has just been opened.
fn enter(
    current: Res<CurrentLevel>,
    mut player: ResMut<Player>,
    mut history: ResMut<History>,
    mut intent: ResMut<MoveIntent>,
) {
    history.clear();
    intent.forget();
    respawn(&mut player, &current);
}
