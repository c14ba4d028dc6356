//! Moving the person in the fixed step.

pub mod fly;

use bevy::prelude::*;

use super::{
    input::MoveIntent,
    state::{Command, Notice, Player, Shown},
};

/// Fixed steps a second.
pub const STEPS_PER_SECOND: f64 = 120.0;

/// How many times faster the fast key is.
pub const FAST: f32 = 3.0;

/// How quickly the velocity follows the keys, per second: after 1 / `RESPONSE` seconds 63 % of the change is done.
const RESPONSE: f32 = 14.0;

/// Slower than this with no key held is at rest, in metres a second.
const REST: f32 = 1.0e-3;

/// Moves the person.
pub struct PlayerPlugin;

impl Plugin for PlayerPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Time::<Fixed>::from_hz(STEPS_PER_SECOND))
            .add_systems(FixedUpdate, step)
            .add_systems(Update, (commands, enter_level));
    }
}

/// The velocity that the keys ask for, in metres a second.
fn wished(player: &Player, intent: &MoveIntent) -> Vec3 {
    let along_view = player.rotation() * Vec3::new(intent.direction.x, 0.0, intent.direction.z);
    let direction = (along_view + Vec3::Y * intent.direction.y).clamp_length_max(1.0);
    direction * player.speed * if intent.fast { FAST } else { 1.0 }
}

/// One fixed step.
fn step(
    time: Res<Time<Fixed>>,
    intent: Res<MoveIntent>,
    shown: Option<Res<Shown>>,
    mut player: ResMut<Player>,
) {
    let seconds = time.delta_secs();
    let player = &mut *player;
    let wished = wished(player, &intent);
    player.velocity += (wished - player.velocity) * (1.0 - (-RESPONSE * seconds).exp());
    if wished == Vec3::ZERO && player.velocity.length() < REST {
        player.velocity = Vec3::ZERO;
    }
    player.previous = player.position;
    let Some(shown) = shown else { return };
    if player.noclip {
        player.position += player.velocity * seconds;
        player.push = Vec3::ZERO;
        shown
            .tree
            .contacts(player.position, player.radius, &mut player.contacts);
        player.clear = player.contacts.is_empty();
    } else {
        let flown = fly::fly(
            &shown.tree,
            player.position,
            player.velocity,
            player.radius,
            seconds,
        );
        player.position = flown.center;
        player.velocity = flown.velocity;
        player.push = flown.push;
        player.clear = flown.clear;
        player.contacts = flown.contacts;
    }
    if !player.position.is_finite() || !player.velocity.is_finite() {
        respawn(player, &shown);
    }
}

fn commands(
    mut messages: MessageReader<Command>,
    shown: Option<Res<Shown>>,
    mut player: ResMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    for command in messages.read() {
        match command {
            Command::ToggleNoclip => {
                player.noclip = !player.noclip;
                let text = if player.noclip {
                    "Noclip: you pass through walls"
                } else {
                    "Walls stop you again"
                };
                notices.write(Notice::info(text));
            }
            Command::Respawn => {
                if let Some(shown) = &shown {
                    respawn(&mut player, shown);
                }
            }
            _ => {}
        }
    }
}

/// Puts the person at the level's spawn.
fn respawn(player: &mut Player, shown: &Shown) {
    let spawn = shown.level.spawn;
    player.teleport(spawn.eye.as_vec3());
    player.yaw = spawn.yaw.to_radians() as f32;
    player.pitch = 0.0;
}

/// Enters a level that has just been opened.
fn enter_level(shown: Option<Res<Shown>>, mut entered: Local<Option<u64>>, mut player: ResMut<Player>) {
    let Some(shown) = shown else { return };
    if *entered != Some(shown.level_revision) {
        *entered = Some(shown.level_revision);
        respawn(&mut player, &shown);
    }
}
